import type { LookupKind } from '../../../../src-shared/catalog/model.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { contentOfFeedRetailer } from '../../../../src-shared/feeds/preview/model.ts'
import type { IngestionError } from '../../../../src-shared/feeds/status/status-report.ts'
import type { ItemOrigin } from '../../../../src-shared/history/model.ts'
import { isError, type Problem } from '../../../../src-shared/problem.ts'
import { counted, say } from '../../../../src-shared/texts/say.ts'
import type { ContentPlusFeedItem } from '../../../../src-shared/vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { type Item, item as itemGroup } from '../../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { recordTexts } from '../../../../src-shared/vocabulary/languages.ts'
import { checkContentPlus } from '../../../../src-shared/vocabulary/rules/content-plus-rules.ts'
import { checkIngestItem, itemGtins, usedPart } from '../../../../src-shared/vocabulary/rules/ingest-rules.ts'
import { openCatalogQueries, openCatalogWriter } from '../../../catalog/index.ts'
import type { WriterContext } from '../../../storage/index.ts'
import { finding } from './catalog-findings.ts'
import { openKeptMedia, recordBytes, recordFromIngest, timestamp } from './record-from-ingest.ts'
import {
  appendContent,
  contentOfIngestItem,
  everyRetailer,
  mergeContent,
  mergeTexts,
  openRetailerContent,
} from './retailer-content.ts'

/** Identifier and user of a feed. */
interface Sender {
  feedId: string
  username: string
}
/** Context of an item in its feed. */
interface InFeed {
  /** 0-based. */
  position: number
  /** Product code from the path, for an update. */
  upc: string
  /** Index of an earlier item with a common GTIN. */
  twin: number | null
}
const originOf = (feedId: string): ItemOrigin => ({ kind: 'feed', reference: feedId })

/**
 * Ingests the items of create, refresh and update feeds into the catalog, inside the caller's transaction.
 */
export function openItemIngestion(context: WriterContext) {
  const { db, now } = context
  const writer = openCatalogWriter(context)
  const catalog = openCatalogQueries(db)
  const retailerContent = openRetailerContent(context)
  const keptMedia = openKeptMedia(db)

  /** Writes the complete record, for create and refresh. */
  const put = (item: IngestItem, existing: string | undefined, { feedId, username }: Sender): void => {
    const id = existing ?? writer.nextItemId()
    const moment = now()
    const previous = existing === undefined ? undefined : storedItem(existing)
    const created = previous?.created
    const record = recordFromIngest(item, {
      id,
      now: moment,
      username,
      keptMedium: keptMedia(previous?.media ?? [], moment),
      names: catalog.names,
      created,
    })
    writer.putItems([record], { origin: originOf(feedId) })
    retailerContent.removeAll(id)
    retailerContent.put(id, contentOfIngestItem(item), mergeContent)
  }

  /** Writes only the e-commerce description and Content+, which is appended. */
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

  /** Problems of identifiers that are in no lookup list. */
  const unknownIdentifiers = (item: IngestItem, path: string): Problem[] => {
    const problems: Problem[] = []
    const check = (kind: LookupKind, id: string | undefined, at: string) => {
      const code = `${kind.toUpperCase() as Uppercase<LookupKind>}_UNKNOWN` as const
      if (id && catalog.lookupName(kind, id) === undefined) problems.push(finding(code, `${path}/${at}`, id))
    }
    check('manufacturer', item.manufacturerId, 'manufacturerId')
    check('distributor', item.distributorId, 'distributorId')
    check('distributor', item.importerId, 'importerId')
    for (const [index, { brandId, manufacturerId }] of (item.products ?? []).entries()) {
      check('brand', brandId, `products/product[${index + 1}]/brandId`)
      check('manufacturer', manufacturerId, `products/product[${index + 1}]/manufacturerId`)
    }
    for (const [index, { id }] of (item.manufacturerContent ?? []).entries())
      check('retailer', id, `manufacturerContent/retailers[${index + 1}]/@id`)
    return problems
  }

  /** The catalog item with the same GTINs, and problems of the GTINs. */
  const findExisting = (
    kind: FeedKind,
    item: IngestItem,
    { position, upc, twin }: InFeed,
  ): { existing?: string; problems: Problem[] } => {
    const at = `items/item[${position + 1}]/productCodes`
    const gtins = itemGtins(item)
    const owners = catalog.ownersOf(gtins)
    if (owners.size > 1) return { problems: [finding('GTIN_CONFLICT', at, catalog.ownersWords(owners))] }
    const [owner] = owners
    const { ifPresent, ifAbsent } = kinds[kind]
    if (ifPresent === 'refused' && owner !== undefined)
      return { problems: [finding('GTIN_EXISTS', at, owner[1], catalog.itemWords(owner[0]))] }
    if (twin !== null) return { problems: [finding('GTIN_TWICE', at, String(twin + 1))] }
    const [first = ''] = gtins
    if (ifAbsent === 'refused' && first !== '' && catalog.itemsByGtin(upc || first).length === 0)
      return { problems: [finding('GTIN_UNKNOWN', at, upc || first)] }
    return { problems: [], existing: owner?.[0] }
  }

  return (kind: FeedKind, sent: IngestItem, inFeed: InFeed, sender: Sender): ItemOutcome => {
    const path = `items/item[${inFeed.position + 1}]`
    const { existing, problems } = findExisting(kind, sent, inFeed)
    const found = [
      ...checkIngestItem(sent, kinds[kind], inFeed.position).filter(isError),
      ...problems,
      ...unknownIdentifiers(usedPart(sent, kinds[kind]), path),
    ]
    if (found.length > 0) return dataErrors(found)
    if (kinds[kind].changes && existing !== undefined) update(sent, existing, sender)
    else put(sent, existing, sender)
    return { status: 'SUCCESS' }
  }
}

/** Ingests Content+ feeds, inside the caller's transaction. */
export function openContentPlusIngestion(context: WriterContext) {
  const { db, record } = context
  const catalog = openCatalogQueries(db)
  const retailerContent = openRetailerContent(context)

  // An item is accepted completely or not at all.
  return (item: ContentPlusFeedItem, position: number): ItemOutcome => {
    const id = item.id ?? ''
    const path = `contentPlus/item[${position + 1}]`
    const problems: Problem[] = checkContentPlus({ item: [item] })
      .filter(isError)
      .map((problem) => ({ ...problem, path: problem.path.replace(/^contentPlus\/item\[1\]/, path) }))
    if (catalog.itemBody(id) === undefined) problems.push(finding('ITEM_UNKNOWN', `${path}/@id`, id))
    for (const [index, retailer] of (item.retailer ?? []).entries())
      if (retailer.id && catalog.lookupName('retailer', retailer.id) === undefined)
        problems.push(finding('RETAILER_UNKNOWN', `${path}/retailer[${index + 1}]/@id`, retailer.id))
    if (problems.length > 0) return rejected(problems)
    const retailers = item.retailer ?? []
    const sent = retailers.map((one) => ({
      retailer: one.id ?? everyRetailer,
      content: contentOfFeedRetailer(one),
    }))
    retailerContent.put(id, sent, mergeContent)
    record({ topic: 'items', ids: [id] })
    return {
      status: 'PROCESSED',
      remarks: say`Content for ${counted(retailers.length, 'retailer')} is published.`,
    }
  }
}

/** Result of an item of a received feed. */
export interface ItemOutcome {
  /** `ingestionStatus` as defined for the feed type. */
  status: 'SUCCESS' | 'DATA_ERROR' | 'SYSTEM_ERROR' | 'PROCESSED' | 'REJECTED' | 'FAILED'
  /** Item feeds. */
  errors?: IngestionError[]
  /** Content+ feeds. */
  remarks?: string
}

const ingestionError = (type: string, { code, path, message }: Problem): IngestionError => ({
  type,
  code,
  field: path,
  description: message,
})

const dataErrors = (problems: readonly Problem[]): ItemOutcome => ({
  status: 'DATA_ERROR',
  errors: problems.map((problem) => ingestionError('DATA_ERROR', problem)),
})

/** The Content+ status has one text field for all problems; each sentence starts with its code. */
const rejected = (problems: readonly Problem[]): ItemOutcome => ({
  status: 'REJECTED',
  remarks: problems.map(({ code, path, message }) => `${code}: ${message} (${path})`).join(' '),
})

/** Result of an item for which the service failed. */
export function systemError(kind: FeedKind, position: number, error: unknown): ItemOutcome {
  const reason = error instanceof Error ? error.message : String(error)
  const message = say`The service failed on this item and changed nothing: ${reason}. Send it again later.`
  if (kinds[kind].payload.isById) return { status: 'FAILED', remarks: `SYSTEM_ERROR: ${message}` }
  const path = `items/item[${position + 1}]`
  return {
    status: 'SYSTEM_ERROR',
    errors: [ingestionError('SYSTEM_ERROR', { code: 'SYSTEM_ERROR', path, message })],
  }
}
