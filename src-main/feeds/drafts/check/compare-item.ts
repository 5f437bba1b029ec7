import type { Sides } from '../../../../src-shared/feeds/draft/aligned.ts'
import { type ComparedField, compareItem } from '../../../../src-shared/feeds/draft/comparison.ts'
import { countDoubles, withoutDoubles } from '../../../../src-shared/feeds/draft/doubles.ts'
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

/** An item of a draft beside the catalog's. */
interface Beside {
  /** The catalog's item, its name, and the hash its record has; '' for none. */
  about: string
  called: string
  seen: string
  /** What is to be compared; absent for what nobody has to ask about: a new item, or one that is to be created. */
  sides?: Sides<PayloadItem>
  /** Whether what the catalog had is known. */
  hasBase: boolean
  doubled: number
  /** The Content+ the catalog's item is known to have. */
  content: readonly RetailerContent[]
}

const unknownItem: Beside = {
  about: '',
  called: '',
  seen: '',
  hasBase: false,
  doubled: 0,
  content: [],
}

/** What the catalog has now is put into the form of a feed by the walk that fills a new draft. */
export function openSides(db: Database) {
  const { ownersOf, record } = openCatalogQueries(db)
  const knownOf = openKnowledge(db)
  const contentFor = openRetailerContentValues(db)
  const isSandbox = db
    .prepare<[], number>(`SELECT 1 FROM setting WHERE key = 'role' AND value = '"sandbox"'`)
    .pluck()

  function ofContentPlus(mine: ContentPlusFeedItem, base: DraftBase | undefined): Beside {
    const about = mine.id?.trim() ?? ''
    const found = record(about)
    if (!found) return unknownItem
    const head = { ...unknownItem, about, called: found.name, seen: found.hash }
    // A copy has no content for retailers to compare with.
    if (isSandbox.get() === undefined) return head
    const ids = mine.retailer.map(({ id = '' }) => id)
    /** In the order of the draft; what is of no retailer of the draft comes last. */
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

  return (kind: FeedKind, mine: PayloadItem, base?: DraftBase): Beside => {
    const known = base?.kind === kind ? base : undefined
    const { payload, ifPresent, changes } = kinds[kind]
    // The payload says of which sort the item is.
    if (payload.name === 'contentplus') return ofContentPlus(mine as ContentPlusFeedItem, known)
    const sent = mine as IngestItem
    const [about] = ownersOf(itemGtins(sent)).keys()
    const found = about === undefined ? undefined : record(about)
    const value = found && parseElement(itemGroup, found.body).value
    if (about === undefined || !found || !value) return unknownItem
    const head = { ...unknownItem, about, called: found.name, seen: found.hash }
    if (ifPresent === 'refused') return head
    const { item, content } = startRefresh(value, knownOf(value))
    const theirs = changes ? { ...updateOf(item), ...contentOf(item) } : item
    // A base of this kind is a value of this kind.
    const began = known?.item === about ? (known.value as IngestItem) : undefined
    const before = began && changes ? { ...theirs, ecommerceDescription: began.ecommerceDescription } : began
    return {
      ...head,
      sides: { base: before, theirs, mine: sent },
      hasBase: began !== undefined,
      doubled: changes ? countDoubles(sent, content) : 0,
      content,
    }
  }
}

/** The fields in which the sides of an item differ. */
export const fieldsOf = (kind: FeedKind, { sides }: Beside): ComparedField[] =>
  sides ? compareItem(kind, sides) : []

/** An update begins without Content+, as that would be added: what the item has is compared all the same. */
const contentOf = ({ contentPlus, manufacturerContent }: IngestItem): IngestItem => ({
  ...(contentPlus && { contentPlus }),
  ...(manufacturerContent && { manufacturerContent }),
})

/** An update without the Content+ that its item has already. */
export const withoutDoubled = (value: PayloadItem, { content }: Beside): PayloadItem =>
  withoutDoubles(value, content)

/** What a person is told of in the draft: fields that the catalog changed since. */
export function comparisonProblems(fields: readonly ComparedField[]): (DraftProblem & { field: string })[] {
  return fields.flatMap(({ state, labels, path, theirs, mine }) => {
    if (state !== 'conflict' && state !== 'outdated') return []
    const name = placeWords(labels)
    const [there, here] = [inWords(theirs), inWords(mine)]
    const message =
      state === 'conflict'
        ? say`The catalog changed “${name}” too since this draft began: it has ${there} now, and this feed has ${here}. Decide before sending.`
        : say`The catalog changed “${name}” since this draft began: it has ${there} now. This feed has ${here} as before, and would put that back.`
    const code = state === 'conflict' ? conflictCode : 'CATALOG_NEWER'
    return [{ code, path, field: path.replaceAll(/\[\d+\]/g, ''), message, severity: 'warning' }]
  })
}
const conflictCode = 'CATALOG_CONFLICT'

const maxCharacters = 80

/** A value in a few words. */
function inWords(value: unknown): string {
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
