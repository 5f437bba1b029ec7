import { cellOf, type DraftColumn, draftColumns } from '../../../../src-shared/feeds/draft/columns.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'

/** Ends of the columns with names, descriptions and bullet points, and of the language of a description. */
const textColumns =
  /(?:^|\/)(?:ecommerceTitle|(?:ecommerce|long)Description\/0\/text|(?:ecommerce|long)Description|products\/0\/description|bulletPoints\/0)$/
/** Entries of each list that are read. */
const maxEntries = 20

/** A text of an item whose spelling is checked. */
export interface SpelledText {
  /** Keys from the item to the text. */
  column: string
  text: string
}

/** The English texts of an item: those without a language count as English. */
export function* spelledTexts(kind: FeedKind, item: PayloadItem): Generator<SpelledText> {
  for (const { column } of draftColumns(kind).filter(isChecked))
    for (const place of placesOf(column)) {
      const text = cellOf(item, place)
      if (text === undefined) {
        // Lists have no gaps.
        if (place !== column) break
        continue
      }
      const language = place.endsWith('/text') ? cellOf(item, place.replace(/text$/, 'lang')) : undefined
      if (language === undefined || /^en\b/i.test(language)) yield { column: place, text }
    }
}

const isChecked = ({ column }: DraftColumn): boolean => textColumns.test(column)

/** A column for each entry of its last list. */
function* placesOf(column: string): Generator<string> {
  const at = column.lastIndexOf('/0')
  yield column
  if (at < 0) return
  for (let entry = 1; entry < maxEntries; entry++)
    yield `${column.slice(0, at)}/${entry}${column.slice(at + '/0'.length)}`
}
