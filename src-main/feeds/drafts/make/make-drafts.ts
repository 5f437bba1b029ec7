import { randomUUID } from 'node:crypto'
import type { CatalogSelection } from '../../../../src-shared/catalog/model.ts'
import { defaultDraftName } from '../../../../src-shared/feeds/draft/check-payload.ts'
import { type Name, nameOf } from '../../../../src-shared/feeds/draft/made-name.ts'
import {
  type Draft,
  type DraftingProgress,
  maxSearchDraftItems,
} from '../../../../src-shared/feeds/draft/model.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { maxInlineBytes } from '../../../../src-shared/vocabulary/kit/limits.ts'
import { catalogReader } from '../../../catalog/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Remote, Storage } from '../../../storage/index.ts'
import { draftChecker, type SourceItem } from '../check/drafts-checker.ts'
import type { ItemRemarks } from '../check/item-remarks.ts'
import type { DraftErrorCode } from '../drafts-refusal.ts'
import type { draftWriter } from '../store/draft-writer.ts'
import { type ItemState, statesOf } from './item-change.ts'

export interface DraftStart {
  kind: FeedKind
  /** Fill from these catalog items. */
  fromItemIds?: string[]
  /** Kind `contentplus`: include the content of these retailers; all if absent. */
  retailerIds?: string[]
  /** Fill with the items of another draft or template. */
  fromDraft?: string
  /** Fill with this payload; the raw text is kept while it cannot be parsed. */
  xml?: string
  /** With one of `values`: the catalog item that it changes, and the item value that would change nothing. */
  changes?: SourceItem & { value: PayloadItem }
  /** With `xml`: the service's remarks on some of its items. */
  remarks?: ItemRemarks[]
  /** Fill with these items; an empty list creates a draft without items. */
  values?: PayloadItem[]
  name?: Name
  isTemplate?: boolean
}

/** A draft of all results of a catalog search. */
interface SearchDraftStart {
  /** Chosen by the caller, to query the progress meanwhile. */
  id: string
  kind: FeedKind
  selection: CatalogSelection
}

interface Dependencies {
  storage: Storage
  writer: Remote<ReturnType<(typeof draftWriter)['open']>>
  /** Returns the draft, with its items parsed. */
  opened: (id: string) => Promise<Draft>
  /** Schedules the check of its items. */
  check: (id: string) => void
  clock: Clock
}

/** Items per batch: one reader call and one transaction. */
const batchSize = 200

/** Creates drafts from their various sources. */
export function openDraftFactory({ storage, writer, opened, check, clock }: Dependencies) {
  const checker = storage.reader(draftChecker)
  const checkerThread = storage.reader(draftChecker, { apart: true })
  const catalog = storage.reader(catalogReader)
  const underWay = new Map<string, DraftingProgress & { isStopped: boolean }>()

  /** Initial content of a draft: items, or raw text to be parsed later. */
  async function initialContent({ kind, fromItemIds = [], retailerIds, xml, changes, values }: DraftStart) {
    if (xml !== undefined) return { xml }
    if (values) return { values, sources: changes ? [changes] : [] }
    const started = await checker.start(kind, fromItemIds, retailerIds)
    if ('missing' in started) throw missing(started.missing)
    return started
  }

  /** Items with their base from the catalog. */
  function statesWithBase(
    kind: FeedKind,
    values: readonly PayloadItem[],
    sources: readonly SourceItem[],
    unchanged: readonly PayloadItem[] = values,
  ): ItemState[] {
    const at = clock.now()
    return values.map((value, index) => {
      const { item, name } = sources[index] ?? {}
      if (item === undefined || name === undefined) return { value }
      return { value, base: { item, name, kind, at, value: unchanged[index] ?? value } }
    })
  }

  return {
    async create(start: DraftStart): Promise<Draft> {
      const { kind, name, isTemplate, fromDraft } = start
      const id = randomUUID()
      const named = { id, kind, name: name || defaultDraftName(kind), isTemplate }
      if (fromDraft !== undefined) {
        const copied = await writer.copy(fromDraft, {
          ...named,
          name: name || nameOf(await opened(fromDraft)),
        })
        check(id)
        return copied ?? opened(fromDraft)
      }
      const content = await initialContent(start)
      if ('values' in content) {
        const { values, sources: from } = content
        const defaultName =
          name || nameAfter(from) || (await checker.contentsName(defaultDraftName(kind, values)))
        const unchanged = start.changes ? [start.changes.value] : values
        const draft = await writer.create(
          { ...named, name: defaultName },
          statesWithBase(kind, values, from, unchanged),
        )
        check(id)
        return draft
      }
      const read = await (content.xml.length > maxInlineBytes ? checkerThread : checker).readItems(
        kind,
        content.xml,
      )
      if ('problems' in read) return writer.create({ ...named, text: content.xml }, [])
      const draft = await writer.create(
        { ...named, name: name || (await checker.contentsName(defaultDraftName(kind, read.values))) },
        statesOf(read.values),
        read.frame ?? undefined,
        start.remarks,
      )
      check(id)
      return draft
    },

    /** @returns null when stopped; there is no draft then */
    async createFromSearch({ id, kind, selection }: SearchDraftStart): Promise<Draft | null> {
      const rows = await catalog.rowNumbers(selection)
      if (rows.length === 0)
        throw new PlainError<DraftErrorCode>('NOTHING_FOUND', say`The search finds no item any more.`)
      if (rows.length > maxSearchDraftItems)
        throw new PlainError<DraftErrorCode>(
          'TOO_MANY_ITEMS',
          say`The search finds ${rows.length} items, and a draft is begun with ${maxSearchDraftItems} at most. Narrow the search.`,
        )
      const progress = { done: 0, total: rows.length, isStopped: false }
      underWay.set(id, progress)
      try {
        const text = selection.text.trim()
        const name: Name = text === '' ? defaultDraftName(kind) : { made: 'search', kind, text }
        // Hidden until complete: a crash leaves no partial draft in the list.
        await writer.create({ id, kind, name, isHidden: true }, [])
        for (let at = 0; at < rows.length && !progress.isStopped; at += batchSize) {
          const { values, sources } = await checker.startRows(kind, [...rows.subarray(at, at + batchSize)])
          progress.done = Math.min(rows.length, at + batchSize)
          await writer.append(id, statesWithBase(kind, values, sources))
        }
        if (progress.isStopped) return null
        await writer.undelete(id)
        check(id)
        return await opened(id)
      } finally {
        underWay.delete(id)
      }
    },
    progress(id: string): DraftingProgress | null {
      const found = underWay.get(id)
      return found ? { done: found.done, total: found.total } : null
    },
    stop(id: string): void {
      const found = underWay.get(id)
      if (found) found.isStopped = true
    },
  }
}

const missing = (id: string): PlainError =>
  new PlainError<DraftErrorCode>('ITEM_NOT_FOUND', say`The catalog has no item ${id} to begin with.`)

/** Default name from the source items; undefined if they have no name. */
function nameAfter([first, ...others]: readonly SourceItem[]): Name | undefined {
  return first?.name ? { made: 'begun-from', first: first.name, more: others.length } : undefined
}
