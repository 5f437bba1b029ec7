import { isDeepStrictEqual } from 'node:util'
import type { historyContract } from '../../src-shared/history/contract.ts'
import { diff, differenceKey } from '../../src-shared/history/diff.ts'
import type { ItemVersion } from '../../src-shared/history/model.ts'
import { isRestorable, withEarlier } from '../../src-shared/history/restore.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { Procedures } from '../../src-shared/rpc/procedure.ts'
import { say } from '../../src-shared/texts/say.ts'
import { type Item, item as itemGroup } from '../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { namespaceName, namespacePaths } from '../../src-shared/vocabulary/namespaces.ts'
import { catalogReader } from '../catalog/index.ts'
import { type Drafts, draftChecker } from '../feeds/drafts/index.ts'
import type { Storage } from '../storage/index.ts'
import { historyReader } from './history-reader.ts'

type HistoryErrorCode = 'ITEM_NOT_FOUND' | 'VERSION_NOT_FOUND' | 'UNREADABLE_VERSION' | 'NOTHING_TO_RESTORE'

interface HistoryViewOptions {
  storage: Storage
  drafts: Drafts
}

export type HistoryView = ReturnType<typeof createHistoryView>

/**
 * The history for the screens: versions, the changes of a sync run, a feed or an import, and drafts of
 * earlier values.
 */
export function createHistoryView({ storage, drafts }: HistoryViewOptions) {
  const history = storage.reader(historyReader)
  const catalog = storage.reader(catalogReader)
  const starts = storage.reader(draftChecker)

  async function versions({ itemId }: { itemId: string }): Promise<ItemVersion[]> {
    const found = await history.versions(itemId)
    if (!found)
      throw new PlainError<HistoryErrorCode>('ITEM_NOT_FOUND', say`The catalog has no item ${itemId}.`)
    return found
  }
  const body = async (itemId: string, number: number): Promise<Uint8Array> => {
    const found = await history.body(itemId, number)
    if (!found)
      throw new PlainError<HistoryErrorCode>(
        'VERSION_NOT_FOUND',
        say`The item ${itemId} has no version ${number}.`,
      )
    return found
  }
  const record = async (itemId: string, number: number): Promise<Item> => {
    const { value } = parseElement(itemGroup, await body(itemId, number))
    if (!value)
      throw new PlainError<HistoryErrorCode>(
        'UNREADABLE_VERSION',
        say`Version ${number} of item ${itemId} cannot be read.`,
      )
    return value
  }

  return {
    /** @throws PlainError `ITEM_NOT_FOUND` */
    versions,
    /** @throws PlainError `VERSION_NOT_FOUND` */
    async version({ itemId, number }) {
      const xml = new TextDecoder().decode(await body(itemId, number))
      // Stored bodies declare no namespace; they belong to the record namespace of our own base.
      return { number, xml, namespace: namespaceName(namespacePaths.item) }
    },
    recent: ({ limit }) => history.recent(limit),
    summary: ({ origin }) => history.summary(origin),
    async changes({ origin, text, ...query }) {
      const match = await catalog.searchExpression(text)
      return history.changes(origin, { ...query, match })
    },
    /** @throws PlainError `ITEM_NOT_FOUND`, `VERSION_NOT_FOUND`, `UNREADABLE_VERSION` or `NOTHING_TO_RESTORE` */
    async restore({ itemId, number, kind, differences }) {
      const all = await versions({ itemId })
      const [earlier, present] = await Promise.all([record(itemId, number), record(itemId, all.length)])
      const wanted = new Set(differences)
      const chosen = diff(itemGroup, earlier, present).filter(
        (one) => wanted.has(differenceKey(one)) && isRestorable(kind, one),
      )
      const restored = withEarlier(present, chosen)
      const { before, after } = await starts.startRestored(kind, present, restored)
      const [unchanged] = before
      if (chosen.length === 0 || !unchanged || isDeepStrictEqual(after, before))
        throw new PlainError<HistoryErrorCode>(
          'NOTHING_TO_RESTORE',
          say`None of the selected values can be restored with this kind of feed, or the item already has them. Select other values, or draft a refresh.`,
        )
      return drafts.createDraft({
        kind,
        values: after,
        changes: { item: itemId, name: present.name ?? '', value: unchanged },
        name: { made: 'version', item: present.name || itemId, version: number },
      })
    },
  } satisfies Procedures<typeof historyContract>
}
