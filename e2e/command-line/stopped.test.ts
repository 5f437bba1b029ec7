import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { createFeed } from '../support/feeds.ts'
import { desk } from '../support/programs/desk.ts'
import { Random } from '../trials/random.ts'

/** Ctrl+C during any wait prints a message and exits with the shell's code, without a stack trace. */
const folder = mkdtempSync(join(tmpdir(), 'desk-stopped-'))
const entry = join(projectDirectory, 'src-main/hosts/headless/desk.js')
const copy = join(folder, 'copy')
const sandbox = join(folder, 'sandbox')
const feed = join(folder, 'feed.xml')
const rows = join(folder, 'rows.jsonl')
let service: Server
let address = ''
let isSilent = false
let requestCount = 0

beforeAll(async () => {
  service = createServer((_request, response) => {
    requestCount++
    if (isSilent) return
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end('<retailers total="0" start="0" count="0" resultsPerPage="1"/>')
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  writeFileSync(feed, createFeed({ gtin: '9520000000028', title: 'Medlar jelly' }))
  writeFileSync(
    rows,
    Array.from({ length: 60_000 }, (_, n) => `{"name":"Tea ${n}","gtin":"${n}","brand":"b"}\n`).join(''),
  )
  await desk('connect', address, '--username', 'desk', '--password', 'x', '--data', copy)
  isSilent = true
})
afterAll(() => {
  service.closeAllConnections()
  service.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
  /** Milliseconds from the (first) signal to the end. */
  took: number
}

function start(args: string[]): { child: ChildProcess; stop(...signals: NodeJS.Signals[]): Promise<Ended> } {
  const child = spawn(process.execPath, [entry, ...args], { cwd: projectDirectory })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (piece: Buffer) => {
    stdout += piece.toString()
  })
  child.stderr.on('data', (piece: Buffer) => {
    stderr += piece.toString()
  })
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  return {
    child,
    async stop(...signals) {
      const begun = performance.now()
      for (const signal of signals) {
        if (signal !== signals[0]) await delay(600)
        child.kill(signal)
      }
      const [code, signal] = await closed
      return { code, signal, stdout, stderr, took: performance.now() - begun }
    },
  }
}

/** Returns everything that a command prints to standard error; a command that keeps waiting is killed. */
async function stderrOf(args: string[]): Promise<string> {
  const { child, stop } = start(args)
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 20_000)
  const { stderr } = await stop()
  clearTimeout(killTimer)
  return stderr
}

const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Expects a message, no stack trace, and the exit code of the signal. */
function expectMessage({ code, stderr, stdout }: Ended, signal: keyof typeof codes, words: RegExp): void {
  expect(stderr + stdout).not.toMatch(/^\s+at /m)
  expect(stderr).toMatch(words)
  expect(code).toBe(codes[signal])
}

const withTimeout = { timeout: 240_000 }
const requestAfter = async (since: number): Promise<void> =>
  expect.poll(() => requestCount, { timeout: 30_000 }).toBeGreaterThan(since)

describe('while a service does not answer', () => {
  test.each<[string, () => string[], RegExp]>([
    [
      'connect',
      () => ['connect', address, '--username', 'd', '--password', 'x', '--data', join(folder, 'new')],
      /connection is as it was before/,
    ],
    ['sync', () => ['sync', '--data', copy], /next sync continues/],
    [
      'submit --wait',
      () => ['submit', feed, '--as', 'create', '--wait', '--data', copy],
      /stays in the outbox/,
    ],
  ])('%s ends within two seconds', withTimeout, async (_name, args, words) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const before = requestCount
      const { stop } = start(args())
      await requestAfter(before)
      const ended = await stop(signal)
      expectMessage(ended, signal, words)
      // An orderly stop takes two seconds at most; a loaded computer needs longer to end a process.
      expect(ended.took).toBeLessThan(8000)
    }
  })

  test('a second Ctrl+C skips the orderly stop', withTimeout, async () => {
    const before = requestCount
    const { stop } = start(['sync', '--data', copy])
    await requestAfter(before)
    const ended = await stop('SIGINT', 'SIGINT')
    expectMessage(ended, 'SIGINT', /next sync continues/)
  })
})

describe('while the reader of a pipe does not read', () => {
  test('export ends', withTimeout, async () => {
    const run = start([
      'serve',
      '--sandbox',
      '--sample',
      '--ui-port',
      '0',
      '--api-port',
      '0',
      '--json',
      '--data',
      sandbox,
    ])
    await once(run.child.stdout as NodeJS.ReadableStream, 'data')
    expect((await run.stop('SIGINT')).code).toBe(0)
    const child = spawn(
      process.execPath,
      [entry, 'export', '--format', 'items', '--to', '-', '--data', sandbox],
      {
        cwd: projectDirectory,
      },
    )
    let stderr = ''
    child.stderr.on('data', (piece: Buffer) => {
      stderr += piece.toString()
    })
    await once(child.stdout, 'readable')
    await delay(1000)
    child.kill('SIGINT')
    const [code] = await once(child, 'exit')
    expect(stderr).toMatch(/cut off/)
    expect(code).toBe(130)
  })
})

describe('at a random time', () => {
  const commands: [name: string, args: () => string[]][] = [
    ['serve', () => ['serve', '--ui-port', '0', '--api-port', '0', '--data', join(folder, 'served')]],
    [
      'connect',
      () => ['connect', address, '--username', 'd', '--password', 'x', '--data', join(folder, 'n')],
    ],
    ['sync', () => ['sync', '--data', copy]],
    ['quarantine', () => ['quarantine', '--retry', '--data', copy]],
    ['import', () => ['import', rows, '--to', 'drafts', '--data', join(folder, 'imported')]],
    ['export', () => ['export', '--format', 'csv', '--to', '-', '--data', sandbox]],
    ['validate', () => ['validate', feed]],
    ['submit', () => ['submit', feed, '--as', 'create', '--wait', '--data', copy]],
    ['status', () => ['status', '--data', copy]],
    ['rebuild', () => ['rebuild', '--data', sandbox]],
    ['check', () => ['check', '--data', sandbox]],
    ['backup', () => ['backup', '--data', sandbox, '--to', join(folder, 'backups')]],
    ['restore', () => ['restore', join(folder, 'none'), '--data', join(folder, 'restored')]],
  ]
  test.each(commands)('%s', async (name, args) => {
    const random = new Random(name.length)
    // Stops the command before the program runs, then at random times of its work; half of the commands start
    // with the other signal.
    for (const [round, within] of [60, 900, 2500].entries()) {
      const signal = (round + name.length) % 2 === 0 ? 'SIGINT' : 'SIGTERM'
      const moment = (random.below(1000) / 1000) * within
      const { child, stop } = start(args())
      await Promise.race([delay(moment), once(child, 'exit')])
      const ended = await stop(signal)
      const seen = `${name} ${signal} after ${Math.round(moment)} ms: ${ended.code} ${ended.signal} ${ended.stderr}`
      expect(ended.stderr + ended.stdout, seen).not.toMatch(/^\s+at /m)
      expect(ended.took, seen).toBeLessThan(20_000)
      // The command was killed before it listened for signals, ended by itself, or was stopped with a
      // message.
      if (ended.signal !== null && ended.stderr !== '')
        expect(ended.stderr, seen).toBe(await stderrOf(args()))
      if (ended.signal !== null) continue
      if (ended.code === codes[signal]) expect(ended.stderr, seen).toMatch(/Stopped/)
      else expect([0, 1], seen).toContain(ended.code)
    }
  })
})

describe('an unexpected failure', () => {
  test.each([
    ['an exception', "setTimeout(() => { throw new TypeError('a.b is not a function') }, 20)"],
    ['a rejected promise', "setTimeout(() => Promise.reject(new TypeError('a.b is not a function')), 20)"],
  ])(
    '%s prints one plain line and exits with code 70, with a stack trace only in debug mode',
    withTimeout,
    async (_how, code) => {
      for (const debug of [false, true]) {
        const program = `import('${join(projectDirectory, 'src-main/hosts/headless/stop.ts')}').then(({ listenForStops }) => { listenForStops(); ${code}; setTimeout(() => {}, 5000) })`
        const env = { ...process.env, ...(debug && { CATALOG_DESK_DEBUG: '1' }) }
        const child = spawn(process.execPath, ['--eval', program], { env })
        let stderr = ''
        child.stderr.on('data', (piece: Buffer) => {
          stderr += piece.toString()
        })
        const [exit] = await once(child, 'close')
        expect(exit).toBe(70)
        expect(stderr).toMatch(/^Catalog Desk failed unexpectedly: a\.b is not a function/)
        expect(/^\s+at /m.test(stderr)).toBe(debug)
      }
    },
  )
})
