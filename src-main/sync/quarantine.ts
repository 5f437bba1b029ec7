import { PlainError } from '../../src-shared/plain-error.ts'
import type { Procedures } from '../../src-shared/rpc/procedure.ts'
import type { syncContract } from '../../src-shared/sync/contract.ts'
import { counted, say } from '../../src-shared/texts/say.ts'
import { type ItemPageQuery, type Upstream, UpstreamError } from '../upstream/index.ts'
import type { SyncErrorCode } from './contract.ts'
import type { KeepAnswer } from './store/answer-keeping.ts'
import type { SyncReader } from './store/sync-reader.ts'
import type { SyncWriter } from './store/sync-writer.ts'

interface QuarantineParts {
  reader: SyncReader
  writer: SyncWriter
  upstream: Upstream
  keepAnswer: KeepAnswer
  /** Aborted when the sync is closed. */
  signal: AbortSignal
}
type QuarantineContract = Pick<
  typeof syncContract,
  'quarantine' | 'quarantinedAnswer' | 'retryQuarantined' | 'dropQuarantined'
>

/** The procedures for quarantined pages. */
export function openQuarantine({ reader, writer, upstream, keepAnswer, signal }: QuarantineParts) {
  /**
   * Requests each item named in the broken page separately, because the list may have moved; if none is
   * named, requests the page again.
   */
  async function requestAgain(query: ItemPageQuery, itemIds: string[]): Promise<Uint8Array[]> {
    if (itemIds.length === 0) return [await upstream.itemPage(query, { signal })]
    const { profile, media } = query
    const responses: Uint8Array[] = []
    for (const id of itemIds) {
      const answer = await upstream.itemPage({ id, profile, media }, { signal }).catch(ignoreNotFound)
      if (answer) responses.push(answer)
    }
    return responses
  }

  /** Returns the number of items stored; undefined if the page is still unreadable, which is recorded. */
  async function retry(id: number): Promise<number | undefined> {
    const page = await reader.quarantinedPage(id)
    if (!page) throw notFound(id)
    try {
      const responses = await requestAgain(page.query, page.itemIds)
      return await keepAnswer(responses, (readable) => writer.putRetried(id, page.run, readable), signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof UpstreamError || error instanceof PlainError)) throw error
      await writer.noteRetry(id, error.message)
      return undefined
    }
  }

  return {
    quarantine: () => reader.quarantine(),
    /** @throws PlainError `PAGE_NOT_FOUND` */
    async quarantinedAnswer({ id }) {
      const answer = await reader.quarantinedAnswer(id)
      if (!answer) throw notFound(id)
      return answer
    },
    /** @throws PlainError `PAGE_NOT_FOUND` */
    async retryQuarantined({ id }) {
      const ids = id === undefined ? (await reader.quarantine()).map((page) => page.id) : [id]
      let kept = 0
      let failed = 0
      for (const each of ids) {
        const items = await retry(each)
        if (items === undefined) failed++
        else kept += items
      }
      const remaining = await reader.quarantined()
      const message =
        failed === 0
          ? say`Saved: ${counted(kept, 'item')}.`
          : say`${counted(failed, 'page still cannot be read', 'pages still cannot be read')}.`
      return { kept, remaining, message }
    },
    async dropQuarantined({ id }) {
      await writer.dropQuarantined(id)
      return reader.quarantine()
    },
  } satisfies Procedures<QuarantineContract>
}

function ignoreNotFound(error: unknown): undefined {
  if (error instanceof UpstreamError && error.kind === 'not-found') return undefined
  throw error
}

const notFound = (id: number) =>
  new PlainError<SyncErrorCode>('PAGE_NOT_FOUND', say`There is no page ${id} in quarantine.`)
