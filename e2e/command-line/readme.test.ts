import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { get, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { documentedLines } from '../support/documented/documented-lines.ts'
import { createFeed } from '../support/feeds.ts'
import { keepFrontPictures } from '../support/front-pictures.ts'
import type { ServeLine } from '../support/programs/desk.ts'

/**
 * The command lines of the README and of the reference pages, run literally by a shell, in order, in one
 * folder and with one service. Placeholders are replaced: folders, files, the address that `serve` prints,
 * the backup, the sent feed, and the password. `e2e/support/documented/everything-runs.test.ts` checks that
 * every line is run here or elsewhere.
 */
const lines = documentedLines().filter(({ how }) => how === 'here')
const pages = Map.groupBy(lines, ({ page }) => page)
const hasCurl = spawnSync('curl', ['--version']).status === 0
const withTimeout = { timeout: 240_000 }

test('the documented lines include the most used commands', () => {
  const all = lines.map(({ text }) => text).join('\n')
  for (const command of 'serve connect sync import export validate submit backup restore'.split(' '))
    expect(all).toMatch(new RegExp(`(?:desk --|catalog-desk) ${command} `))
})

let reader: Reader
beforeAll(() => {
  reader = new Reader()
})
afterAll(() => reader.close(), 60_000)

// The pages write their lines for a POSIX shell.
describe.skipIf(process.platform === 'win32').each([...pages])('%s', (page, linesOfPage) => {
  test.each(linesOfPage)('$line: $text', withTimeout, async ({ line, text: typed }) => {
    if (typed.startsWith('curl') && !hasCurl) return console.warn('Skipped: curl is not installed')
    await reader.type(typed, `${page}:${line}`)
  })
})

/** Types the lines of the pages in its own folder. */
class Reader {
  readonly #folder = mkdtempSync(join(realpathSync(tmpdir()), 'desk-readme-'))
  readonly #programs = join(this.#folder, 'bin')
  /** The identifier of the feed that `submit` sent, as printed. */
  #sent: string | undefined
  /** The line that started the first service; later lines call that service. */
  #firstServe: string | undefined
  #command: ChildProcess | undefined
  #service: (RunningService & { typed: string }) | undefined

  constructor() {
    mkdirSync(this.#programs)
    mkdirSync(join(this.#folder, 'mnt'))
    const { scripts } = JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8'))
    const start = scripts.desk
      .replace(/^node /, `"${process.execPath}" `)
      .replace('src-main/', `${projectDirectory}/src-main/`)
    // `npm run` takes a second each time; `whole-job.test.ts` tests that it starts the program.
    this.#program(
      'npm',
      `[ "$1" = run ] && shift; [ "$1" = --silent ] && shift; [ "$1 $2" = "desk --" ] || exit 64; shift 2; exec ${start} "$@"`,
    )
    // The installed program; its installation is tested with the package.
    this.#program('catalog-desk', `exec ${start} "$@"`)
    const product = '{"gtin":"9520000000035","name":"Oat drink, barista","brand":"Millbrook"}\n'
    writeFileSync(join(this.#folder, 'products.jsonl.gz'), gzipSync(product))
    writeFileSync(
      join(this.#folder, 'feed.xml'),
      createFeed({ gtin: '9520000000011', title: 'Quince spread' }),
    )
    writeFileSync(join(this.#folder, 'gtins.txt'), '9520000000035\n')
  }

  #program(name: string, commands: string): void {
    writeFileSync(join(this.#programs, name), `#!/bin/sh\n${commands}\n`, { mode: 0o700 })
  }

  /** @param where page and line, for the failure message */
  async type(typed: string, where: string): Promise<void> {
    if (/ serve( |$)/.test(typed)) return this.#serve(typed)
    if (this.#firstServe !== undefined && this.#service?.typed !== this.#firstServe)
      await this.#serve(this.#firstServe)
    await this.#finish(typed, where)
    if (typed.includes(' connect http')) await keepFrontPictures(join(this.#folder, 'copy'))
  }

  /** Stops the running service first, because two programs cannot open the same workspace. */
  async #serve(typed: string): Promise<void> {
    await this.#stop()
    const child = this.#shell(typed)
    const output = text(child.stderr as NodeJS.ReadableStream)
    const ready = await new Promise<string>((resolve) => {
      createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', resolve)
      child.once('exit', () => resolve(''))
    })
    if (ready === '') throw new Error(`It ended before it was ready: ${await output}`)
    this.#firstServe ??= typed
    this.#service = { ...(JSON.parse(ready) as ServeLine), child, typed }
    if (typed.includes('--https')) await trusted(JSON.parse(ready))
  }

  async #stop(): Promise<void> {
    const child = this.#service?.child
    if (!child || child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  async #finish(typed: string, where: string): Promise<void> {
    const child = this.#shell(typed)
    this.#command = child
    const [out, err, [code]] = await Promise.all([
      text(child.stdout as NodeJS.ReadableStream),
      text(child.stderr as NodeJS.ReadableStream),
      once(child, 'exit'),
    ])
    expect(code, `${where}: ${typed}\n${out.slice(0, 2000)}\n${err}`).toBe(0)
    if (typed.includes(' submit ')) this.#sent = /^[\w-]+(?=: )/.exec(out)?.[0]
  }

  #shell(typed: string): ChildProcess {
    return spawn('sh', ['-c', this.#withValues(typed).replace(/^(npm|catalog-desk) /, 'exec $1 ')], {
      cwd: this.#folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PATH: `${this.#programs}:${process.env['PATH']}`,
        CATALOG_DESK_HOME: join(this.#folder, 'home'),
        CATALOG_DESK_PASSWORD: this.#service?.password,
        PASSWORD: this.#service?.password,
        API: this.#service?.api,
      },
    })
  }

  /** The line with its placeholders replaced. */
  #withValues(typed: string): string {
    return typed
      .replace(/\/mnt\/backups\/[\w-]+\/[\w:-]+|\/(tmp|mnt)\//g, (place, root) =>
        root === undefined ? this.#backup() : `${this.#folder}${root === 'tmp' ? '' : place.slice(0, -1)}/`,
      )
      .replace(' 3f2a… ', (place) => (this.#sent === undefined ? place : ` ${this.#sent} `))
      .replaceAll('http://127.0.0.1:8642', this.#service?.api ?? 'http://127.0.0.1:8642')
  }

  #backup(): string {
    const backups = join(this.#folder, 'mnt/backups')
    const [name = ''] = readdirSync(backups)
    const made = readdirSync(join(backups, name)).find((each) => each.endsWith('Z')) ?? ''
    return join(backups, name, made)
  }

  async close(): Promise<void> {
    // The command that a failed test left running.
    this.#command?.kill('SIGKILL')
    await this.#stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

type RunningService = ServeLine & { child: ChildProcess }

/**
 * Expects that a client trusting only the printed certificate is answered, and that its fingerprint was
 * printed.
 */
async function trusted(output: ServeLine & { certificate: string; fingerprint: string }): Promise<void> {
  const { api, username, password, certificate, fingerprint } = output
  const ca = readFileSync(certificate)
  expect(new X509Certificate(ca).fingerprint256).toBe(fingerprint)
  const request = (options: RequestOptions) =>
    new Promise<string>((resolve, reject) => {
      const headers = { username, password }
      get(`${api}/v2.1/brand`, { headers, agent: false, ...options }, (answer) => resolve(text(answer))).on(
        'error',
        reject,
      )
    })
  expect(await request({ ca })).toMatch(/<brands /)
  await expect(request({})).rejects.toThrow(/self-signed/)
}
