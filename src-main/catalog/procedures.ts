import { setImmediate } from 'node:timers/promises'
import type { catalogContract } from '../../src-shared/catalog/contract.ts'
import type { CatalogRow, ItemPicture, SmallPicture } from '../../src-shared/catalog/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { Room } from '../../src-shared/rpc/procedure.ts'
import { say } from '../../src-shared/texts/say.ts'
import { namespaceName, namespacePaths } from '../../src-shared/vocabulary/namespaces.ts'
import { retailerContentReader } from '../feeds/targets/sandbox/index.ts'
import { type Media, placeholderAddress, screenAddress } from '../media/index.ts'
import { newestFirst } from '../platform/newest-first.ts'
import type { Storage } from '../storage/index.ts'
import { catalogReader, type StoredItem } from './catalog-reader.ts'
import { categoryReader } from './categories/category-store.ts'

/** Time limit of a counting call, in milliseconds; after that it returns its progress. */
const maxCountTime = 300

export type CatalogView = ReturnType<typeof createCatalogView>

/** The catalog for the screens: rows and items, with their stored pictures. */
export function createCatalogView(storage: Storage, media: Media) {
  const catalog = storage.reader(catalogReader, { same: true })
  const enqueue = newestFirst()
  const categories = storage.reader(categoryReader, { apart: true })
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
        placeholder: placeholderAddress(placeholders[i]),
        url: sha256 && screenAddress(sha256, 'original'),
        thumbnail: sha256 && screenAddress(sha256, 'thumbnail'),
      }
    })
  }

  const smallPicture = (sha256?: string, placeholder?: Uint8Array): SmallPicture => ({
    placeholder: placeholderAddress(placeholder),
    thumbnail: sha256 && screenAddress(sha256, 'thumbnail'),
  })

  /** For each list of addresses, the first stored picture. */
  async function firstStored(lists: readonly string[][]): Promise<SmallPicture[]> {
    const urls = lists.flat()
    const [kept, placeholders] = await Promise.all([media.kept(urls), media.placeholders(urls)])
    let from = 0
    return lists.map((list) => {
      const found = list.map((_, place) =>
        smallPicture(kept[from + place]?.sha256, placeholders[from + place]),
      )
      from += list.length
      return found.find(({ thumbnail }) => thumbnail) ?? found.find(({ placeholder }) => placeholder) ?? {}
    })
  }
  /** For each item, its best small front picture; empty if there is none. */
  const fronts = async (itemIds: string[]): Promise<SmallPicture[]> =>
    (await media.fronts(itemIds)).map(({ sha256, placeholder }) => smallPicture(sha256, placeholder))

  /** Rows with their small front pictures. */
  const withFronts = async (rows: CatalogRow[]): Promise<CatalogRow[]> => {
    const pictures = await fronts(rows.map(({ id }) => id))
    return rows.map((row, i) => ({ ...row, ...pictures[i] }))
  }

  return {
    fronts,
    /** Pending searches run newest first; the signal drops one that has not started. */
    async search({ offset, limit, sort, allowIncomplete, withContents, ...selection }, { signal } = {}) {
      const page = await enqueue(
        () => catalog.searchRows(selection, offset, limit, sort, allowIncomplete, withContents),
        signal,
      )
      return { ...page, rows: await withFronts(page.rows) }
    },
    async facets(selection, { signal } = {}) {
      const until = performance.now() + maxCountTime
      for (;;) {
        const counted = await enqueue(() => catalog.facets(selection), signal)
        if (counted.state !== 'counting' || performance.now() > until) return counted
        // Waiting calls, such as a search for the next typed letter, run before the counting continues.
        await setImmediate()
      }
    },
    position: ({ id, sort, ...selection }) => enqueue(() => catalog.position(selection, id, sort)),
    ids: ({ offset, limit, sort, ...selection }) =>
      enqueue(() => catalog.ids(selection, offset, limit, sort)),
    correctedText: (selection, { signal } = {}) => enqueue(() => catalog.correctedText(selection), signal),
    complete: ({ text, at }) => catalog.complete(text, at),
    /** @throws PlainError `ITEM_NOT_FOUND` */
    async item({ id }) {
      const [item, content] = await Promise.all([catalog.item(id), retailerContent.of(id)])
      if (!item) throw new PlainError('ITEM_NOT_FOUND', say`The catalog has no item ${id}.`)
      return {
        id,
        xml: new TextDecoder().decode(item.body),
        // Stored bodies declare no namespace; they belong to the record namespace of our own base.
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
    async itemRow({ id }) {
      const row = await catalog.itemRow(id)
      return row ? ((await withFronts([row]))[0] ?? null) : null
    },
    named: ({ kind, texts }) => catalog.named(kind, texts),
    suggestCategories: async (texts) => (await categories.suggest([texts]))[0] ?? [],
    near: ({ kind, text }) => catalog.near(kind, text),
    async pictures({ wanted }) {
      const byCode = await catalog.itemsByCode(wanted.map(({ code = '' }) => code))
      const ids = wanted.map(({ id }, place) => id ?? byCode[place]?.[0])
      const [fronts, own] = await Promise.all([
        media.fronts(ids.map((id) => id ?? '')),
        firstStored(wanted.map(({ urls }) => urls)),
      ])
      return wanted.map((_, place) => {
        const { sha256, placeholder } = fronts[place] ?? {}
        return sha256 || placeholder ? smallPicture(sha256, placeholder) : (own[place] ?? {})
      })
    },
  } satisfies Room<typeof catalogContract, { signal?: AbortSignal | undefined }>
}
