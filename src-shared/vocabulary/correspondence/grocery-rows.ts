import { counted, say } from '../../texts/say.ts'
import type { IngestGrocery } from '../elements/ingest.ts'
import type { Grocery } from '../elements/item.ts'
import type { Nutrition } from '../elements/nutrition.ts'
import { groupRow, recordOnly, sameRow, textRow, textsRow } from './kinds-of-rows.ts'
import type { Row } from './row.ts'
import { short, shownFlag, unknownNames } from './values.ts'

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
