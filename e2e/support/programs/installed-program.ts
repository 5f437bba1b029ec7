import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect } from '../../pages/expect.ts'
import { createFeed } from '../feeds.ts'
import type { ServeLine } from './desk.ts'

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** An installed `catalog-desk`, run from a folder outside this checkout. */
export class InstalledProgram {
  readonly executable: string
  /** The working folder of its commands, which also contains the home of the program. */
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
  readonly #started: ChildProcess[] = []

  constructor(executable: string, folder: string, environment: NodeJS.ProcessEnv = {}) {
    this.executable = executable
    this.folder = folder
    mkdirSync(folder, { recursive: true })
    // Only variables of a user's terminal, without those of npm, Vitest or the checkout.
    const { PATH, TMPDIR, CHROMIUM_PATH } = process.env
    this.environment = {
      ...{ PATH, TMPDIR, CHROMIUM_PATH, HOME: folder },
      CATALOG_DESK_HOME: join(folder, 'home'),
      ...environment,
    }
  }

  start(...args: string[]): ChildProcess {
    const { folder: cwd, environment: env } = this
    const child = spawn(this.executable, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#started.push(child)
    return child
  }

  /** Stops processes that a failed test left running. */
  end(): void {
    for (const child of this.#started) child.kill('SIGTERM')
  }

  /** Runs one command to its end, whatever its exit code is. */
  run = (...args: string[]): Promise<Ended> => ended(this.start(...args))

  /** Runs a command that succeeds. @returns its standard output */
  async succeed(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(...args)
    expect(code, `catalog-desk ${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0)
    return stdout
  }

  /** Starts `serve` on free ports and waits for its ready line. */
  async serve(...args: string[]): Promise<ServeLine & { stop(signal: NodeJS.Signals): Promise<Ended> }> {
    const child = this.start('serve', '--ui-port', '0', '--api-port', '0', '--json', ...args)
    const end = ended(child)
    const line = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', resolve)
      void end.then(({ stderr }) => reject(new Error(`serve ended before it was ready: ${stderr}`)))
    })
    return {
      ...(JSON.parse(line) as ServeLine),
      stop(signal) {
        child.kill(signal)
        return end
      },
    }
  }

  /** Stops a command while it waits for a service that does not answer. */
  async stopWhileWaiting(signal: NodeJS.Signals): Promise<Ended> {
    const silent = createServer()
    const requested = once(silent, 'request')
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const data = join(this.folder, `stopped by ${signal}`)
    const child = this.start('connect', address, '--username', 'u', '--password', 'p', '--data', data)
    const end = ended(child)
    await Promise.race([requested, end])
    child.kill(signal)
    const result = await end
    silent.closeAllConnections()
    silent.close()
    return result
  }
}

async function ended(child: ChildProcess): Promise<Ended> {
  const closed = once(child, 'close')
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    closed,
  ])
  return { code, stdout, stderr }
}

/** Writes a file with one item that `import` accepts. @returns its path */
export function fileWithItem(folder: string): string {
  const path = join(folder, 'more.csv')
  writeFileSync(path, 'gtin,name,brand\n9520000000035,"Oat drink, barista",Millbrook\n')
  return path
}

/**
 * The main workflow on the command line of an installed program: copies a service's catalog (or a slice of
 * it, by options of `sync`), validates a feed, exports a printed catalogue. Fails if any step fails.
 */
export async function copyCatalog(program: InstalledProgram, service: ServeLine, ...slice: string[]) {
  const data = ['--data', join(program.folder, 'copy')]
  const { api, username, password } = service
  await program.succeed('connect', api, '--username', username, '--password', password, ...data)
  const synced = JSON.parse(await program.succeed('sync', '--json', ...slice, ...data))
  expect(synced).toMatchObject({ outcome: 'completed' })
  expect(synced.items).toBeGreaterThan(0)

  writeFileSync(join(program.folder, 'wrong.xml'), createFeed({ gtin: '9520000000016', title: 'Quince' }))
  const wrong = await program.run('validate', 'wrong.xml')
  expect(wrong).toMatchObject({ code: 1, stdout: expect.stringContaining('GTIN_INVALID') })

  // The fonts of a printed catalogue are files of the program.
  await program.succeed('export', '--format', 'pdf', '--to', 'printed.pdf', ...data)
  const pdf = readFileSync(join(program.folder, 'printed.pdf'), 'latin1')
  expect(pdf.startsWith('%PDF-')).toBe(true)
  expect(pdf).toContain('DejaVuSansCondensed')
}

/**
 * Sends a feed with one new item from the copy, waits until the service has accepted the item, and checks the
 * status.
 */
export async function sendFeed(program: InstalledProgram): Promise<void> {
  const data = ['--data', join(program.folder, 'copy')]
  const feed = join(program.folder, 'feed.xml')
  writeFileSync(feed, createFeed({ gtin: '9520000000011', title: 'Quince spread' }))
  const sent = await program.succeed('submit', feed, '--as', 'create', '--wait', '--json', ...data)
  expect(JSON.parse(sent)).toMatchObject({ state: 'done', counters: { succeeded: 1, failed: 0 } })
  expect(JSON.parse(await program.succeed('status', '--json', ...data))).toMatchObject({
    counts: { done: 1 },
  })
}
