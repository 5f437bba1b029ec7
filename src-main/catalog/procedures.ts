import { implement } from '@orpc/server'
import { catalogContract } from '../../src-shared/catalog/contract.ts'
import type {
  CatalogFacets,
  CatalogPage,
  CatalogRow,
  CatalogSelection,
  ItemPick,
  ItemPicture,
  ItemView,
  LookupPage,
} from '../../src-shared/catalog/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { namespaceName, namespacePaths } from '../../src-shared/vocabulary/namespaces.ts'
import type { Media } from '../media/index.ts'
import type { FaceSession } from '../platform/face-session.ts'
import { retailerContentReader } from '../sandbox/index.ts'
import type { Storage } from '../storage/index.ts'
import { catalogReader, type StoredItem } from './catalog-reader.ts'
import type { LookupQuestion } from './search/lookup-options.ts'

/** The catalog as the screens see it: rows and items, with their kept pictures. */
export interface CatalogView {
  search(query: CatalogSelection & { offset: number; limit: number }): Promise<CatalogPage>
  facets(selection: CatalogSelection): Promise<CatalogFacets>
  /** @throws PlainError `ITEM_NOT_FOUND` */
  item(id: string): Promise<ItemView>
  lookup(question: LookupQuestion): Promise<LookupPage>
  /** Items by words, by a product code in any usual form, or by their identifier. */
  pickItem(question: { text: string; limit: number }): Promise<ItemPick>
  itemRow(id: string): Promise<CatalogRow | null>
}

/** The address of a kept picture for the face (src-main/rpc/face.ts). */
const pictureAddress = (sha256: string, variant: string): string => `/pictures/${sha256}/${variant}`

/** A placeholder as a data address: it comes with the row, so that the face need not wait. */
const placeholderOf = (webp: Uint8Array | undefined): string | undefined =>
  webp && `data:image/webp;base64,${Buffer.from(webp).toString('base64')}`

export function createCatalogView(storage: Storage, media: Media): CatalogView {
  const catalog = storage.reader(catalogReader)
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

  /** Rows with their small front pictures. */
  const withFronts = async (rows: CatalogRow[]): Promise<CatalogRow[]> => {
    const fronts = await media.fronts(rows.map(({ id }) => id))
    return rows.map((row, i) => {
      const { sha256, placeholder } = fronts[i] ?? {}
      return {
        ...row,
        placeholder: placeholderOf(placeholder),
        thumbnail: sha256 && pictureAddress(sha256, 'thumbnail'),
      }
    })
  }

  return {
    async search({ offset, limit, ...selection }) {
      const page = await catalog.searchRows(selection, offset, limit)
      return { ...page, rows: await withFronts(page.rows) }
    },
    facets: (selection) => catalog.facets(selection),
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
    lookup: (question) => catalog.lookupOptions(question),
    async pickItem({ text, limit }) {
      const found = await catalog.pickItem(text, limit)
      return { ...found, rows: await withFronts(found.rows) }
    },
    async itemRow(id) {
      const row = await catalog.itemRow(id)
      return row ? ((await withFronts([row]))[0] ?? null) : null
    },
  }
}

/** What the face may ask of the catalog. */
export function catalogProcedures(view: CatalogView) {
  const os = implement(catalogContract).$context<FaceSession>()
  return {
    search: os.search.handler(({ input }) => view.search(input)),
    facets: os.facets.handler(({ input }) => view.facets(input)),
    item: os.item.handler(({ input }) => view.item(input.id)),
    lookup: os.lookup.handler(({ input }) => view.lookup(input)),
    pickItem: os.pickItem.handler(({ input }) => view.pickItem(input)),
    itemRow: os.itemRow.handler(({ input }) => view.itemRow(input.id)),
  }
}
