/** Another client of the local API, which keeps calling during an attack. */
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { itemCount } from './catalog-server.ts'

export interface LoadResult {
  p50: number
  p95: number
  worst: number
  calls: number
  /** Number of calls not answered with 200, by status or error. */
  failures: Record<string, number>
}

interface Load {
  /** Stops the calls, waits for those in progress, and returns the figures. */
  end(): Promise<LoadResult>
}

/** Interval between calls in milliseconds. The time of a call is measured from when it was due. */
const every = 20
const maxAtATime = 4
const maxCallTime = 30_000

const paths = (turn: number): string => {
  const kinds = [
    `/v2.1/item/i${(turn * 37) % itemCount}`,
    `/v2.1/item?q=oat+drink+${turn % 100}&limit=10`,
    '/v2.1/brand?limit=10',
    '/v2.1/manufacturer',
  ]
  return kinds[turn % kinds.length] ?? ''
}

export function startLoad({
  api,
  username,
  password,
}: {
  api: string
  username: string
  password: string
}): Load {
  const dispatcher = new Agent({
    connections: maxAtATime,
    headersTimeout: maxCallTime,
    bodyTimeout: maxCallTime,
  })
  const times: number[] = []
  const failures: Record<string, number> = {}
  const stopping = new AbortController()
  let due = performance.now()
  let turn = 0

  const call = async (path: string): Promise<string | undefined> => {
    const { statusCode, body } = await request(`${api}${path}`, {
      dispatcher,
      headers: { username, password },
    })
    await body.dump()
    return statusCode === 200 ? undefined : String(statusCode)
  }
  const client = async () => {
    while (!stopping.signal.aborted) {
      const at = due
      due += every
      await delay(Math.max(0, at - performance.now()))
      const failure = await call(paths(turn++)).catch(
        (error: Error & { code?: string }) => error.code ?? error.name,
      )
      times.push(performance.now() - at)
      if (failure !== undefined) failures[failure] = (failures[failure] ?? 0) + 1
    }
  }
  const clients = Array.from({ length: maxAtATime }, client)
  return {
    async end() {
      stopping.abort()
      await Promise.all(clients)
      await dispatcher.destroy()
      const sorted = times.toSorted((a, b) => a - b)
      const at = (part: number) => Math.round((sorted[Math.floor((sorted.length - 1) * part)] ?? 0) * 10) / 10
      return { p50: at(0.5), p95: at(0.95), worst: at(1), calls: times.length, failures }
    },
  }
}
