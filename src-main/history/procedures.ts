import { implement } from '@orpc/server'
import type { Draft } from '../../src-shared/feeds/draft/model.ts'
import { historyContract } from '../../src-shared/history/contract.ts'
import { diff, differenceKey } from '../../src-shared/history/diff.ts'
import type {
  ChangedItems,
  ChangeKind,
  ChangeSummary,
  ItemOrigin,
  ItemVersion,
  VersionBody,
} from '../../src-shared/history/model.ts'
import { isRestorable, type RestoreKind, withEarlier } from '../../src-shared/history/restore.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { type Item, item as itemGroup } from '../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { namespaceName, namespacePaths } from '../../src-shared/vocabulary/namespaces.ts'
import { catalogReader } from '../catalog/index.ts'
import { type Drafts, draftChecker } from '../feeds/drafts/index.ts'
import type { FaceSession } from '../platform/face-session.ts'
import type { Storage } from '../storage/index.ts'
import { historyReader } from './history-reader.ts'

/** The history as the screens see it: versions, the changes of a sync run, a feed or an import, and drafts of earlier values. */
export interface HistoryView {
  /** @throws PlainError `ITEM_NOT_FOUND` */
  versions(itemId: string): Promise<ItemVersion[]>
  /** @throws PlainError `VERSION_NOT_FOUND` */
  version(itemId: string, number: number): Promise<VersionBody>
  summary(origin: ItemOrigin): Promise<ChangeSummary>
  changes(query: {
    origin: ItemOrigin
    kind?: ChangeKind | undefined
    field?: string | undefined
    text: string
    offset: number
    limit: number
  }): Promise<ChangedItems>
  /** @throws PlainError `ITEM_NOT_FOUND`, `VERSION_NOT_FOUND`, `UNREADABLE_VERSION` or `NOTHING_TO_RESTORE` */
  restore(wanted: {
    itemId: string
    number: number
    kind: RestoreKind
    differences: string[]
  }): Promise<Draft>
}

type HistoryErrorCode = 'ITEM_NOT_FOUND' | 'VERSION_NOT_FOUND' | 'UNREADABLE_VERSION' | 'NOTHING_TO_RESTORE'

interface HistoryViewOptions {
  storage: Storage
  drafts: Drafts
  /** The connection's base of XML namespaces; our own default when absent. */
  namespaceBase: () => Promise<string | undefined>
}

export function createHistoryView({ storage, drafts, namespaceBase }: HistoryViewOptions): HistoryView {
  const history = storage.reader(historyReader)
  const catalog = storage.reader(catalogReader)
  const starts = storage.reader(draftChecker)

  const versions: HistoryView['versions'] = async (itemId) => {
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
    versions,
    async version(itemId, number) {
      const xml = new TextDecoder().decode(await body(itemId, number))
      // Stored bodies declare no namespace: they are in the record's namespace of our own base.
      return { number, xml, namespace: namespaceName(namespacePaths.item) }
    },
    summary: (origin) => history.summary(origin),
    async changes({ origin, text, ...query }) {
      const match = await catalog.searchExpression(text)
      return history.changes(origin, { ...query, match })
    },
    async restore({ itemId, number, kind, differences }) {
      const all = await versions(itemId)
      const [earlier, present] = await Promise.all([record(itemId, number), record(itemId, all.length)])
      const wanted = new Set(differences)
      const chosen = diff(itemGroup, earlier, present).filter(
        (one) => wanted.has(differenceKey(one)) && isRestorable(kind, one),
      )
      const base = await namespaceBase()
      const restored = withEarlier(present, chosen)
      const { before, after: xml } = await starts.startRestored(kind, present, restored, base)
      if (chosen.length === 0 || xml === before)
        throw new PlainError<HistoryErrorCode>(
          'NOTHING_TO_RESTORE',
          say`Nothing of what was chosen can be put back with this kind of feed, or the item has these values already. Choose other values, or draft a refresh.`,
        )
      return drafts.create({
        kind,
        xml,
        changes: { item: itemId, name: present.name ?? '', xml: before },
        name: { made: 'version', item: present.name || itemId, version: number },
      })
    },
  }
}

/** What the face may ask of earlier versions and of what changed. */
export function historyProcedures(view: HistoryView) {
  const os = implement(historyContract).$context<FaceSession>()
  return {
    versions: os.versions.handler(({ input }) => view.versions(input.itemId)),
    version: os.version.handler(({ input }) => view.version(input.itemId, input.number)),
    summary: os.summary.handler(({ input }) => view.summary(input.origin)),
    changes: os.changes.handler(({ input }) => view.changes(input)),
    restore: os.restore.handler(({ input }) => view.restore(input)),
  }
}
