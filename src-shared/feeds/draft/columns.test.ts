import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOfCases } from '../../testing/number-of-cases.ts'
import { ingestItem } from '../../vocabulary/elements/ingest.ts'
import { parseElement, writeElement } from '../../vocabulary/kit/kit.ts'
import { arbitraryOf } from '../../vocabulary/kit/testing/arbitrary.ts'
import { cellOf, draftColumns, withCell } from './columns.ts'

const columnOf = (kind: 'create' | 'contentplus') =>
  fc.constantFrom(...draftColumns(kind).map(({ column }) => column))

test('setting a cell changes only that cell', () => {
  const columns = draftColumns('create').map(({ column }) => column)
  fc.assert(
    fc.property(arbitraryOf(ingestItem), columnOf('create'), (item, column) => {
      const changed = withCell('create', item, column, 'a text')
      expect(cellOf(changed, column)).toBe('a text')
      for (const other of columns)
        if (other !== column && other !== 'productCodes/0/type')
          // An element created on the way has an empty text.
          expect(cellOf(changed, other) || undefined).toBe(cellOf(item, other) || undefined)
    }),
    { numRuns: numberOfCases(60) },
  )
})

test('an item whose cells were set or cleared survives writing and parsing', () => {
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

test('keeps required parts of an item when their text is cleared', () => {
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

test('treats a code typed into an empty row as a GTIN', () => {
  expect(withCell('create', {}, 'productCodes/0/text', '4006381333931')).toEqual({
    productCodes: [{ type: 'GTIN', text: '4006381333931' }],
  })
})

test('columns have unique names, labels and paths, and know their lookup lists', () => {
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
