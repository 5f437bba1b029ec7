import type { Sides } from '../../../../src-shared/feeds/compare/align-lists.ts'
import { type ComparedField, compareItem } from '../../../../src-shared/feeds/compare/comparison.ts'
import { countDuplicates, withoutDuplicates } from '../../../../src-shared/feeds/draft/duplicates.ts'
import type { DraftBase, DraftProblem } from '../../../../src-shared/feeds/draft/model.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import type { ContentPlusFeedItem } from '../../../../src-shared/vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { item as itemGroup } from '../../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { placeWords } from '../../../../src-shared/vocabulary/place-label.ts'
import { itemGtins } from '../../../../src-shared/vocabulary/rules/ingest-rules.ts'
import { openCatalogQueries } from '../../../catalog/index.ts'
import type { Database } from '../../../storage/index.ts'
import { openRetailerContentValues, type RetailerContent } from '../../targets/sandbox/index.ts'
import { startRefresh, updateOf } from '../make/drafts-start.ts'
import { openKnowledge } from './item-knowledge.ts'

/** Comparison of a draft item with the catalog. */
interface Comparison {
  /** The catalog item's identifier, its name, and the hash of its record; '' if there is none. */
  about: string
  called: string
  seen: string
  /** The versions to compare; absent for an item that is new or to be created. */
  sides?: Sides<PayloadItem>
  /** Whether the base is known. */
  hasBase: boolean
  doubled: number
  /** Content+ that the catalog item is known to have. */
  content: readonly RetailerContent[]
}

const unknownItem: Comparison = {
  about: '',
  called: '',
  seen: '',
  hasBase: false,
  doubled: 0,
  content: [],
}

/**
 * Opens the comparison. The current catalog record is converted into feed form by the code that fills new
 * drafts.
 */
export function openSides(db: Database) {
  const { ownersOf, record } = openCatalogQueries(db)
  const knownOf = openKnowledge(db)
  const contentFor = openRetailerContentValues(db)
  const isSandbox = db
    .prepare<[], number>(`SELECT 1 FROM setting WHERE key = 'role' AND value = '"sandbox"'`)
    .pluck()

  function compareContentPlus(mine: ContentPlusFeedItem, base: DraftBase | undefined): Comparison {
    const about = mine.id?.trim() ?? ''
    const found = record(about)
    if (!found) return unknownItem
    const head = { ...unknownItem, about, called: found.name, seen: found.hash }
    // A synced copy has no retailer content to compare with.
    if (isSandbox.get() === undefined) return head
    const ids = mine.retailer.map(({ id = '' }) => id)
    /** Retailers in the order of the draft; those not in the draft come last. */
    const ordered = (all: ContentPlusFeedItem['retailer']): ContentPlusFeedItem => ({
      id: mine.id,
      retailer: [
        ...ids.flatMap((id) => all.find((one) => one.id === id) ?? []),
        ...all.filter(({ id = '' }) => !ids.includes(id)),
      ],
    })
    const before = base && 'retailer' in base.value ? ordered(base.value.retailer) : undefined
    const sides = { base: before, theirs: ordered(contentFor(about, ids)), mine }
    return { ...head, sides, hasBase: before !== undefined }
  }

  return (kind: FeedKind, mine: PayloadItem, base?: DraftBase): Comparison => {
    const known = base?.kind === kind ? base : undefined
    const { payload, ifPresent, changes } = kinds[kind]
    // The payload name determines the item type.
    if (payload.name === 'contentplus') return compareContentPlus(mine as ContentPlusFeedItem, known)
    const sent = mine as IngestItem
    const [about] = ownersOf(itemGtins(sent)).keys()
    const found = about === undefined ? undefined : record(about)
    const value = found && parseElement(itemGroup, found.body).value
    if (about === undefined || !found || !value) return unknownItem
    const head = { ...unknownItem, about, called: found.name, seen: found.hash }
    if (ifPresent === 'refused') return head
    const { item, content } = startRefresh(value, knownOf(value))
    const theirs = changes ? { ...updateOf(item), ...contentOf(item) } : item
    // A base of this feed kind has a value of this type.
    const baseValue = known?.item === about ? (known.value as IngestItem) : undefined
    const before =
      baseValue && changes ? { ...theirs, ecommerceDescription: baseValue.ecommerceDescription } : baseValue
    return {
      ...head,
      sides: { base: before, theirs, mine: sent },
      hasBase: baseValue !== undefined,
      doubled: changes ? countDuplicates(sent, content) : 0,
      content,
    }
  }
}

/** The fields that differ. */
export const fieldsOf = (kind: FeedKind, { sides }: Comparison): ComparedField[] =>
  sides ? compareItem(kind, sides) : []

/**
 * Content+ for the comparison. An update is created without it, because sending would duplicate it, but
 * existing content is still compared.
 */
const contentOf = ({ contentPlus, manufacturerContent }: IngestItem): IngestItem => ({
  ...(contentPlus && { contentPlus }),
  ...(manufacturerContent && { manufacturerContent }),
})

/** The update without Content+ that the item already has. */
export const withoutDuplicateContent = (value: PayloadItem, { content }: Comparison): PayloadItem =>
  withoutDuplicates(value, content)

/** Warnings about fields that the catalog changed since the base. */
export function comparisonProblems(fields: readonly ComparedField[]): (DraftProblem & { field: string })[] {
  return fields.flatMap(({ state, labels, path, theirs, mine }) => {
    if (state !== 'conflict' && state !== 'outdated') return []
    const name = placeWords(labels)
    const [there, here] = [shortText(theirs), shortText(mine)]
    const message =
      state === 'conflict'
        ? say`The catalog also changed “${name}” since this draft was created: it now has ${there}, this feed has ${here}. Choose one before sending.`
        : say`The catalog changed “${name}” since this draft began: it has ${there} now. This feed has ${here} as before, and would put that back.`
    const code = state === 'conflict' ? conflictCode : 'CATALOG_NEWER'
    return [{ code, path, field: path.replaceAll(/\[\d+\]/g, ''), message, severity: 'warning' }]
  })
}
const conflictCode = 'CATALOG_CONFLICT'

const maxCharacters = 80

/** A short text for a value. */
function shortText(value: unknown): string {
  const texts = textsOf(value)
  if (texts.length === 0) return say`nothing`
  const all = texts.join(' ')
  return `“${all.length > maxCharacters ? `${all.slice(0, maxCharacters)}…` : all}”`
}
const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? value.trim() === ''
      ? []
      : [value.trim()]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []
