/**
 * Mapping time grows linearly: a row or mapping that is four times as long takes about four times as long.
 */
import { expect, test } from 'vitest'
import { rowLimits } from '../../../src-shared/file-limits.ts'
import { growthOf } from '../../../src-shared/vocabulary/kit/testing/growth.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { importMapper, type RowPlan } from './import-mapper.ts'

const gtin = '5000000000012'
const plan = (more: Partial<RowPlan> = {}): RowPlan => ({
  mapping: { gtin: 'productCodes/productCode', name: 'ecommerceTitle' },
  numbers: { columns: {} },
  seen: [],
  names: { target: 'catalog', sandbox: true, choices: {} },
  ...more,
})
const row = (members: object) => JSON.stringify({ gtin, name: 'Tea', ...members })
const list = <T>(n: number, of: (at: number) => T): T[] => Array.from({ length: n }, (_, at) => of(at))
const picture = (at: number) => `https://pictures.example/${at}.jpg`

test.each<[string, (n: number) => string, number]>([
  ['categories in one cell', (n) => row({ categories: list(n, (at) => `c${at}`) }), 5000],
  ['categories in one text', (n) => row({ categories: list(n, (at) => `c${at}`).join() }), 3000],
  ['pictures in one cell', (n) => row({ images: list(n, picture) }), 1000],
  ['columns of pictures', (n) => row(Object.fromEntries(list(n, (at) => [`image ${at}`, picture(at)]))), 700],
  ['unknown columns', (n) => row(Object.fromEntries(list(n, (at) => [`x${at}`, 1]))), 700],
])('%s', (_name, text, n) => {
  using database = openTemporaryDatabase()
  const mapper = importMapper.open(database)
  const growth = growthOf(
    text,
    (input) => expect(mapper.map([{ line: 2, text: input }], plan()).rejected).toEqual([]),
    n,
  )
  expect(growth).toMatchObject({ isLinear: true })
})

test('maps many columns and names in linear time', () => {
  using database = openTemporaryDatabase()
  const mapper = importMapper.open(database)
  const growth = growthOf(
    (n) => {
      const { mapping, names } = plan()
      const columns = Object.fromEntries(list(n, (at) => [`x${at}`, 'ecommerceTitle']))
      const brand = Object.fromEntries(list(n, (at) => [`brand ${at}`, 'leave' as const]))
      return plan({ mapping: { ...columns, ...mapping }, names: { ...names, choices: { brand } } })
    },
    (given) => void mapper.map([{ line: 2, text: row({ brand: 'Leaf' }) }], given),
    2000,
  )
  expect(growth).toMatchObject({ isLinear: true })
})

test('limits the columns that are detected in the first rows', () => {
  using database = openTemporaryDatabase()
  const mapper = importMapper.open(database)
  const rows = list(4, (number) => ({
    line: number + 1,
    text: row(Object.fromEntries(list(rowLimits.cells / 2, (at) => [`x${number} ${at}`, 1]))),
  }))
  expect(mapper.describe(rows).columns).toHaveLength(rowLimits.columnsLookedAt)
})
