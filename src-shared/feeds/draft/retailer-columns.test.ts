import { expect, test } from 'vitest'
import { entryName } from './column-keys.ts'
import { cellOf, draftColumns, withCell } from './columns.ts'
import { columnNamed, entryOf, firstRetailerColumns, retailerColumns } from './retailer-columns.ts'

const item = {
  id: 'i1',
  retailer: [
    { id: 'r1', sellCopy: 'One' },
    { id: 'r/2', sellCopy: 'Two', keywords: ['a', 'b'] },
  ],
}

test('a column of a retailer reads and sets its entry, wherever it is in the list', () => {
  expect(cellOf(item, 'retailer/=r%2F2/sellCopy')).toBe('Two')
  expect(cellOf(item, 'retailer/=r%2F2/keywords/0')).toBe('a')
  expect(cellOf(item, 'retailer/=r3/sellCopy')).toBeUndefined()
  const changed = withCell('contentplus', item, 'retailer/=r%2F2/sellCopy', 'New')
  expect(changed.retailer).toEqual([item.retailer[0], { ...item.retailer[1], sellCopy: 'New' }])
  const emptied = withCell('contentplus', item, 'retailer/=r1/sellCopy', undefined)
  expect(emptied.retailer[0]).toEqual({ id: 'r1' })
})

test('a text for a retailer that an item does not have adds its entry; clearing adds none', () => {
  const added = withCell('contentplus', item, 'retailer/=r3/keywords/0', 'tea')
  expect(added.retailer).toEqual([...item.retailer, { id: 'r3', keywords: ['tea'] }])
  expect(withCell('contentplus', item, 'retailer/=r3/keywords/0', undefined).retailer).toEqual(item.retailer)
  // The entry of a new item, which is still empty, is used.
  const empty = { id: '', retailer: [{ id: '' }] }
  expect(withCell('contentplus', empty, 'retailer/=r3/sellCopy', 'x').retailer).toEqual([
    { id: 'r3', sellCopy: 'x' },
  ])
  expect(withCell('create', {}, 'manufacturerContent/=r3/contentPlus/sellCopy', undefined)).toEqual({})
})

test('every column of a retailer is found by its name, and no other', () => {
  for (const kind of ['contentplus', 'refresh'] as const) {
    const columns = retailerColumns(kind, [{ id: 'a b', name: 'A' }])
    expect(columns.length).toBe(firstRetailerColumns(kind).length)
    for (const { column, path } of columns)
      expect(columnNamed(kind, column)).toMatchObject({ column, path, retailer: 'a b' })
  }
  for (const { column } of draftColumns('create')) expect(columnNamed('create', column)?.column).toBe(column)
  expect(columnNamed('contentplus', 'retailer/=r1/id')).toBeUndefined()
  expect(columnNamed('contentplus', 'retailer/=r1/name')).toBeUndefined()
  expect(columnNamed('contentplus', 'retailer/=r1/images/=r2/url')).toBeUndefined()
  expect(columnNamed('create', "products/=1' OR 1/brandId")).toBeUndefined()
})

test('identifiers that cannot be part of a name have no columns', () => {
  expect(retailerColumns('contentplus', [{ id: '', name: '' }])).toEqual([])
  expect(entryName('\ud800')).toBeUndefined()
  expect(entryName('x'.repeat(201))).toBeUndefined()
})

test('the position of a retailer starts at 1', () => {
  expect(entryOf(item, 'r/2')).toBe(2)
  expect(entryOf(item, 'r9')).toBe(0)
  expect(entryOf({ manufacturerContent: [{ id: 'r9' }] }, 'r9')).toBe(1)
})
