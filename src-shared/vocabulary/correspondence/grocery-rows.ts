import type { IngestGrocery } from '../ingest.ts'
import type { Grocery } from '../item.ts'
import type { Nutrition } from '../nutrition.ts'
import { groupRow, recordOnly, sameRow, textRow, textsRow } from './kinds-of-rows.ts'
import type { Row } from './row.ts'
import { short, shownFlag, unknownNames } from './values.ts'

type Indicators = NonNullable<Grocery['foodRelatedIndicators']>
const indicatorRows: readonly Row<Indicators, NonNullable<IngestGrocery['foodRelatedIndicators']>>[] = [
  textRow('temperatureIndicator', 'temperatureIndicator', 'temperature', { show: short }),
  textRow('kosher', 'kosher', 'kosher:', {
    show: shownFlag,
    // The import reads "Kosher" as the codes, from which the flag follows.
    columns: [{ heading: 'Food is kosher', isForReadingOnly: true, cell: (flag) => flag }],
  }),
  recordOnly<'unknown', Indicators['unknown']>('unknown', 'further food indicators', {
    many: true,
    show: (unknown) => unknownNames(unknown),
  }),
]
/** The rows for food. */
export const groceryRows: readonly Row<Grocery, IngestGrocery>[] = [
  textRow('ingredients', 'ingredients', 'ingredients', { many: true }),
  textsRow('kosherCodes', 'kosher codes', {
    // A feed takes numeric kosher codes only; a record may hold words.
    toFeed: (codes) => codes.filter((code) => /^\d+$/.test(code.trim())),
    show: (codes) => codes.join(', '),
  }),
  groupRow('foodRelatedIndicators', indicatorRows),
  sameRow<'nutritions', Nutrition[]>('nutritions', 'nutrition facts', {
    many: true,
    missing: (present, next) =>
      (next?.length ?? 0) < present.length
        ? `of ${present.length - (next?.length ?? 0)} further panels`
        : undefined,
  }),
  recordOnly<'nutritionalClaims', NonNullable<Grocery['nutritionalClaims']>>(
    'nutritionalClaims',
    'nutritional claims',
    {
      many: true,
      show: ({ unknown }) => unknownNames(unknown),
    },
  ),
  recordOnly<'certifications', string[]>('certifications', 'certifications', {
    many: true,
    show: (names) => names.join(', '),
  }),
  recordOnly<'recycleCodes', string>('recycleCodes', 'recycling codes', { many: true, show: short }),
  recordOnly('containerRefunds', 'container refunds', { many: true }),
]
