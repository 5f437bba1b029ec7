import { implement } from '@orpc/server'
import { catalogContract } from '../../src-shared/catalog/contract.ts'
import type {
  CatalogFacets,
  CatalogPage,
  CatalogSelection,
  CatalogSort,
  ItemPicture,
  ItemView,
  ListKind,
  LookupEntry,
  QueryCompletion,
} from '../../src-shared/catalog/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { namespaceName, namespacePaths } from '../../src-shared/vocabulary/namespaces.ts'
import type { Media } from '../media/index.ts'
import type { FaceSession } from '../platform/face-session.ts'
import { newestFirst } from '../platform/newest-first.ts'
import { retailerContentReader } from '../sandbox/index.ts'
import type { Storage } from '../storage/index.ts'
import { catalogReader, type StoredItem } from './catalog-reader.ts'

type SortedSelection = CatalogSelection & { sort?: CatalogSort | undefined }
interface Window {
  offset: number
  limit: number
}

/** The catalog as the screens see it: rows and items, with their kept pictures. */
export interface CatalogView {
  /** @param signal a question that is given up before its turn is dropped; of those that wait the newest is next */
  search(query: SortedSelection & Window, signal?: AbortSignal): Promise<CatalogPage>
  facets(selection: CatalogSelection, signal?: AbortSignal): Promise<CatalogFacets>
  position(query: SortedSelection & { id: string }): Promise<number | null>
  ids(query: SortedSelection & Window): Promise<string[]>
  complete(typed: { text: string; at: number }): Promise<QueryCompletion>
  /** @throws PlainError `ITEM_NOT_FOUND` */
  item(id: string): Promise<ItemView>
  lookup(query: {
    kind: ListKind
    text: string
    limit: number
  }): Promise<{ total: number; entries: LookupEntry[] }>
}

/** The address of a kept picture for the face (src-main/rpc/face.ts). */
const pictureAddress = (sha256: string, variant: string): string => `/pictures/${sha256}/${variant}`

/** A placeholder as a data address: it comes with the row, so that the face need not wait. */
const placeholderOf = (webp: Uint8Array | undefined): string | undefined =>
  webp && `data:image/webp;base64,${Buffer.from(webp).toString('base64')}`

export function createCatalogView(storage: Storage, media: Media): CatalogView {
  const catalog = storage.reader(catalogReader, { same: true })
  const inTurn = newestFirst()
  const retailerContent = storage.reader(retailerContentReader)

  const pictures = async (item: StoredItem): Promise<ItemPicture[]> => {
    const urls = item.media.map(({ url }) => url)
    const [kept, placeholders] = await Promise.all([media.kept(urls), media.placeholders(urls)])
    return item.media.map(({ view, type, mimeType, description, url }, i) => {
      const sha256 = kept[i]?.sha256
      return {
        view,
        type,
        mimeType,
        description,
        sourceUrl: url,
        placeholder: placeholderOf(placeholders[i]),
        url: sha256 && pictureAddress(sha256, 'original'),
        thumbnail: sha256 && pictureAddress(sha256, 'thumbnail'),
      }
    })
  }

  return {
    async search({ offset, limit, sort, ...selection }, signal) {
      const page = await inTurn(() => catalog.searchRows(selection, offset, limit, sort), signal)
      const fronts = await media.fronts(page.rows.map(({ id }) => id))
      const rows = page.rows.map((row, i) => {
        const { sha256, placeholder } = fronts[i] ?? {}
        return {
          ...row,
          placeholder: placeholderOf(placeholder),
          thumbnail: sha256 && pictureAddress(sha256, 'thumbnail'),
        }
      })
      return { ...page, rows }
    },
    facets: (selection, signal) => inTurn(() => catalog.facets(selection), signal),
    position: ({ id, sort, ...selection }) => inTurn(() => catalog.position(selection, id, sort)),
    ids: ({ offset, limit, sort, ...selection }) => inTurn(() => catalog.ids(selection, offset, limit, sort)),
    complete: ({ text, at }) => catalog.complete(text, at),
    async item(id) {
      const [item, content] = await Promise.all([catalog.item(id), retailerContent.of(id)])
      if (!item) throw new PlainError('ITEM_NOT_FOUND', `The catalog has no item ${id}.`)
      return {
        id,
        xml: new TextDecoder().decode(item.body),
        // Stored bodies declare no namespace: they are in the record's namespace of our own base.
        namespace: namespaceName(namespacePaths.item),
        pictures: await pictures(item),
        retailerContent: content,
        receivedAt: new Date(item.receivedAt).toISOString(),
        notSeenSince: item.notSeenSince === undefined ? undefined : new Date(item.notSeenSince).toISOString(),
      }
    },
    async lookup({ kind, text, limit }) {
      const { total, entries } = await catalog.lookup(kind, { text, limit })
      return { total, entries }
    },
  }
}

/** What the face may ask of the catalog. */
export function catalogProcedures(view: CatalogView) {
  const os = implement(catalogContract).$context<FaceSession>()
  return {
    search: os.search.handler(({ input, signal }) => view.search(input, signal)),
    facets: os.facets.handler(({ input, signal }) => view.facets(input, signal)),
    position: os.position.handler(({ input }) => view.position(input)),
    ids: os.ids.handler(({ input }) => view.ids(input)),
    complete: os.complete.handler(({ input }) => view.complete(input)),
    item: os.item.handler(({ input }) => view.item(input.id)),
    lookup: os.lookup.handler(({ input }) => view.lookup(input)),
  }
}
