/** The local API under mixed load, and with one answer that holds the whole catalog. */
import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Agent } from 'undici'
import { type LoadCall, openMix, perform } from '../data/load-mix.ts'
import { openPreparedDesk, type PreparedDesk } from '../data/prepared-desk.ts'
import { atMost, type Figure, figureOf, quantile } from '../figure.ts'
import { timed } from '../in-turn.ts'
import { forgetPeak, memoryOf } from '../processes.ts'

const connections = 50

interface Outcome {
  /** Duration of each call in milliseconds. */
  times: number[]
  /** Answers per second. */
  answers: number
}

/**
 * Each connection sends its next request as soon as it has the answer. @throws when a call fails or returns
 * 5xx
 */
async function load(
  address: string,
  next: () => LoadCall,
  headers: Record<string, string>,
  seconds: number,
  seen?: (call: LoadCall, answer: Awaited<ReturnType<typeof perform>>) => void,
): Promise<Outcome> {
  const dispatcher = new Agent({ connections, pipelining: 1 })
  const times: number[] = []
  const started = performance.now()
  const one = async () => {
    while (performance.now() - started < seconds * 1000) {
      const call = next()
      const begun = performance.now()
      const answer = await perform(address, call, headers, dispatcher)
      if (answer.status >= 500) throw new Error(`${call.path} was answered with ${answer.status}`)
      times.push(performance.now() - begun)
      seen?.(call, answer)
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  await dispatcher.close()
  return { times, answers: (times.length * 1000) / (performance.now() - started) }
}

/** Memory growth in megabytes per minute, by least squares. */
function slope(readings: readonly { minutes: number; megabytes: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const [x, y] = [
    mean(readings.map(({ minutes }) => minutes)),
    mean(readings.map(({ megabytes }) => megabytes)),
  ]
  const sum = (of: (reading: (typeof readings)[number]) => number) =>
    readings.reduce((all, one) => all + of(one), 0)
  return sum((one) => (one.minutes - x) * (one.megabytes - y)) / sum((one) => (one.minutes - x) ** 2)
}

/**
 * Searches, items, lookups, pictures and feeds at once. A bare `node:http` server then serves the same
 * answers for comparison.
 */
export async function mixBench(items: number): Promise<Figure[]> {
  const prepared = await openPreparedDesk(items, { sample: true })
  try {
    const { api: address, username, password } = prepared.desk
    const headers = { username, password }
    const idAgent = new Agent()
    const mix = await openMix(async (path) =>
      (await perform(address, { method: 'GET', path }, headers, idAgent)).bytes.toString(),
    )
    await idAgent.close()
    /** One recorded answer per requested path, for the peer. */
    const recorded = new Map<string, { type: string; bytes: Buffer }>()
    const seen = (call: LoadCall, { status, type, bytes }: Awaited<ReturnType<typeof perform>>) => {
      const feedId = /<feedId>(?<id>[^<]+)</.exec(call.kind === 'feed' ? bytes.toString() : '')?.groups?.[
        'id'
      ]
      if (feedId) mix.acknowledged(feedId)
      if (status === 200 && recorded.size < 2000) recorded.set(call.path, { type, bytes })
    }
    await load(address, mix.next, headers, 15, seen)
    const memory: { minutes: number; megabytes: number }[] = []
    const begun = performance.now()
    const reading = setInterval(() => {
      memory.push({ minutes: (performance.now() - begun) / 60_000, megabytes: memoryOf(prepared.pid).now })
    }, 1000)
    const own = await load(address, mix.next, headers, 60, seen)
    clearInterval(reading)
    const plain = await compareWithPlain(recorded, mix.next, headers)
    const p99 = (outcome: Outcome) => quantile(outcome.times, 0.99)
    const peer = 'node:http, the same bytes'
    return [
      figureOf({
        figure: 'mixed load of 50 connections',
        unit: 'answers/s',
        ours: own.answers,
        theirs: plain.answers,
        peer,
      }),
      figureOf({ figure: 'mixed load, a call, p99', unit: 'ms', ours: p99(own), theirs: p99(plain), peer }),
      figureOf({
        ...{
          figure: 'mixed load, memory gained a minute',
          unit: 'MB',
          ours: slope(memory.slice(memory.length / 3)),
        },
        ...{ peer: '', note: 'of one minute; the trial of growth runs longer' },
      }),
    ]
  } finally {
    await prepared.close()
  }
}

async function compareWithPlain(
  recorded: ReadonlyMap<string, { type: string; bytes: Buffer }>,
  next: () => LoadCall,
  headers: Record<string, string>,
): Promise<Outcome> {
  const program = fileURLToPath(new URL('../peers/plain-server.ts', import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answers = [...recorded].map(([path, { type, bytes }]) => [path, type, bytes.toString('base64')])
  child.stdin.write(`${JSON.stringify(answers)}\n`)
  const { address } = JSON.parse((await lines.next()).value ?? '{}') as { address: string }
  // The same mix, limited to the recorded paths.
  const known = () => {
    for (;;) {
      const call = next()
      if (recorded.has(call.path)) return call
    }
  }
  try {
    return await load(address, known, headers, 20)
  } finally {
    child.stdin.end('\n')
  }
}

/** Reads an answer and discards it. @returns its size in bytes */
const read = ({ desk: { api, username, password } }: PreparedDesk, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(api + path, { headers: { username, password }, agent: false })
    sent.on('error', reject)
    sent.on('response', (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('error', reject)
      response.on('end', () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${path}: ${response.statusCode}`)),
      )
    })
    sent.end()
  })

/** One answer with the whole catalog: throughput, and memory while it is sent. */
export async function largeAnswerBench(items: number): Promise<Figure[]> {
  const prepared = await openPreparedDesk(items)
  try {
    const { api, username, password } = prepared.desk
    const everything = `/v2.1/item?since=20000101&limit=${items}`
    const page = '/v2.1/item?since=20000101&limit=100'
    const alone = await timed(() => read(prepared, page))
    forgetPeak(prepared.pid)
    const before = memoryOf(prepared.pid).now
    let bytes = 0
    const took = await timed(async () => {
      bytes = await read(prepared, everything)
    })
    const reading = memoryOf(prepared.pid).peak - before
    forgetPeak(prepared.pid)
    const { hostname, port } = new URL(api)
    const sockets = Array.from({ length: 16 }, () => {
      const socket = connect(Number(port), hostname).pause()
      const head = [
        `GET ${everything} HTTP/1.1`,
        `Host: ${hostname}`,
        `username: ${username}`,
        `password: ${password}`,
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      return socket
    })
    await delay(5000)
    const withSlowClients = await timed(() => read(prepared, page))
    const slow = memoryOf(prepared.pid).peak - before
    for (const socket of sockets) socket.destroy()
    return [
      figureOf({ figure: 'one answer of everything', unit: 'MB/s', ours: bytes / 1e3 / took, peer: '' }),
      figureOf({
        ...{
          figure: 'one answer of everything, memory above what it held before',
          unit: 'MB',
          ours: Math.max(0, reading),
        },
        ...{ peer: '', goal: atMost('ours', 150) },
      }),
      figureOf({
        ...{ figure: '16 clients that stop reading, memory above what it held before', unit: 'MB' },
        ...{ ours: Math.max(0, slow), peer: '', goal: atMost('ours', 150) },
      }),
      figureOf({
        ...{
          figure: '100 items beside clients that stop reading',
          unit: 'ms',
          ours: withSlowClients,
          theirs: alone,
        },
        peer: '100 items before',
      }),
    ]
  } finally {
    await prepared.close()
  }
}
