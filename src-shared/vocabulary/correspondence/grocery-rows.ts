import { counted, say } from '../../texts/say.ts'
import { readDecimal, writeDecimal } from '../../values/decimal.ts'
import type { IngestGrocery } from '../elements/ingest.ts'
import type { Grocery } from '../elements/item.ts'
import type { Nutrition } from '../elements/nutrition.ts'
import { groupRow, recordOnly, sameRow, textRow, textsRow } from './kinds-of-rows.ts'
import type { Row } from './row.ts'
import { isSame, short, shownFlag, unknownNames } from './values.ts'

type Indicators = NonNullable<Grocery['foodRelatedIndicators']>
const indicatorRows: readonly Row<Indicators, NonNullable<IngestGrocery['foodRelatedIndicators']>>[] = [
  textRow('temperatureIndicator', 'temperatureIndicator', say`temperature`, { show: short }),
  textRow('kosher', 'kosher', `${say`kosher`}:`, {
    show: shownFlag,
    // The import reads "Kosher" as the codes, and derives the flag from them.
    columns: [{ heading: 'Food is kosher', isForReadingOnly: true, cell: (flag) => flag }],
  }),
  recordOnly<'unknown', Indicators['unknown']>('unknown', say`further food indicators`, {
    many: true,
    show: (unknown) => unknownNames(unknown),
  }),
]
/**
 * A file has the amounts of one panel. If it is the stored one, by its serving size, the record keeps what
 * the file has not: daily values of unchanged amounts, titles and further panels.
 */
function mergePanels(stored: Nutrition[] | undefined, imported: Nutrition[]): Nutrition[] {
  const [panel, ...others] = imported
  const [first, ...further] = stored ?? []
  if (!panel || !first || others.length > 0 || !hasServing(first, panel)) return imported
  const { sequence: _position, servingSizes: _known, ...values } = panel
  const changed = Object.entries(values).filter(
    ([name, value]) => value !== undefined && !isSameAmount(first[name as keyof Nutrition], value),
  )
  return changed.length === 0 ? (stored ?? []) : [{ ...first, ...Object.fromEntries(changed) }, ...further]
}

/** Whether the stored panel has the serving sizes of the file; kinds of measures are not in a file. */
const hasServing = ({ servingSizes: known = [] }: Nutrition, { servingSizes = [] }: Nutrition): boolean =>
  servingSizes.every(({ measure, uom }) =>
    known.some((one) => isSameNumber(one.measure, measure) && isSame(one.uom, uom)),
  )

function isSameAmount(stored: unknown, imported: unknown): boolean {
  if (typeof imported === 'string') return typeof stored === 'string' && isSameNumber(stored, imported)
  if (!isAmount(stored) || !isAmount(imported)) return isSame(stored, imported)
  const hasSameShare = !imported.dailyPct || isSameNumber(stored.dailyPct, imported.dailyPct)
  return (
    isSameNumber(stored.text, imported.text) && (!stored.uom || stored.uom === imported.uom) && hasSameShare
  )
}

type Amount = { text: string; uom?: string; dailyPct?: string }
const isAmount = (value: unknown): value is Amount =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'

/** Whether two texts are the same, or the same number: `2.50` and `2.5`. */
function isSameNumber(one: string | undefined, other: string | undefined): boolean {
  const [a, b] = [one, other].map((text = '') => readDecimal(text.trim()))
  return a && b ? writeDecimal(a) === writeDecimal(b) : isSame(one, other)
}

/** The rows for food. */
export const groceryRows: readonly Row<Grocery, IngestGrocery>[] = [
  textRow('ingredients', 'ingredients', 'ingredients', { many: true }),
  textsRow('kosherCodes', say`kosher codes`, {
    // A feed accepts only numeric kosher codes; a record may contain words.
    toFeed: (codes) => codes.filter((code) => /^\d+$/.test(code.trim())),
    show: (codes) => codes.join(', '),
  }),
  groupRow('foodRelatedIndicators', indicatorRows),
  sameRow<'nutritions', Nutrition[]>('nutritions', say`nutrition facts`, {
    many: true,
    missing: (present, next) =>
      (next?.length ?? 0) < present.length
        ? say`of ${counted(present.length - (next?.length ?? 0), 'further panel')}`
        : undefined,
    merge: mergePanels,
  }),
  recordOnly<'nutritionalClaims', NonNullable<Grocery['nutritionalClaims']>>(
    'nutritionalClaims',
    say`nutritional claims`,
    {
      many: true,
      show: ({ unknown }) => unknownNames(unknown),
    },
  ),
  recordOnly<'certifications', string[]>('certifications', say`certifications`, {
    many: true,
    show: (names) => names.join(', '),
  }),
  recordOnly<'recycleCodes', string>('recycleCodes', say`recycling codes`, { many: true, show: short }),
  recordOnly('containerRefunds', say`container refunds`, { many: true }),
]
