import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LetIn, type ServedDesk, serveDesk } from '../fixtures/served-desk.ts'

/** Paths in calls: only those that a person chose in this session are accepted, each for its purpose. */
let served: ServedDesk
let letIn: LetIn
let secret: string
beforeEach(async () => {
  served = await serveDesk()
  letIn = await served.letIn()
  secret = join(served.folder, 'shadow')
  writeFileSync(secret, 'root:$6$hash,19000,0\ngtin,name\n')
})
afterEach(() => served.close())

/** The error of a refused call. */
async function refusal(call: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await call
  } catch (error) {
    return error as { code: string; message: string }
  }
  throw new Error('The call was not refused')
}
const everything = { selection: { text: '', brandIds: [], manufacturerIds: [] } }
const plan = { rhythm: 'off', keepDaily: 1, keepWeekly: 0 } as const

/** Every call that takes a path. */
const calls: [name: string, call: (calls: LetIn['calls'], path: string) => Promise<unknown>][] = [
  ['imports.preview', (calls, file) => calls.imports.preview({ file })],
  ['imports.start', (calls, file) => calls.imports.start({ file, target: 'drafts' })],
  ['exports.start', (calls, file) => calls.exports.start({ source: everything, format: 'items', file })],
  ['workspaces.create', (calls, directory) => calls.workspaces.create({ name: 'New', directory })],
  ['workspaces.open', (calls, directory) => calls.workspaces.open({ directory })],
  ['workspaces.rename', (calls, directory) => calls.workspaces.rename({ directory, name: 'Mine' })],
  ['workspaces.forget', (calls, directory) => calls.workspaces.forget({ directory })],
  ['backups.setPlan', (calls, folder) => calls.backups.setPlan({ ...plan, folder })],
  ['backups.verify', (calls, backup) => calls.backups.verify({ backup })],
  ['backups.preview', (calls, backup) => calls.backups.preview({ backup })],
  ['backups.restore', (calls, backup) => calls.backups.restore({ backup, mode: 'beside' })],
]

test('refuses a path that was not chosen without revealing or changing its content', async () => {
  for (const [name, call] of calls) {
    const there = await refusal(call(letIn.calls, secret))
    const folder = await refusal(call(letIn.calls, served.folder))
    const missing = await refusal(call(letIn.calls, join(served.folder, 'nothing')))
    expect(there.code, name).toBe('NOT_CHOSEN')
    expect(there.message).not.toMatch(/root|shadow|hash/)
    expect([folder.message, missing.message]).toEqual([there.message, there.message])
  }
  expect(existsSync(join(served.folder, 'nothing'))).toBe(false)
  expect(existsSync(join(served.folder, 'workspace.json'))).toBe(false)
})

describe('a typed and confirmed folder', () => {
  test('is accepted for its confirmed purpose in that session', async () => {
    const path = join(served.folder, 'North')
    await letIn.calls.files.confirm({ path, purpose: 'workspace' })
    const other = await served.letIn()
    expect((await refusal(other.calls.workspaces.create({ name: 'North', directory: path }))).code).toBe(
      'NOT_CHOSEN',
    )
    expect((await refusal(letIn.calls.backups.setPlan({ ...plan, folder: path }))).code).toBe('NOT_CHOSEN')
    expect((await letIn.calls.workspaces.create({ name: 'North', directory: path })).current).toBe(path)
  })

  test('cannot be used to read or write a file', async () => {
    for (const purpose of ['import', 'export'])
      await expect(
        letIn.calls.files.confirm({ path: secret, purpose: purpose as 'workspace' }),
      ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await letIn.calls.files.confirm({ path: secret, purpose: 'backup' })
    expect((await refusal(letIn.calls.imports.preview({ file: secret }))).code).toBe('NOT_CHOSEN')
    const { code, message } = await refusal(letIn.calls.backups.preview({ backup: secret }))
    expect(code).toBe('NOT_A_BACKUP')
    expect(message).not.toMatch(/root|hash/)
  })

  test('must be an absolute path', async () => {
    for (const path of ['Documents', '../up', 'a\0b'])
      await expect(letIn.calls.files.confirm({ path, purpose: 'workspace' })).rejects.toMatchObject({
        code: 'NOT_A_PATH',
      })
  })

  test('that is a damaged backup is reported without its content', async () => {
    const backup = join(served.folder, 'backup')
    mkdirSync(backup)
    writeFileSync(join(backup, 'backup.json'), '{"format": root:secret')
    await letIn.calls.files.confirm({ path: backup, purpose: 'backup' })
    for (const call of [letIn.calls.backups.preview, letIn.calls.backups.verify])
      expect((await refusal(call({ backup }))).message).not.toMatch(/root|secret/)
  })
})

describe('paths listed by the app need no choice', () => {
  test('accepts its backups, its suggested folder, and its workspaces', async () => {
    const { directory: backup } = await letIn.calls.backups.make()
    expect(await letIn.calls.backups.verify({ backup })).toEqual({ ok: true, findings: [] })
    const { suggestedDirectory } = await letIn.calls.backups.preview({ backup })
    const { current } = await letIn.calls.backups.restore({
      backup,
      mode: 'beside',
      directory: suggestedDirectory,
    })
    expect(current).toBe(suggestedDirectory)
    expect((await letIn.calls.workspaces.open({ directory: served.workspace })).current).toBe(
      served.workspace,
    )
  })

  test('saves the backup plan with its current folder', async () => {
    const folder = join(served.folder, 'backups')
    await letIn.calls.files.confirm({ path: folder, purpose: 'backup-folder' })
    await letIn.calls.backups.setPlan({ ...plan, folder })
    const other = await served.letIn()
    const state = await other.calls.backups.setPlan({ ...plan, rhythm: 'daily', folder })
    expect(state.plan).toMatchObject({ rhythm: 'daily', folder })
  })
})

describe('renaming a workspace', () => {
  test('renames a workspace', async () => {
    const { workspaces } = await letIn.calls.workspaces.rename({ directory: served.workspace, name: 'Mine' })
    expect(workspaces[0]).toMatchObject({ name: 'Mine' })
  })

  test('refuses a folder that is no longer a workspace', async () => {
    await letIn.calls.workspaces.create({ name: 'Other' })
    const listed = (await letIn.calls.workspaces.list()).workspaces.map(({ directory }) => directory)
    const other = listed.find((directory) => directory !== served.workspace) ?? ''
    await letIn.calls.workspaces.open({ directory: served.workspace })
    const moved = join(dirname(other), `${basename(other)} moved`)
    renameSync(other, moved)
    mkdirSync(other)
    writeFileSync(join(other, 'workspace.json'), 'mine')
    expect((await refusal(letIn.calls.workspaces.rename({ directory: other, name: 'X' }))).code).toBe(
      'NOT_A_WORKSPACE',
    )
    expect(readFileSync(join(other, 'workspace.json'), 'utf8')).toBe('mine')
  })

  test('replaces a symbolic link at the name file instead of following it', async () => {
    symlinkSync(secret, join(served.workspace, 'workspace.json'))
    await letIn.calls.workspaces.rename({ directory: served.workspace, name: 'Mine' })
    expect(readFileSync(secret, 'utf8')).toMatch(/^root/)
  })
})
