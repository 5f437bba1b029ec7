import { say } from '../../texts/say.ts'
import { spoken } from '../../texts/spoken.ts'
import { unitSymbol } from '../../values/units.ts'
import { type IngestPackageData, ingestPackageData, type Measure } from '../elements/ingest.ts'
import { type PackageData, packageData } from '../elements/item.ts'
import { fieldRow, recordOnly, sameRow, textRow } from './kinds-of-rows.ts'
import type { Row } from './row.ts'
import { filled, isSame, short, shownFlag, unlessSameText } from './values.ts'

const shownMeasure = ({ measure = '', uom = '' }: Measure): string => [measure, uom].filter(Boolean).join(' ')
const measureRow = <K extends 'length' | 'height' | 'width' | 'weight' | 'packageSize' | 'netWeight'>(
  key: K,
) =>
  sameRow<K, Measure>(key, spoken(ingestPackageData.fields[key].label), {
    toFeed: ({ measure, uom }) => ({ measure: filled(measure), uom: filled(uom) }),
    show: shownMeasure,
    columns: [{ cell: ({ measure = '', uom = '' }) => measure && `${measure} ${unitSymbol(uom)}`.trim() }],
  })

type Approximation = Pick<IngestPackageData, 'approximation'>['approximation']
/** The rows for a package. */
export const packageRows: readonly Row<PackageData, IngestPackageData>[] = [
  textRow('type', 'type', say`package kind`, {
    paths: { record: '@type', feed: '@type' },
    show: short,
    // A file has no kind of package: the import's default applies only if none is stored.
    merge: (stored, imported) => stored ?? imported,
    columns: [{ heading: 'Package kind', cell: (kind) => kind }],
  }),
  fieldRow<'approximation', 'approximation', string, NonNullable<Approximation>>({
    record: 'approximation',
    feed: 'approximation',
    paths: { record: '@approximation', feed: '@approximation' },
    label: `${say`approximate package data`}:`,
    toRecord: (value) => ({ Y: 'true', N: 'false' })[String(value)] ?? value,
    toFeed: (value) => ({ true: 'Y', false: 'N' })[value] ?? value,
    show: shownFlag,
  }),
  measureRow('length'),
  measureRow('height'),
  measureRow('width'),
  measureRow('weight'),
  measureRow('packageSize'),
  measureRow('netWeight'),
  textRow('unitsInPackage', 'unitsInPackage', `${say`units in the package`}:`, { show: short }),
  fieldRow<'packageType', 'packageType', { id?: string | undefined; text: string }, string>({
    record: 'packageType',
    feed: 'packageType',
    label: say`package type`,
    toRecord: (text) => ({ text }),
    toFeed: ({ text }) => filled(text),
    show: ({ id, text }) => filled(text) ?? filled(id),
    isSame: (now, then) => isSame(now.text, then.text),
    carried: { without: ['@id'] },
    merge: unlessSameText,
    columns: [{ cell: ({ text }) => text }],
  }),
  recordOnly<'dryWeight', Measure>('dryWeight', spoken(packageData.fields.dryWeight.label), {
    show: shownMeasure,
  }),
  recordOnly<'information', string>('information', say`package information`, { show: short }),
]
