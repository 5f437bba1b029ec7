import { feedKinds, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { documents } from '../../../../src-shared/vocabulary/documents.ts'
import { namespaceName } from '../../../../src-shared/vocabulary/namespaces.ts'
import { catalogReader, type ItemQuery, itemPieceReader } from '../../../catalog/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Storage } from '../../../storage/index.ts'
import { type CallOptions, UpstreamError } from '../../../upstream/index.ts'
import type { FeedTarget } from '../index.ts'
import { type FeedIntake, refusalWords } from './feed-intake.ts'

interface SandboxTargetOptions {
  storage: Storage
  /** Ingestion of this workspace. */
  intake: FeedIntake
  /** User to whom the feeds belong. */
  username: string
  clock: Clock
}

/**
 * The service of a sandbox for its own outbox. It uses the same ingestion and catalog, and gives the same
 * answers and refusals, as for other programs over HTTP, but without connections, credentials, limits and
 * simulated faults.
 */
export function sandboxTarget({ storage, intake, username, clock }: SandboxTargetOptions) {
  const catalog = storage.reader(catalogReader)

  const reportHeaders = ({ onHeaders }: CallOptions, more: Record<string, string> = {}) =>
    onHeaders?.({ date: new Date(clock.now()).toUTCString(), ...more })

  return {
    kinds: feedKinds,
    probe: async () => undefined,
    async submitFeed({ kind, body, upc, idempotencyKey }) {
      try {
        return await intake.submit({ kind, body, upc, idempotencyKey, username })
      } catch (error) {
        throw submissionError(error)
      }
    },
    async feedStatus({ kind, feedId, offset, limit }, options = {}) {
      const family = kinds[kind].payload.name
      const report = await withServerFailure(intake.status({ family, feedId, username, offset, limit }))
      reportHeaders(
        options,
        report?.idempotencyKey === undefined ? {} : { 'idempotency-key': report.idempotencyKey },
      )
      return report && kinds[kind].payload.status.reportOf(report, offset)
    },
    async itemPage({ id, upc, limit = 1 }, options = {}) {
      const query: ItemQuery = {
        id,
        upc,
        idx: 0,
        limit,
        version: 'v2.1',
        profile: 'complete',
        media: 'none',
      }
      const { total, bodies } = await withServerFailure(recordsOf(query))
      reportHeaders(options)
      if (id !== undefined && total === 0)
        throw new UpstreamError('not-found', say`The service does not have it. There is no item ${id}.`, {
          status: 404,
        })
      const namespace = namespaceName(documents.items.namespace)
      const start = `<items xmlns="${namespace}" start="0" count="${bodies.count}" total="${total}">`
      return Buffer.concat([Buffer.from(start), ...bodies.pieces, Buffer.from('</items>')])
    },
  } satisfies FeedTarget

  async function recordsOf(
    query: ItemQuery,
  ): Promise<{ total: number; bodies: { count: number; pieces: Uint8Array[] } }> {
    const { body, count, total, large } = await catalog.answer(query)
    if (large === undefined) return { total, bodies: { count, pieces: [body] } }
    const snapshot = storage.snapshot()
    try {
      const reader = snapshot.reader(itemPieceReader)
      const found = await reader.find(query)
      const pieces: Uint8Array[] = []
      for (let at = 0; at < found.seqs.length; ) {
        const { taken, body: piece } = await reader.piece(query, [...found.seqs.subarray(at)])
        if (taken === 0) throw new Error('The snapshot has lost a record that it had.')
        at += taken
        pieces.push(piece)
      }
      return { total: found.total, bodies: { count: found.seqs.length, pieces } }
    } finally {
      snapshot.end()
    }
  }
}

/** Error codes after which nothing of a feed is stored. */
const notStoredCodes = new Set(['disk-full', 'read-only', 'not-allowed', 'locked'])

function submissionError(error: unknown): UpstreamError {
  const refusal = refusalWords(error)
  if (!refusal) return serverFailure(error, !(error instanceof PlainError && notStoredCodes.has(error.code)))
  return new UpstreamError(
    'refused',
    say`The service refused the feed (400). The service says: ${refusal.detail}`,
    {
      status: 400,
      isServicesOwn: true,
      problems: refusal.invalidParams.map(({ name, reason }) => ({
        code: 'refused',
        path: name,
        message: reason,
      })),
    },
  )
}

function serverFailure(cause: unknown, mayHaveArrived: boolean): UpstreamError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new UpstreamError('server', say`The service failed. ${reason}`, {
    status: 500,
    mayHaveArrived,
    cause,
  })
}

const withServerFailure = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw serverFailure(error, true)
  })
