import type { ListKind } from '../../../../src-shared/catalog/model.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import type { ContentPlusFeedItem } from '../../../../src-shared/vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { item as itemGroup } from '../../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { itemGtins } from '../../../../src-shared/vocabulary/rules/ingest-rules.ts'
import { openCatalogQueries } from '../../../catalog/index.ts'
import { openServiceRequirements } from '../../../completeness/index.ts'
import type { Database } from '../../../storage/index.ts'
import { catalogFindings } from '../../targets/sandbox/index.ts'
import { type DropReasons, refreshDrops } from '../make/refresh-drops.ts'
import { openKnowledge } from './item-knowledge.ts'
import { openUnreachablePictures } from './unreachable-pictures.ts'

/**
 * Checks a payload against the local catalog. Certain refusals are errors. A synced copy may be older than
 * the service, so an unknown identifier is only a warning there; in a sandbox it is an error.
 */
export function openCatalogCheck(db: Database) {
  const { ownersOf, ownersWords, itemWords, itemBody, itemsByGtin, lookupName, idsByName, hasEntries } =
    openCatalogQueries(db)
  const isSandbox = db
    .prepare<[], number>(`SELECT 1 FROM setting WHERE key = 'role' AND value = '"sandbox"'`)
    .pluck()
  const isComplete = db.prepare<[], number>('SELECT 1 FROM sync_watermark').pluck()
  const isService = () => isSandbox.get() !== undefined
  /** Whether the local catalog is complete: a sandbox always is, a copy is after a full sync. */
  const isWhole = () => isService() || isComplete.get() !== undefined
  const knownOf = openKnowledge(db)
  const requirements = openServiceRequirements(db)
  const unreachablePictures = openUnreachablePictures(db)

  /**
   * Reports an identifier that is not in its list. A copy warns only if it has the list; no service checks
   * categories.
   */
  function unknownId(kind: ListKind, id: string | undefined, path: string): Problem[] {
    const given = id?.trim()
    if (!given || lookupName(kind, given) !== undefined) return []
    if (kind !== 'category' && isService()) {
      const code = `${kind.toUpperCase() as Uppercase<typeof kind>}_UNKNOWN` as const
      return [{ code, path, message: catalogFindings[code](given) }]
    }
    if (!hasEntries(kind)) return []
    const message = say`No ${kind} has the identifier “${given}” in this copy of the catalog. Choose one from the list, or sync if it is new.`
    return [{ code: `${kind.toUpperCase()}_UNKNOWN`, path, message, severity: 'warning' }]
  }

  function checkCodes(kind: FeedKind, item: IngestItem, path: string): Problem[] {
    const gtins = itemGtins(item)
    const owners = ownersOf(gtins)
    const at = `${path}/productCodes`
    if (owners.size > 1) {
      const message = catalogFindings.GTIN_CONFLICT(ownersWords(owners))
      const problem = { code: 'GTIN_CONFLICT', path: at, message }
      // A sandbox refuses it; other services may not.
      return [isService() ? problem : { ...problem, severity: 'warning' }]
    }
    const [owner] = owners
    const { ifPresent, ifAbsent } = kinds[kind]
    if (ifPresent === 'refused' && owner !== undefined) {
      const [id, gtin] = owner
      const number = (item.productCodes ?? []).findIndex(({ text }) => text === gtin) + 1
      const message = catalogFindings.GTIN_EXISTS(gtin, itemWords(id))
      return [{ code: 'GTIN_EXISTS', path: `${at}/productCode[${number}]`, message }]
    }
    const [first] = gtins
    if (ifAbsent !== 'refused' || first === undefined) return []
    // An update is sent with its first code, and a sandbox ignores all others.
    if (isService() && itemsByGtin(first).length === 0)
      return [{ code: 'GTIN_UNKNOWN', path: at, message: catalogFindings.GTIN_UNKNOWN(first) }]
    if (owner !== undefined) return []
    const message = say`The catalog has no item ${first} to update. Create it, or sync if it is new.`
    return [{ code: 'GTIN_UNKNOWN', path: at, message, severity: 'warning' }]
  }

  /** The current catalog record of a feed item. */
  function recordOf(item: IngestItem) {
    const [id] = ownersOf(itemGtins(item)).keys()
    const body = id === undefined ? undefined : itemBody(id)
    return body && parseElement(itemGroup, body).value
  }

  /**
   * Checks the identifier of a Content+ item, which comes from the item search (specification, endpoint 7).
   * If the local catalog is complete, an unknown identifier is an error; in an incomplete copy it is a
   * warning.
   */
  function unknownItem(id: string | undefined, path: string): Problem[] {
    if (!id || itemBody(id) !== undefined) return []
    const owners = itemsByGtin(id)
    const isCode = owners.length > 0
    const mean = say`It is a product code: choose its item instead.`
    if (isWhole())
      return [
        {
          code: 'ITEM_UNKNOWN',
          path,
          message: [
            say`No item of the catalog has the identifier ${id}.`,
            isCode ? mean : say`Choose the item, or sync if it is new.`,
          ].join(' '),
        },
      ]
    const message = [
      say`Cannot check whether ${id} is an item: this copy of the catalog was never synced completely.`,
      isCode ? mean : say`Sync, then it is checked.`,
    ].join(' ')
    return [{ code: 'ITEM_NOT_KNOWN_HERE', path, message, severity: 'warning' }]
  }

  /**
   * Categories without a label are in no list, so the current category of the catalog record is accepted as
   * well.
   */
  function checkCategory(item: IngestItem, path: string): Problem[] {
    const unknown = unknownId('category', item.categoryId, `${path}/categoryId`)
    const isItsOwn = () => recordOf(item)?.categories?.some(({ id }) => id === item.categoryId?.trim())
    return unknown.length > 0 && isItsOwn() ? [] : unknown
  }

  function checkIdentifiers(item: IngestItem, path: string): Problem[] {
    return [
      ...unknownId('manufacturer', item.manufacturerId, `${path}/manufacturerId`),
      ...unknownId('distributor', item.distributorId, `${path}/distributorId`),
      ...unknownId('distributor', item.importerId, `${path}/importerId`),
      ...checkCategory(item, path),
      ...(item.products ?? []).flatMap((product, index) => {
        const at = `${path}/products/product[${index + 1}]`
        return [
          ...unknownId('brand', product.brandId, `${at}/brandId`),
          ...unknownId('manufacturer', product.manufacturerId, `${at}/manufacturerId`),
        ]
      }),
    ]
  }

  const checkRetailers = (item: IngestItem, path: string): Problem[] =>
    (item.manufacturerContent ?? []).flatMap(({ id }, index) =>
      unknownId('retailer', id, `${path}/manufacturerContent/retailers[${index + 1}]/@id`),
    )

  /** Reason why the feed lacks a distributor of the record: a feed needs an unambiguous identifier. */
  const whyDropped: DropReasons = (path, name) => {
    if (path !== 'distributorId' && path !== 'importerId') return undefined
    const ids = idsByName('distributor', name)
    if (ids.length === 0) return say`The list of distributors has none of that name.`
    return ids.length > 1 ? say`Several distributors have that name: choose the right one.` : undefined
  }

  /** Warnings for content of the record that a refresh removes. */
  function checkDrops(item: IngestItem, path: string): Problem[] {
    const present = recordOf(item)
    if (!present) return []
    return refreshDrops(present, item, knownOf(present), path, whyDropped)
  }

  function checkItem(kind: FeedKind, item: IngestItem, path: string): Problem[] {
    const { changes, ifPresent } = kinds[kind]
    return [
      ...checkCodes(kind, item, path),
      // If the service changes only some members, it reads no others except the product codes.
      ...(changes ? willDuplicate(item, path) : checkIdentifiers(item, path)),
      ...checkRetailers(item, path),
      ...(ifPresent === 'replaced' ? checkDrops(item, path) : []),
    ]
  }

  const checkContent = (item: ContentPlusFeedItem, path: string): Problem[] => [
    ...unknownItem(item.id?.trim(), `${path}/@id`),
    ...item.retailer.flatMap((retailer, position) =>
      unknownId('retailer', retailer.id, `${path}/retailer[${position + 1}]/@id`),
    ),
  ]

  return {
    isWhole,
    /** Problems of a feed item with respect to the catalog. `index` is 0-based. */
    item(kind: FeedKind, item: PayloadItem, index: number): Problem[] {
      const { name, document } = kinds[kind].payload
      const path = `${document.root}/item[${index + 1}]`
      const found =
        name === 'items'
          ? checkItem(kind, item as IngestItem, path)
          : checkContent(item as ContentPlusFeedItem, path)
      return [...found, ...unreachablePictures(kind, item, path), ...requirements()(kind, item, path)]
    },
  }
}

/**
 * Specification, endpoint 9: an update appends its Content+ to that of the item, even if the same entries
 * exist.
 */
function willDuplicate(item: IngestItem, path: string): Problem[] {
  const message = say`An update adds its Content+ to what the item has. What is there already will be there twice.`
  const warn = (at: string): Problem => ({
    code: 'CONTENT_PLUS_DUPLICATES',
    path: `${path}/${at}`,
    message,
    severity: 'warning',
  })
  const isFilled = (content: object | undefined) =>
    content !== undefined && Object.values(content).some((value) => value !== undefined && value.length > 0)
  return [
    ...(isFilled(item.contentPlus) ? [warn('contentPlus')] : []),
    ...(item.manufacturerContent ?? []).flatMap(({ contentPlus }, index) =>
      isFilled(contentPlus) ? [warn(`manufacturerContent/retailers[${index + 1}]/contentPlus`)] : [],
    ),
  ]
}
