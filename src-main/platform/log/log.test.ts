import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'
import { openLog } from './log.ts'
import { readLog, withoutSecrets } from './log-file.ts'

const homes: string[] = []
const newHome = (): string => {
  const home = temporaryDirectory()
  homes.push(home)
  return home
}
afterEach(() => {
  vi.unstubAllEnvs()
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true })
})
const textOf = (home: string): string =>
  readdirSync(join(home, 'logs'))
    .map((name) => readFileSync(join(home, 'logs', name), 'utf8'))
    .join('')
// Output on standard error is tested with the commands that write it.
const quiet = () => vi.stubEnv('CATALOG_DESK_LOG', 'silent')

describe('the log of a long-running program', () => {
  test('writes lines with time, level and process to files in the home folder', async () => {
    quiet()
    const home = newHome()
    const log = await openLog(home)
    log.debug('not at this level')
    log.info({ items: 3 }, 'ready')
    expect(await readLog(home)).toEqual([
      expect.objectContaining({ level: 'info', pid: process.pid, items: 3, msg: 'ready' }),
    ])
    expect(String((await readLog(home))[0]?.['time'])).toMatch(/^\d{4}-\d\d-\d\dT/)
  })

  test('uses the level of the environment, otherwise the chosen one', async () => {
    quiet()
    const home = newHome()
    const chosen = await openLog(home, 'warn')
    chosen.info('less')
    vi.stubEnv('CATALOG_DESK_LOG_LEVEL', 'debug')
    const named = await openLog(home, 'warn')
    named.debug('more')
    vi.stubEnv('CATALOG_DESK_LOG_LEVEL', 'loud')
    const unknown = await openLog(home)
    unknown.info('as usual')
    expect((await readLog(home)).map(({ msg }) => msg)).toEqual(['more', 'as usual'])
    vi.stubEnv('CATALOG_DESK_LOG_LEVEL', 'silent')
    const none = newHome()
    ;(await openLog(none)).fatal('nothing')
    expect(readdirSync(none)).toEqual([])
  })

  test('keeps the newest few files of a few megabytes each', async () => {
    quiet()
    const home = newHome()
    const log = await openLog(home)
    const filling = 'x'.repeat(64 * 1024)
    for (let number = 0; number < 700; number += 1) {
      log.info({ number, filling }, 'long')
      // Files are rotated between two turns of the event loop.
      if (number % 4 === 0) await new Promise(setImmediate)
    }
    await vi.waitFor(() => expect(readdirSync(join(home, 'logs')).length).toBeLessThanOrEqual(6))
    const sizes = readdirSync(join(home, 'logs')).map((name) => statSync(join(home, 'logs', name)).size)
    expect(Math.max(...sizes)).toBeLessThan(6 * 1024 * 1024)
    expect((await readLog(home)).at(-1)?.['number']).toBe(699)
  })

  test('contains no password and no signed URL', async () => {
    quiet()
    const home = newHome()
    const log = await openLog(home)
    log.warn(
      {
        headers: { username: 'desk', password: 'pearl-diver', Authorization: 'Bearer abc.def' },
        url: '/v2.1/item?q=oat&token=moonstone',
        err: new Error('GET https://desk:opal@media.example/a.jpg?X-Signature=garnet#token=topaz failed', {
          cause: new Error('Basic amethyst=='),
        }),
      },
      'http://127.0.0.1:8642/#token=turquoise',
    )
    const text = textOf(home)
    for (const secret of [
      'pearl',
      'abc.def',
      'moonstone',
      'opal',
      'garnet',
      'topaz',
      'amethyst',
      'turquoise',
    ])
      expect(text).not.toContain(secret)
    for (const kept of ['"username":"desk"', 'q=oat', 'https://media.example/a.jpg?…'])
      expect(text).toContain(kept)
  })

  test('leaves the rest of a line unchanged', () => {
    const line = '{"level":"info","ms":1.5,"none":null,"list":[1,"two"],"consentMissing":false}\n'
    expect(withoutSecrets(line)).toBe(line)
  })

  test('continues without a file that cannot be written', async () => {
    quiet()
    const home = newHome()
    writeFileSync(join(home, 'logs'), 'a file in its place')
    const log = await openLog(home)
    expect(() => log.error('goes on')).not.toThrow()
    expect(await readLog(home)).toEqual([])
  })

  test.skipIf(process.platform !== 'linux')('loses only its lines on a full disk', async () => {
    quiet()
    const home = newHome()
    mkdirSync(join(home, 'logs'))
    symlinkSync('/dev/full', join(home, 'logs/catalog-desk.1.log'))
    const program = `
      const { openLog } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)})
      const log = await openLog(${JSON.stringify(home)})
      for (let i = 0; i < 2000; i++) log.info({ filling: 'x'.repeat(1000) }, 'lost')
      process.stdout.write('done')
    `
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 20_000,
    })
    expect(run).toMatchObject({ status: 0, stdout: 'done', stderr: '' })
  })
})
