import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leftReasons } from '../../src-shared/import/report.ts'
import { numberOfCases } from '../../src-shared/testing/number-of-cases.ts'
import { openTemporaryDatabase } from '../testing/temporary-workspace.ts'
import { gtinPath, namePath, targetFields } from './columns/import-fields.ts'
import { importMapper, type RowPlan } from './rows/import-mapper.ts'

/** Cell values; each leaf contains a unique number that the test searches for. */
const leaf = fc.constantFrom(
  (mark: string) => mark,
  (mark: string) => `word${mark}`,
  (mark: string) => `${mark} g`,
  (mark: string) => `about ${mark} cm (net)`,
  (mark: string) => `4 x ${mark} cl`,
  (mark: string) => `10 x ${mark} x 5 cm`,
  (mark: string) => `${mark} g / 1 cup`,
  (mark: string) => `https://pictures.example/${mark}.jpg`,
  (mark: string) => `en:green-teas-${mark}`,
  (mark: string) => `-${mark}%`,
  (mark: string) => `Y${mark}`,
  (mark: string) => `one${mark}, two; three|four > five`,
)
type Leaf = (mark: string) => string
type Shape = Leaf | Shape[] | { [key: string]: Shape }
const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('shape'), { minLength: 1, maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(
        'en',
        'fr',
        'value',
        'uom',
        'text',
        'id',
        'label',
        'scheme',
        'url',
        'view',
        'dailyPct',
        'via',
      ),
      tie('shape'),
      { minKeys: 1, maxKeys: 3 },
    ),
  ),
}))

/** The shape with each leaf replaced by a text that contains its number. */
function filled(shape: Shape, next: () => string): unknown {
  if (typeof shape === 'function') return shape(next())
  if (Array.isArray(shape)) return shape.map((entry) => filled(entry, next))
  return Object.fromEntries(Object.entries(shape).map(([key, entry]) => [key, filled(entry, next)]))
}

/** The report shortens long texts. */
function isIn(text: string | undefined, mark: string): boolean {
  return text !== undefined && (text.includes(mark) || text.endsWith('…'))
}

const paths = targetFields.map(({ path }) => path).filter((path) => path !== gtinPath && path !== namePath)
const column = fc.record({
  path: fc.option(fc.constantFrom(...paths), { nil: undefined, freq: 8 }),
  heading: fc.constantFrom('column', 'column_fr', 'column_100g', 'column (g)', 'brands', 'image back url'),
  shape,
})

describe.each(['catalog', 'drafts'] as const)('import into %s', (target) => {
  test('keeps every value of a row or reports the reason', () => {
    using database = openTemporaryDatabase()
    database.db.exec("INSERT INTO lookup (kind, id, name, folded) VALUES ('brand', 'b1', 'Leaf', 'leaf')")
    const mapper = importMapper.open({ db: database.db })
    fc.assert(
      fc.property(fc.array(column, { minLength: 1, maxLength: 6 }), (columns) => {
        let mark = 700_000
        const marks = new Map<string, string[]>()
        const row: Record<string, unknown> = { gtin: '4006381333931', name: 'Tea' }
        const mapping: Record<string, string> = { gtin: gtinPath, name: namePath }
        for (const [index, { path, heading, shape }] of columns.entries()) {
          const name = `${index} ${heading}`
          const own: string[] = []
          row[name] = filled(shape, () => {
            own.push(String(mark))
            return String(mark++)
          })
          marks.set(name, own)
          if (path !== undefined) mapping[name] = path
        }
        const plan: RowPlan = {
          mapping,
          numbers: { columns: {}, other: 'point' },
          seen: Object.keys(row),
          names: { target, sandbox: false, choices: {} },
        }
        const { mapped, columns: places } = mapper.map([{ line: 1, text: JSON.stringify(row) }], plan)
        const [{ account = [], payload = '' } = {}] = mapped
        expect(mapped).toHaveLength(1)
        // An object that is not a value is split into columns whose names start with its name.
        const reported = (name: string) =>
          account.filter(([place]) => places[place] === name || places[place]?.startsWith(`${name}.`))
        for (const [name, own] of marks) {
          const entries = reported(name)
          expect(entries.reduce((sum, [, , count]) => sum + count, 0)).toBeGreaterThan(0)
          for (const one of own) {
            const isReported = entries.some(([, outcome, , text]) => outcome !== 'kept' && isIn(text, one))
            expect(isReported || payload.includes(one), `${one} of ${name} in ${JSON.stringify(row)}`).toBe(
              true,
            )
          }
          for (const [, outcome] of entries)
            expect(outcome === 'kept' || outcome === 'changed' || outcome in leftReasons).toBe(true)
        }
      }),
      { numRuns: numberOfCases(400) },
    )
  })
})
