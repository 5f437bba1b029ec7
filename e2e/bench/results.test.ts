import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { benches } from './benches.ts'
import { atLeast, atMost, figureOf } from './figure.ts'
import {
  comparedTable,
  needless,
  type Result,
  readTable,
  standingOf,
  unexplained,
  writeTable,
} from './results.ts'

const committed = readFileSync(new URL('RESULTS.md', import.meta.url), 'utf8')
const document = `# Results
before
<!-- table: npm run bench -- --write -->
| bench |
| --- |
<!-- end of the table -->
- **ingest: taking items in**: the disk stands in the way.
`
const when = { on: '2026-01-02', load: 0.4 }
const ingest: Result = {
  ...figureOf({
    ...{ figure: 'taking items in', unit: 'items/s', ours: 4984, peer: 'sqlite3', theirs: 4274 },
    ...{ spread: 0.04, goal: atLeast('ratio', 1.5) },
  }),
  ...{ bench: 'ingest', items: 100_000, ...when },
}
const scan: Result = {
  ...figureOf({
    figure: 'scan',
    unit: 'MB/s',
    ours: 170,
    peer: 'expat',
    goal: atLeast('ratio', 1.5),
    note: 'no compiler',
  }),
  ...{ bench: 'scan', ...when },
}
const search: Result = {
  ...figureOf({ figure: 'p99, by size', unit: 'ms', ours: 333, peer: '', goal: atMost('growth', 4) }),
  ...{ growth: 8.95, met: false, bench: 'search', items: 1_000_000, ...when },
}
/** Compared with a peer that is never late. */
const browse: Result = {
  ...figureOf({ figure: 'late frames', unit: '%', ours: 3, peer: 'an empty list', theirs: 0 }),
  ...{ bench: 'browse', items: 100_000, ...when },
}
const order = ['scan', 'ingest', 'search', 'browse']

test('reads a written table back and keeps the text around it', () => {
  const written = writeTable(document, order, [search, browse, ingest, scan])
  expect(readTable(written)).toEqual([scan, ingest, search, browse])
  expect(written.startsWith('# Results\nbefore\n')).toBe(true)
  expect(written).toContain('the disk stands in the way.')
})

test('replaces only the rows of a bench at the same size', () => {
  const written = writeTable(document, order, [ingest, search])
  const small = { ...ingest, items: 10_000 }
  const renamed = { ...ingest, figure: 'taking in' }
  expect(readTable(writeTable(written, order, [small]))).toEqual([small, ingest, search])
  expect(readTable(writeTable(written, order, [renamed]))).toEqual([renamed, search])
})

test('compares rows by ratio if there is one, with the spread as tolerance', () => {
  const of = (ours: number, theirs?: number) =>
    figureOf({ figure: '', unit: 'items/s', peer: '', ours, theirs, spread: 0.2 })
  expect(standingOf(of(1), undefined)).toBe('new')
  expect(standingOf(of(500, 100), of(50, 10))).toBe('same')
  expect(standingOf(of(390, 100), of(50, 10))).toBe('worse')
  expect(standingOf(of(90), of(100))).toBe('same')
  expect(standingOf(of(130), of(100))).toBe('better')
  const slower = { ...of(130), unit: 'ms' } as const
  expect(standingOf(slower, { ...slower, ours: 100 })).toBe('worse')
})

test('marks figures that are worse than in the document', () => {
  const now = { ...ingest, ratio: 0.5 }
  expect(comparedTable([now], [ingest])).toMatch(/worse: 1\.17$/m)
  expect(comparedTable([now], undefined)).not.toContain('worse')
})

test('finds rows that miss their goal without an explanation', () => {
  expect(unexplained(writeTable(document, order, [ingest, search, scan]))).toEqual([
    'scan: scan',
    'search: p99, by size',
  ])
})

test('finds explanations of rows that meet their goal', () => {
  expect(needless(writeTable(document, order, [ingest, search]))).toEqual([])
  expect(needless(writeTable(document, order, [{ ...ingest, ratio: 1.6 }]))).toEqual([
    'ingest: taking items in',
  ])
})

test('the committed table has every bench, and explains each row that misses its goal', () => {
  const names = Object.keys(benches)
  const measured = new Set(readTable(committed).map(({ bench }) => bench))
  expect([...measured].filter((name) => !names.includes(name))).toEqual([])
  const [, awaited = ''] = /^Not measured yet: (.*)\.$/m.exec(committed) ?? []
  const missing = names.filter((name) => !measured.has(name))
  expect(awaited === '' ? [] : awaited.split(', ').toSorted()).toEqual(missing.toSorted())
  expect(unexplained(committed)).toEqual([])
  expect(needless(committed)).toEqual([])
})
