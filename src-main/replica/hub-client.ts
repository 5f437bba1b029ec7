import type { FeedProgress } from '../../src-shared/feeds/status/status-report.ts'
import type { FeedIntake } from '../feeds/targets/sandbox/index.ts'
import { ApiError, type ChangeAnswer, changeAnswer, hubPath, longPoll } from '../local-api/index.ts'
import { type ErrorShape, errorFromShape } from '../storage/index.ts'

/** Maximum bytes of an answer: a page of changes may end with one large record, and a picture may be large. */
const maxAnswer = 256 * 1024 * 1024
/** A hub permits 128 connections to all its replicas together. */
const maxConnections = 16
/** Timeouts in milliseconds: to connect, for a silent answer, and for a short call and a call with many bytes. */
const timeouts = { connect: 3000, silent: 10_000, short: 5000, large: 120_000 }

/** The hub does not have the number any more, or has another log. */
export class LogGone extends Error {}

export type HubClient = Awaited<ReturnType<typeof createHubClient>>

/** Calls a hub. Calls fail with an error when the hub cannot be reached or answers unexpectedly. */
export async function createHubClient({
  address,
  username,
  password,
}: {
  /** The base address of the hub's local API. */
  address: string
  username: string
  password: string
}) {
  const { Agent, request } = await import('undici')
  const connect = { timeout: timeouts.connect }
  const dispatcher = new Agent({ connect, connections: maxConnections })
  // Of its own, so that it waits for no feed.
  const poll = new Agent({
    ...{ connect, connections: 1 },
    ...{ headersTimeout: longPoll + timeouts.silent, bodyTimeout: timeouts.silent },
  })
  const headers = { username, password: Buffer.from(password).toString('latin1') }

  async function call(
    path: string,
    query: Record<string, string | number | undefined> = {},
    {
      method = 'GET',
      body,
      timeout = timeouts.short,
      signal,
    }: { method?: 'GET' | 'POST'; body?: Uint8Array; timeout?: number; signal?: AbortSignal } = {},
  ): Promise<{ status: number; bytes: Buffer }> {
    const given = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value))
    const limit = AbortSignal.timeout(timeout)
    const response = await request(`${address}${hubPath}${path}?${given}`, {
      ...{ method, dispatcher: path === 'changes' ? poll : dispatcher, body: body ?? null },
      headers: { ...headers, ...(body && { 'content-type': 'application/xml' }) },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    const pieces: Buffer[] = []
    let size = 0
    for await (const piece of response.body as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > maxAnswer) throw new Error(`The hub's answer is larger than ${maxAnswer} bytes.`)
      pieces.push(piece)
    }
    return { status: response.statusCode, bytes: Buffer.concat(pieces) }
  }
  const parsed = ({ status, bytes }: { status: number; bytes: Buffer }): unknown => {
    if (status === 403) throw new Error('The hub refused the user name or the password of replicas.')
    if (status !== 200) throw new Error(`The hub answered with status ${status}.`)
    return JSON.parse(bytes.toString())
  }

  return {
    /**
     * The changes after a number; waits for the next one if there are none.
     * @throws LogGone
     */
    async changes(
      { after, log, state }: { after: number; log: string | undefined; state: string | undefined },
      signal: AbortSignal,
    ): Promise<ChangeAnswer> {
      const answer = await call('changes', { after, log, state }, { signal, timeout: timeouts.large })
      if (answer.status === 410) throw new LogGone('The hub does not have this number.')
      return changeAnswer.parse(parsed(answer))
    },
    /** A picture's bytes; undefined if the hub has none. @throws ApiError */
    async picture(sha256: string): Promise<Uint8Array | undefined> {
      const { status, bytes } = await call(`pictures/${sha256}`, {}, { timeout: timeouts.large }).catch(
        failed(),
      )
      if (status === 404) return undefined
      if (status !== 200) throw unreachable()
      return bytes
    },
    async used(username: string): Promise<{ items: number; requests: number }> {
      return parsed(await call('usage', { username })) as { items: number; requests: number }
    },
    /** False if the user would exceed the limit. */
    async takeItems(username: string, items: number, limit: number): Promise<boolean> {
      return taken(parsed(await call('usage', { username, items, limit }, { method: 'POST' })))
    },
    async addUsage(username: string, counts: { items: number; requests: number }): Promise<void> {
      parsed(await call('usage', { username, ...counts }, { method: 'POST' }))
    },
    feedIntake: {
      async submit({ kind, body, username, upc, idempotencyKey: key }) {
        const answer = await call(
          'feeds',
          { kind, username, upc, key },
          { method: 'POST', body, timeout: timeouts.large },
        ).catch(
          failed(
            'It may have the feed all the same: ask for its status, or send it again with the same Idempotency-Key.',
          ),
        )
        if (answer.status === 422) throw errorFromShape(JSON.parse(answer.bytes.toString()) as ErrorShape)
        if (answer.status !== 200) throw unreachable('Nothing was stored.')
        return JSON.parse(answer.bytes.toString()) as { feedId: string }
      },
      async status({ family, username, offset, limit, feedId }) {
        const answer = await call('feeds', { family, username, offset, limit, feedId }).catch(failed())
        if (answer.status !== 200) throw unreachable()
        const { report } = JSON.parse(answer.bytes.toString()) as { report: FeedProgress | null }
        return report ?? undefined
      },
    } satisfies FeedIntake,
    async close(): Promise<void> {
      await Promise.all([poll.destroy(), dispatcher.destroy()])
    },
  }
}

const taken = (answer: unknown): boolean => (answer as { taken: boolean }).taken

const unreachable = (then = ''): ApiError =>
  new ApiError(
    503,
    `The hub of this replica cannot be reached. ${then} Try again later.`.replace('  ', ' '),
    {
      headers: { 'Retry-After': '10' },
    },
  )
const failed = (then?: string) => (): never => {
  throw unreachable(then)
}
