import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Desk } from '../../app/desk.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'

vi.mock('electron', () => import('./fixtures/electron.ts'))
const { answers, app, powerMonitor, takeCalls } = await import('./fixtures/electron.ts')
const { openFirst, powerOfElectron, secretsInKeyStore, systemProxy } = await import('./desk.ts')

beforeEach(() => void Object.assign(answers, { hasKeyStore: true, onBattery: false, online: true }))

describe('passwords', () => {
  const kept = new Map<string, string>()
  const inner: Secrets = {
    get: async (key) => kept.get(key),
    set: async (key, value) => void kept.set(key, value),
    delete: async (key) => void kept.delete(key),
  }
  const secrets = secretsInKeyStore(inner)
  beforeEach(() => kept.clear())

  test("encrypts a password with the system's key store before it is stored", async () => {
    await secrets.set('service', 'sesame')
    expect(kept.get('service')).toMatch(/^key-store:/)
    expect(Buffer.from(kept.get('service')?.slice(10) ?? '', 'base64').toString()).not.toBe('sesame')
    expect(await secrets.get('service')).toBe('sesame')
    await secrets.delete('service')
    expect(await secrets.get('service')).toBeUndefined()
  })

  test('without a key store uses the inner store, and still reads its passwords later', async () => {
    answers.hasKeyStore = false
    await secrets.set('service', 'sesame')
    expect(kept.get('service')).toBe('sesame')
    answers.hasKeyStore = true
    expect(await secrets.get('service')).toBe('sesame')
  })

  test('ignores a password encrypted on another computer, so that it is requested again', async () => {
    await secrets.set('service', 'sesame')
    answers.hasKeyStore = false
    expect(await secrets.get('service')).toBeUndefined()
  })
})

test('the proxy of an address is the one that the system chooses', async () => {
  answers.proxy = 'PROXY proxy.example:3128; DIRECT'
  takeCalls()
  expect(await systemProxy('https://catalog.example/')).toBe('PROXY proxy.example:3128; DIRECT')
  expect(takeCalls()).toEqual([['resolve proxy', 'https://catalog.example/']])
})

describe('the first workspace', () => {
  const folder = temporaryDirectory()
  const { getPath } = app
  beforeEach(() => {
    vi.stubEnv('CATALOG_DESK_HOME', join(folder, 'home'))
    vi.stubEnv('CATALOG_DESK_DATA', undefined)
    Object.assign(app, { getPath: (name: string) => join(folder, name) })
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    Object.assign(app, { getPath })
  })
  /** The folder that is opened, with its options, if these workspaces are known. */
  async function opened(...known: string[]): Promise<unknown[]> {
    const calls: unknown[][] = []
    const tryOpen = async (...given: unknown[]) => void calls.push(given)
    const list = async () => known.map((directory) => ({ directory }))
    await openFirst({ known: { list }, tryOpen } as unknown as Desk)
    return calls.flat()
  }

  test('is a new one in the local data of the person, else the last one or the named one', async () => {
    expect(await opened()).toEqual([join(folder, 'home/workspace'), { create: true }])
    expect(await opened('/last', '/before')).toEqual(['/last'])
    const { argv } = process
    process.argv = [...argv, '--workspace=/before']
    expect(await opened('/last', '/before')).toEqual(['/before'])
    process.argv = [...argv, '--workspace=/unknown']
    expect(await opened('/last', '/before')).toEqual(['/last'])
    process.argv = argv
    vi.stubEnv('CATALOG_DESK_DATA', '/named')
    expect(await opened('/last')).toEqual(['/named', { create: true }])
  })

  test('is the one that an early version made among the settings of Electron', async () => {
    const before = join(folder, 'userData/workspace')
    mkdirSync(before, { recursive: true })
    expect(await opened()).toEqual([join(folder, 'home/workspace'), { create: true }])
    writeFileSync(join(before, 'catalog.db'), 'SQLite format 3')
    expect(await opened()).toEqual([before])
    expect(await opened('/last')).toEqual(['/last'])
  })
})

describe('the state of the computer', () => {
  test('reads battery and network from Electron', () => {
    const power = powerOfElectron()
    expect(power.now()).toMatchObject({ onBattery: false, online: true })
    Object.assign(answers, { onBattery: true, online: false })
    expect(power.now()).toMatchObject({ onBattery: true, online: false })
  })

  test('notifies listeners of changes until they unsubscribe', () => {
    let changes = 0
    const stop = powerOfElectron().subscribe(() => changes++)
    const events = ['on-battery', 'on-ac', 'suspend', 'resume']
    for (const change of events) powerMonitor.emit(change)
    expect(changes).toBe(4)
    stop()
    for (const change of events) powerMonitor.emit(change)
    expect(changes).toBe(4)
  })

  test('is asleep from the announcement of sleep until the computer wakes', () => {
    const power = powerOfElectron()
    const seen: unknown[] = []
    const stop = power.subscribe(() => seen.push(power.now().asleep))
    for (const change of ['suspend', 'on-ac', 'resume']) powerMonitor.emit(change)
    stop()
    expect(seen).toEqual([true, true, false])
  })
})
