import { isValidGtin } from '../../src-shared/gtin.ts'
import type { Problem } from '../../src-shared/problem.ts'
import { isError } from '../../src-shared/problem.ts'
import type { LookupKind } from '../../src-shared/rpc/catalog-contract.ts'
import type { FeedKind } from '../../src-shared/rpc/feed-contract.ts'
import type { ItemOrigin } from '../../src-shared/rpc/history-contract.ts'
import type { IngestItem } from '../../src-shared/vocabulary/ingest.ts'
import { checkIngestItem, itemGtin } from '../../src-shared/vocabulary/ingest-rules.ts'
import { type Item, item as itemGroup } from '../../src-shared/vocabulary/item.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { recordTexts } from '../../src-shared/vocabulary/languages.ts'
import { openCatalogWriter } from '../catalog/catalog-writer.ts'
import type { WriterContext } from '../storage/store.ts'
import { openCatalogQuestions } from './ingestion-catalog.ts'
import { dataErrors, finding, type ItemOutcome } from './ingestion-outcome.ts'
import { openKeptMedia } from './kept-media.ts'
import { recordBytes, recordFromIngest, timestamp } from './record-from-ingest.ts'
import {
  appendContent,
  contentOfIngestItem,
  mergeContent,
  mergeTexts,
  openRetailerContent,
} from './retailer-content.ts'

type ItemFeedKind = Exclude<FeedKind, 'contentplus'>

/** Which feed an item came in, and whose. */
export interface Sender {
  feedId: string
  username: string
}
const originOf = (feedId: string): ItemOrigin => ({ kind: 'feed', reference: feedId })

/** Puts the items of create, refresh and update feeds into the catalog, inside the caller's transaction. */
export function openItemIngestion(context: WriterContext) {
  const { db, now } = context
  const writer = openCatalogWriter(context)
  const catalog = openCatalogQuestions(db)
  const retailerContent = openRetailerContent(context)
  const keptMedia = openKeptMedia(db)

  /** The item's GTINs, as given. */
  const gtinsOf = (item: IngestItem) => (item.productCodes ?? []).map(({ text }) => text).filter(isValidGtin)

  /** Create and refresh: the whole record. */
  const put = (item: IngestItem, existing: string | undefined, { feedId, username }: Sender): void => {
    const id = existing ?? writer.nextItemId()
    const moment = now()
    const replaced = existing === undefined ? undefined : storedItem(existing)
    const created = replaced?.created
    const record = recordFromIngest(item, {
      id,
      now: moment,
      username,
      keptMedium: keptMedia(replaced?.media ?? [], moment),
      names: catalog.names,
      ...(created ? { created } : {}),
    })
    writer.putItems([record], { origin: originOf(feedId) })
    retailerContent.removeAll(id)
    retailerContent.put(id, contentOfIngestItem(item), mergeContent)
  }

  /** Update: only the e-commerce description and Content+ are used; Content+ is appended. */
  const update = (item: IngestItem, existing: string, { feedId, username }: Sender): void => {
    const record = storedItem(existing)
    if (!record) throw new Error(`the stored record ${existing} cannot be read`)
    const { ecommerceDescription, contentPlus } = item
    if (ecommerceDescription)
      record.ecommerceDescription = recordTexts(mergeTexts(record.ecommerceDescription, ecommerceDescription))
    if (contentPlus?.ecommerceDescription)
      record.manufacturerEcommerceDescription = recordTexts(
        mergeTexts(record.manufacturerEcommerceDescription, contentPlus.ecommerceDescription),
      )
    record.lastUpdated = { ...record.lastUpdated, id: username, text: timestamp(now()) }
    writer.putItems([recordBytes(record)], { origin: originOf(feedId) })
    retailerContent.put(existing, contentOfIngestItem(item), appendContent)
  }

  const storedItem = (id: string): Item | undefined => {
    const body = catalog.itemBody(id)
    return body && parseElement(itemGroup, body).value
  }

  /** Identifiers that no lookup list has. */
  const unknownIdentifiers = (item: IngestItem, path: string): Problem[] => {
    const problems: Problem[] = []
    const check = (kind: LookupKind, id: string | undefined, at: string) => {
      const code = `${kind.toUpperCase() as Uppercase<LookupKind>}_UNKNOWN` as const
      if (id && catalog.lookupName(kind, id) === undefined) problems.push(finding(code, `${path}/${at}`, id))
    }
    check('manufacturer', item.manufacturerId, 'manufacturerId')
    check('distributor', item.distributorId, 'distributorId')
    for (const [index, { brandId, manufacturerId }] of (item.products ?? []).entries()) {
      check('brand', brandId, `products/product[${index + 1}]/brandId`)
      check('manufacturer', manufacturerId, `products/product[${index + 1}]/manufacturerId`)
    }
    for (const [index, { id }] of (item.manufacturerContent ?? []).entries())
      check('retailer', id, `manufacturerContent/retailers[${index + 1}]/@id`)
    return problems
  }

  const problemsOf = (
    kind: ItemFeedKind,
    item: IngestItem,
    position: number,
    existing: string | undefined,
  ) => {
    const path = `items/item[${position + 1}]`
    const problems = checkIngestItem(item, kind, position).filter(isError)
    const gtin = itemGtin(item)
    if (gtin !== undefined) {
      const at = `${path}/productCodes`
      if (kind === 'create' && existing !== undefined) problems.push(finding('GTIN_EXISTS', at, gtin))
      if (kind === 'update' && existing === undefined) problems.push(finding('GTIN_UNKNOWN', at, gtin))
    }
    // An update ignores the other elements, and so what is wrong with them.
    const used = kind === 'update' ? { manufacturerContent: item.manufacturerContent } : item
    return problems.concat(unknownIdentifiers(used, path))
  }

  return (kind: ItemFeedKind, item: IngestItem, position: number, sender: Sender): ItemOutcome => {
    const existing = catalog.itemByCode(gtinsOf(item))
    const problems = problemsOf(kind, item, position, existing)
    if (problems.length > 0) return dataErrors(problems)
    if (kind === 'update' && existing !== undefined) update(item, existing, sender)
    else put(item, existing, sender)
    return { status: 'SUCCESS' }
  }
}
