import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOfCases } from '../../testing/number-of-cases.ts'
import { ingestItem } from '../../vocabulary/elements/ingest.ts'
import { parseElement, writeElement } from '../../vocabulary/kit/kit.ts'
import { arbitraryOf } from '../../vocabulary/kit/testing/arbitrary.ts'
import { cellOf, draftColumns, withCell } from './columns.ts'

const columnOf = (kind: 'create' | 'contentplus') =>
  fc.constantFrom(...draftColumns(kind).map(({ column }) => column))

test('a cell that was set holds what was set, and all other cells what they held', () => {
  const columns = draftColumns('create').map(({ column }) => column)
  fc.assert(
    fc.property(arbitraryOf(ingestItem), columnOf('create'), (item, column) => {
      const changed = withCell('create', item, column, 'a text')
      expect(cellOf(changed, column)).toBe('a text')
      for (const other of columns)
        if (other !== column && other !== 'productCodes/0/type')
          // An element that was made on the way has its text, empty.
          expect(cellOf(changed, other) || undefined).toBe(cellOf(item, other) || undefined)
    }),
    { numRuns: numberOfCases(60) },
  )
})

test('an item whose cells were set or emptied is one that a reader would make', () => {
  fc.assert(
    fc.property(
      arbitraryOf(ingestItem),
      fc.array(fc.tuple(columnOf('create'), fc.option(fc.constant('1'), { nil: undefined })), {
        maxLength: 8,
      }),
      (item, changes) => {
        const changed = changes.reduce(
          (value, [column, text]) => withCell('create', value, column, text),
          item,
        )
        const xml = writeElement(ingestItem, 'item', changed)
        const { value } = parseElement(ingestItem, xml, { role: 'request' })
        expect(writeElement(ingestItem, 'item', value ?? {})).toBe(xml)
      },
    ),
    { numRuns: numberOfCases(60) },
  )
})

test('what a reader always finds stays there when it is emptied', () => {
  expect(withCell('contentplus', { id: '1', retailer: [{ id: 'r1' }] }, 'retailer/0/id', undefined)).toEqual({
    id: '1',
    retailer: [],
  })
  const item = { productCodes: [{ type: 'GTIN', text: '1' }] }
  expect(withCell('create', item, 'productCodes/0/text', undefined)).toEqual({
    productCodes: [{ type: 'GTIN', text: '' }],
  })
  expect(
    withCell('create', { products: [{ description: 'a' }] }, 'products/0/description', undefined),
  ).toEqual({})
})

test('a code that is typed into an empty row is a GTIN', () => {
  expect(withCell('create', {}, 'productCodes/0/text', '4006381333931')).toEqual({
    productCodes: [{ type: 'GTIN', text: '4006381333931' }],
  })
})

test('columns have names and paths of their own, and know their lists', () => {
  for (const kind of ['create', 'contentplus'] as const) {
    const columns = draftColumns(kind)
    expect(new Set(columns.map(({ column }) => column)).size).toBe(columns.length)
    for (const { label, section } of columns) expect([label, section]).not.toContain('')
  }
  expect(draftColumns('create').find(({ column }) => column === 'products/0/brandId')).toMatchObject({
    path: 'products/product/brandId',
    lookup: 'brand',
    around: ['Products'],
  })
})
