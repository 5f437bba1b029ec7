import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sealedSecrets } from '../platform/secrets.ts'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'
import { restoreMark } from '../workspace/index.ts'
import type { Desk } from './desk.ts'
import { createTestDesk } from './fixtures/test-desk.ts'
import { createWorkspaces } from './workspaces.ts'

let home: string
const desks: Desk[] = []

/** A desk as created by a host, on one computer (a home folder with its key). */
function openDesk(computer: string = home): Desk {
  const desk = createTestDesk(computer, {
    wrapSecrets: (inFile) => sealedSecrets(inFile, join(computer, 'computer.key')),
  })
  desks.push(desk)
  return desk
}

const draftCount = async (desk: Desk): Promise<number> =>
  (await desk.required().services.drafts.drafts({ offset: 0, limit: 10 })).total

beforeEach(() => {
  home = temporaryDirectory()
})
afterEach(async () => {
  await Promise.all(desks.splice(0).map((desk) => desk.close()))
  rmSync(home, { recursive: true, force: true })
})

describe('several catalogs', () => {
  test('have separate folders and a list that survives a restart', async () => {
    const desk = openDesk()
    const workspaces = createWorkspaces(desk)
    await workspaces.create({ name: 'Northern région' })
    await desk.required().services.workspace.startSandbox({ sample: false })
    const list = await workspaces.create({ name: 'Client' })
    expect(list.current).toBe(join(home, 'workspaces', 'client'))
    expect(list.workspaces.map(({ name, role, open }) => ({ name, role, open }))).toEqual([
      { name: 'Client', role: 'new', open: true },
      { name: 'Northern région', role: 'sandbox', open: false },
    ])
    await desk.close()
    expect((await createWorkspaces(openDesk()).list()).workspaces).toHaveLength(2)
  })

  test('keep the current workspace if another one cannot be opened', async () => {
    const desk = openDesk()
    const workspaces = createWorkspaces(desk)
    const { current } = await workspaces.create({ name: 'Here' })
    await expect(workspaces.open({ directory: join(home, 'nowhere') })).rejects.toMatchObject({
      code: 'NOT_A_WORKSPACE',
    })
    expect(existsSync(join(home, 'nowhere'))).toBe(false)
    await workspaces.create({ name: 'Damaged' })
    await workspaces.open({ directory: current ?? '' })
    writeFileSync(join(home, 'workspaces/damaged/catalog.db'), 'not a database at all, only text'.repeat(200))
    await expect(workspaces.open({ directory: join(home, 'workspaces/damaged') })).rejects.toThrow(
      /Restore it from a backup/,
    )
    expect(desk.current()?.services.directory).toBe(current)
    expect((await desk.required().services.upkeep.check()).findings).toEqual([])
    await expect(workspaces.create({ name: 'Again', directory: current ?? '' })).rejects.toMatchObject({
      code: 'FOLDER_IN_USE',
    })
  })

  test('are removed from the list without deleting files, except the open one', async () => {
    const desk = openDesk()
    const workspaces = createWorkspaces(desk)
    const { current: first = '' } = await workspaces.create({ name: 'First' })
    await expect(workspaces.forget({ directory: first })).rejects.toMatchObject({ code: 'IN_USE' })
    await workspaces.create({ name: 'Second' })
    const { workspaces: left } = await workspaces.forget({ directory: first })
    expect(left.map(({ name }) => name)).toEqual(['Second'])
    expect(existsSync(join(first, 'catalog.db'))).toBe(true)
    expect((await workspaces.open({ directory: first })).current).toBe(first)
  })

  test('keep their name when the folder is copied, and report a missing folder', async () => {
    const desk = openDesk()
    const workspaces = createWorkspaces(desk)
    const { current: first = '' } = await workspaces.create({ name: 'First' })
    await workspaces.rename({ directory: first, name: 'Export for Ås & Co' })
    await workspaces.create({ name: 'Second' })
    const copy = join(home, 'elsewhere')
    cpSync(first, copy, { recursive: true })
    rmSync(first, { recursive: true })
    const { workspaces: all } = await workspaces.open({ directory: copy })
    expect(all.find(({ directory }) => directory === copy)?.name).toBe('Export for Ås & Co')
    expect(all.find(({ directory }) => directory === first)?.missing).toBe(true)
  })

  test('are locked by one desk at a time, until it is closed or killed', async () => {
    const directory = join(home, 'shared')
    const holder = spawn(
      process.execPath,
      [
        '--input-type=module-typescript',
        '--eval',
        `import { mkdirSync } from 'node:fs'
         import { acquireProcessLock } from ${JSON.stringify(new URL('../storage/process-lock.ts', import.meta.url).href)}
         mkdirSync(${JSON.stringify(directory)}, { recursive: true })
         const lock = acquireProcessLock(${JSON.stringify(directory)}, 'desk')
         process.stdout.write(lock ? 'held' : 'busy')
         setInterval(() => lock, 1000)`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    await once(holder.stdout, 'data')
    const desk = openDesk()
    await desk.tryOpen(directory, { create: true })
    expect(desk.trouble()).toMatchObject({ code: 'OPEN_ELSEWHERE', directory })
    expect(desk.trouble()?.message).toContain('open in another Catalog Desk')
    expect(() => desk.required()).toThrow(/open in another Catalog Desk/)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const left = join(directory, 'exports')
    mkdirSync(left)
    await desk.open(directory, { create: true })
    expect(existsSync(left), 'files for download of the killed one').toBe(false)
    expect(desk.trouble()).toBeUndefined()
    expect(desk.current()?.services.directory).toBe(directory)
  })
})

describe('a workspace that fails to close', () => {
  async function failing(desk: Desk): Promise<string> {
    const directory = join(home, 'failing')
    await desk.open(directory, { create: true })
    const { media } = desk.required().services
    const close = media.close
    media.close = () => close().then(() => Promise.reject(new Error('The disk is full')))
    return directory
  }

  test('is reopened, and the work that requires it closed is not done', async () => {
    const desk = openDesk()
    const directory = await failing(desk)
    let done = false
    const work = desk.whileClosed(async () => {
      done = true
    })
    await expect(work).rejects.toThrow('The disk is full')
    expect(done).toBe(false)
    expect(desk.current()?.services.directory).toBe(directory)
    expect(desk.trouble()).toBeUndefined()
  })

  test('does not block the next workspace, and can be opened again', async () => {
    const desk = openDesk()
    const directory = await failing(desk)
    let switches = 0
    desk.onSwitch(() => switches++)
    await desk.open(join(home, 'next'), { create: true })
    expect(switches).toBe(1)
    await desk.open(directory)
    expect(desk.current()?.services.directory).toBe(directory)
  })

  test('reports the failure when the program ends, and releases the folder', async () => {
    const desk = openDesk()
    const directory = await failing(desk)
    await expect(desk.close()).rejects.toThrow('The disk is full')
    await openDesk().open(directory)
  })
})

describe('secrets', () => {
  const service = { address: 'http://127.0.0.1:9', username: 'reader', password: 'only-here-1234' }

  test('are not part of a copied folder, which works without them and requests the password again', async () => {
    const sandbox = openDesk()
    await sandbox.open(join(home, 'service'), { create: true })
    const { localApi, workspace } = sandbox.required().services
    await workspace.startSandbox({ sample: false })
    const { address } = await localApi.start(0)
    const users = await localApi.credentials()

    const desk = openDesk()
    const directory = join(home, 'mine')
    await desk.open(directory, { create: true })
    await desk.required().services.workspace.connect({ ...service, ...users, address })
    expect((await desk.required().services.workspace.state()).passwordMissing).toBeUndefined()
    await desk.required().services.sync().start()
    const synced = await desk.required().services.sync().finished()
    await desk.close()
    expect(readFileSync(join(directory, 'secrets.json'), 'utf8')).not.toContain(users.password)

    const otherComputer = join(home, 'other-computer')
    const copy = join(home, 'copy')
    cpSync(directory, copy, { recursive: true })
    const there = openDesk(otherComputer)
    await there.open(copy)
    const { services } = there.required()
    const state = await services.workspace.state()
    expect(state).toMatchObject({ role: 'connected', passwordMissing: true, connection: { address } })
    expect(() => services.sync()).toThrow(/does not have the password/)
    // The age of the copy is known without the password.
    expect(await services.syncState()).toMatchObject({
      completeUpTo: synced.completeUpTo,
      history: [{ outcome: 'completed' }],
    })
    const draft = await services.drafts.createDraft({ kind: 'create' })
    expect((await services.drafts.drafts({ offset: 0, limit: 10 })).drafts.map(({ id }) => id)).toEqual([
      draft.id,
    ])
    await services.workspace.connect({ ...service, ...users, address })
    expect((await services.workspace.state()).passwordMissing).toBeUndefined()
  })
})

describe('restoring a backup', () => {
  async function withBackup() {
    const desk = openDesk()
    const workspaces = createWorkspaces(desk)
    const { current = '' } = await workspaces.create({ name: 'Year of work' })
    await desk.required().services.workspace.startSandbox({ sample: false })
    const { drafts } = desk.required().services
    await drafts.createDraft({ kind: 'create' })
    const backup = await desk.required().backups.make()
    await drafts.createDraft({ kind: 'contentplus' })
    return { desk, workspaces, current, backup }
  }

  test('previews the contents of the backup and of the open workspace', async () => {
    const { workspaces, backup } = await withBackup()
    const preview = await workspaces.previewRestore({ backup: backup.directory })
    expect(preview.backup).toMatchObject({ name: 'Year of work', role: 'sandbox', drafts: 1, items: 0 })
    expect(preview.present).toMatchObject({ name: 'Year of work', drafts: 2 })
    expect(preview.isArchive).toBe(false)
  })

  test('an archive is previewed, and restored as a separate workspace only', async () => {
    const { desk, workspaces, current } = await withBackup()
    const file = join(home, 'copy.catalogdesk')
    await desk.required().backups.archive(file, false)
    const preview = await workspaces.previewRestore({ backup: file })
    expect(preview).toMatchObject({
      isArchive: true,
      backup: { directory: file, name: 'Year of work', drafts: 2 },
    })
    await expect(workspaces.restore({ backup: file, mode: 'instead' })).rejects.toThrow(/is an archive/)
    const restored = await workspaces.restore({ backup: file, mode: 'beside' })
    expect(restored.findings).toEqual([])
    expect(restored.current).toBe(preview.suggestedDirectory)
    expect(restored.current).not.toBe(current)
    expect(await draftCount(desk)).toBe(2)
  })

  test('beside: creates a separate workspace, and leaves the current one unchanged', async () => {
    const { desk, workspaces, current, backup } = await withBackup()
    const restored = await workspaces.restore({ backup: backup.directory, mode: 'beside' })
    expect(restored.findings).toEqual([])
    expect(restored.current).not.toBe(current)
    expect(await draftCount(desk)).toBe(1)
    await workspaces.open({ directory: current })
    expect(await draftCount(desk)).toBe(2)
    await expect(
      workspaces.restore({ backup: backup.directory, mode: 'beside', directory: restored.current ?? '' }),
    ).rejects.toMatchObject({ code: 'FOLDER_IN_USE' })
  })

  test('instead: replaces the current workspace, which is kept aside and can be opened', async () => {
    const { desk, workspaces, current, backup } = await withBackup()
    const { note } = desk.known
    let isMarked: boolean | undefined
    desk.known.note = (directory, facts) => {
      if (directory.startsWith(`${current} before `)) isMarked ??= existsSync(join(current, restoreMark))
      return note(directory, facts)
    }
    const restored = await workspaces.restore({ backup: backup.directory, mode: 'instead' })
    expect(isMarked, 'a kill after the mark is gone must find it in the list').toBe(true)
    expect(restored.current).toBe(current)
    expect(await draftCount(desk)).toBe(1)
    await workspaces.open({ directory: restored.keptAside ?? '' })
    expect(await draftCount(desk)).toBe(2)
  })

  test('rejects a damaged backup, and keeps the current workspace open', async () => {
    const { desk, workspaces, current, backup } = await withBackup()
    writeFileSync(join(backup.directory, 'catalog.db'), 'x')
    await expect(workspaces.restore({ backup: backup.directory, mode: 'instead' })).rejects.toMatchObject({
      code: 'DAMAGED',
    })
    expect(desk.current()?.services.directory).toBe(current)
    expect(await draftCount(desk)).toBe(2)
  })
})
