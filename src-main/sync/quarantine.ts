import { type Remote, StoreError } from '../storage/index.ts'
import { type ItemPageQuery, type Upstream, UpstreamError } from '../upstream/index.ts'
import type { KeepAnswer } from './keep-answer.ts'
import { type Sync, SyncError } from './sync.ts'
import type { syncReader } from './sync-reader.ts'
import type { syncWriter } from './sync-writer.ts'

interface QuarantineParts {
  reader: Remote<ReturnType<typeof syncReader.open>>
  writer: Remote<ReturnType<typeof syncWriter.open>>
  upstream: Upstream
  keepAnswer: KeepAnswer
}
type Quarantine = Pick<Sync, 'quarantine' | 'quarantinedAnswer' | 'retryQuarantined' | 'dropQuarantined'>

/** Pages and single items that could not be read: looked at, asked for again, dropped. */
export function openQuarantine({ reader, writer, upstream, keepAnswer }: QuarantineParts): Quarantine {
  /** Items named in the broken page by themselves, as the list may have moved since; else the same page again. */
  async function askAgain(query: ItemPageQuery, itemIds: string[]): Promise<Uint8Array[]> {
    if (itemIds.length === 0) return [await upstream.itemPage(query)]
    const { profile, media } = query
    const answers: Uint8Array[] = []
    for (const id of itemIds) {
      const asked = { id, ...(profile && { profile }), ...(media && { media }) }
      const answer = await upstream.itemPage(asked).catch(withoutMissing)
      if (answer) answers.push(answer)
    }
    return answers
  }

  /** How many items were kept; undefined when it is still not readable, which is noted. */
  async function retry(id: number): Promise<number | undefined> {
    const page = await reader.quarantinedPage(id)
    if (!page) throw notFound(id)
    try {
      const answers = await askAgain(page.query, page.itemIds)
      return await keepAnswer(answers, (readable) => writer.putRetried(id, page.run, readable))
    } catch (error) {
      if (!(error instanceof UpstreamError || error instanceof StoreError)) throw error
      await writer.noteRetry(id, error.message)
      return undefined
    }
  }

  return {
    quarantine: () => reader.quarantine(),
    async quarantinedAnswer(id) {
      const answer = await reader.quarantinedAnswer(id)
      if (!answer) throw notFound(id)
      return answer
    },
    async retryQuarantined(id) {
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
          ? `Read now: ${kept} ${kept === 1 ? 'item' : 'items'}.`
          : `${failed} ${failed === 1 ? 'page' : 'pages'} still cannot be read.`
      return { kept, remaining, message }
    },
    async dropQuarantined(id) {
      await writer.dropQuarantined(id)
      return reader.quarantine()
    },
  }
}

function withoutMissing(error: unknown): undefined {
  if (error instanceof UpstreamError && error.kind === 'not-found') return undefined
  throw error
}

const notFound = (id: number) => new SyncError('PAGE_NOT_FOUND', `There is no page ${id} in quarantine.`)
