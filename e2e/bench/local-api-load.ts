/**
 * Mixed load on the local API: reads, feeds and pictures at once. `node e2e/bench/local-api-load.ts [minutes]
 * [connections] [items]`, 10, 50 and 20,000 unless told. Every connection asks again as soon as it was answered. The
 * server is the whole application in a process of its own; beside it, `node:http` alone hands out the same bytes.
 * Figures drift with the machine; the ratio to the peer holds.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Agent } from 'undici'
import { leanProcess } from '../../src-main/hosts/launch/desk-process.ts'
import { type LoadCall, openMix, perform } from './load-mix.ts'
import { memorySlope, memoryTable, type TimedReading } from './memory-reading.ts'

const [minutes = 10, connections = 50, items = 20_000] = process.argv.slice(2).map(Number)
const directory = mkdtempSync(join(tmpdir(), 'local-api-load-'))
const warmUp = Math.min(30, minutes * 6) * 1000
/** Memory is read this often, and printed every third time, in milliseconds. */
const readEvery = 10_000
/** Memory that rises by no more than this is flat, in MB a minute: in ten minutes, less than it goes up and down. */
const flat = 2

/** A program of this folder that says one line for each it is sent. */
function start(program: string, ...options: string[]) {
  const path = fileURLToPath(new URL(program, import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [...leanProcess.options, path, ...options], {
    env: leanProcess.environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  const read = async () => JSON.parse((await lines.next()).value ?? 'null')
  // One that has ended already cannot be told to.
  child.stdin?.on('error', () => {})
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  return {
    read,
    ask: (line = '') => {
      child.stdin?.write(`${line}\n`)
      return read()
    },
    end: () => {
      child.stdin?.end('\n')
      return ended
    },
  }
}

interface Outcome {
  times: Map<string, number[]>
  statuses: Map<number, number>
  /** Connections that ended without an answer. */
  failures: number
  milliseconds: number
}

async function load(
  address: string,
  next: () => LoadCall,
  headers: Record<string, string>,
  milliseconds: number,
  seen?: (call: LoadCall, answer: { status: number; type: string; bytes: Buffer }) => void,
): Promise<Outcome> {
  const dispatcher = new Agent({ connections, pipelining: 1 })
  const outcome: Outcome = { times: new Map(), statuses: new Map(), failures: 0, milliseconds: 0 }
  const started = performance.now()
  const one = async () => {
    while (performance.now() - started < milliseconds) {
      const call = next()
      const begun = performance.now()
      try {
        const answer = await perform(address, call, headers, dispatcher)
        const times = outcome.times.get(call.kind) ?? []
        times.push(performance.now() - begun)
        outcome.times.set(call.kind, times)
        outcome.statuses.set(answer.status, (outcome.statuses.get(answer.status) ?? 0) + 1)
        seen?.(call, answer)
      } catch {
        outcome.failures += 1
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  outcome.milliseconds = performance.now() - started
  await dispatcher.close()
  return outcome
}

const quantile = (sorted: number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0
const summary = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b)
  return {
    count: times.length,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    worst: sorted.at(-1) ?? 0,
  }
}
const say = (what: string, figure: string) => console.log(`${what.padEnd(34)} ${figure}`)
const figures = (times: number[]) => {
  const { count, p50, p95, p99, worst } = summary(times)
  return `${String(count).padStart(8)}  p50 ${p50.toFixed(1)}  p95 ${p95.toFixed(1)}  p99 ${p99.toFixed(1)}  worst ${worst.toFixed(0)} ms`
}
const all = (outcome: Outcome) => [...outcome.times.values()].flat()
const perSecond = (outcome: Outcome) => (all(outcome).length / outcome.milliseconds) * 1000

const server = start('local-api-server.ts', directory, String(items))
try {
  const { address, username, password } = await server.read()
  const headers = { username, password }
  const asking = new Agent()
  const mix = await openMix(async (path) =>
    (await perform(address, { method: 'GET', path }, headers, asking)).bytes.toString(),
  )
  await asking.close()

  /** One answer of every path asked, for the peer. */
  const recorded = new Map<string, { call: LoadCall; type: string; bytes: Buffer }>()
  const seen = (call: LoadCall, { status, type, bytes }: Awaited<ReturnType<typeof perform>>) => {
    const feedId = /<feedId>(?<id>[^<]+)</.exec(call.kind === 'feed' ? bytes.toString() : '')?.groups?.['id']
    if (feedId) mix.acknowledged(feedId)
    if (status === 200 && recorded.size < 2000) recorded.set(call.path, { call, type, bytes })
  }
  await load(address, mix.next, headers, warmUp, seen)
  let feeds = 0
  const loadBegan = performance.now()
  const memory: TimedReading[] = []
  const read = async () => {
    const milliseconds = performance.now() - loadBegan
    memory.push({ ...(await server.ask()), milliseconds, feeds })
  }
  await read()
  const sampling = setInterval(read, readEvery)
  const own = await load(address, mix.next, headers, minutes * 60_000, (call, answer) => {
    if (call.kind === 'feed') feeds += 1
    seen(call, answer)
  })
  clearInterval(sampling)
  await read()

  console.log(
    `\n${minutes} minutes, ${connections} connections, ${items} items and the sample catalog, after ${warmUp / 1000} s to warm up`,
  )
  for (const [kind, times] of [...own.times].sort()) say(kind, figures(times))
  say('everything', `${figures(all(own))}  ${perSecond(own).toFixed(0)} /s`)
  const failed = [...own.statuses]
    .filter(([status]) => status >= 500)
    .reduce((sum, [, count]) => sum + count, 0)
  say(
    'answers by status',
    [...own.statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  )
  say('answers 5xx', String(failed))
  say('connections without an answer', String(own.failures))
  console.log(
    '\nmemory of the server in MB; of each heap what is used / held + outside it; "no heap" is the rest',
  )
  const printed = memory.filter((_, index) => index % 3 === 0 || index === memory.length - 1)
  for (const line of memoryTable(printed)) console.log(line)
  const { slope, error } = memorySlope(memory)
  const verdict =
    slope <= flat ? 'flat' : slope <= flat + 2 * error ? 'flat as far as so short a run can tell' : 'NOT flat'
  say(
    'memory, last two thirds',
    `${slope.toFixed(1)} ± ${error.toFixed(1)} MB a minute: ${verdict} (up to ${flat})`,
  )
  const last = memory.at(-1)?.rss ?? 0
  const most = Math.max(...memory.map(({ rss }) => rss))
  say(
    'memory at the end',
    `${(last / 1024 / 1024).toFixed(0)} MB, at most ${(most / 1024 / 1024).toFixed(0)} MB`,
  )

  const peer = start('plain-server.ts')
  const answers = [...recorded.values()].map(({ call, type, bytes }) => [
    call.path,
    type,
    bytes.toString('base64'),
  ])
  const { address: peerAddress } = await peer.ask(JSON.stringify(answers))
  // The same mix, of what is recorded.
  const known = () => {
    for (;;) {
      const call = mix.next()
      if (recorded.has(call.path)) return call
    }
  }
  const plain = await load(peerAddress, known, headers, Math.min(60_000, minutes * 6000))
  await peer.end()
  say('node:http, the same bytes', `${figures(all(plain))}  ${perSecond(plain).toFixed(0)} /s`)
  const [a, b] = [summary(all(own)), summary(all(plain))]
  say(
    'ratio to node:http',
    `p50 ${(a.p50 / b.p50).toFixed(1)}, p99 ${(a.p99 / b.p99).toFixed(1)} times as long; ${(perSecond(own) / perSecond(plain)).toFixed(2)} of its calls a second`,
  )
  process.exitCode = failed > 0 || own.failures > 0 ? 1 : 0
} finally {
  await server.end()
  rmSync(directory, { recursive: true, force: true })
}
