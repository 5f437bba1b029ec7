import { expect, test } from 'vitest'
import { draftRoom, item } from './fixtures/draft-room.ts'

const room = draftRoom()
const { begin, rows, titles } = room

test('filters, sorts and marks rows by any column', async () => {
  const { id } = await begin(
    item(0, { packageData: { length: { measure: '10', uom: 'CMT' } } }),
    item(1, { packageData: { length: { measure: '9', uom: 'CMT' } } }),
    item(2, { ecommerceTitle: '' }),
  )
  await room.drafts.check(id)
  const length = 'packageData/length/measure'
  const ask = async (question: object) =>
    (
      await room.drafts.draftRows({ id, selection: {}, offset: 0, limit: 10, columns: [length], ...question })
    ).rows.map(({ position }) => position)
  expect(await ask({ sort: { column: length, isDescending: true } })).toEqual([1, 2, 3])
  expect(await ask({ selection: { cell: { column: length, is: 'empty' } } })).toEqual([3])
  expect(await ask({ selection: { cell: { column: 'ecommerceTitle', is: { containing: 'TÉA' } } } })).toEqual(
    [1, 2],
  )
  expect(await ask({ selection: { text: 'téa 1' } })).toEqual([2])
  expect(await ask({ selection: { text: '\u00ad' } })).toEqual([])
  expect(await ask({ selection: { problem: 'any' } })).toEqual([3])
  expect((await rows(id)).rows.map(({ marks }) => marks[0])).toEqual([null, null, 'error'])
})

test('replaces the previewed cells in all items, as one step', async () => {
  const { id } = await begin(item(0), item(1), item(2, { ecommerceTitle: 'Coffee' }))
  const edit = {
    selection: {},
    columns: ['ecommerceTitle'],
    find: 'green TEA',
    by: 'Chai',
    matchCase: false,
  }
  expect(await room.drafts.previewReplace({ id, ...edit })).toMatchObject({
    cells: 2,
    items: 2,
    examples: [{ before: 'Green tea 0', after: 'Chai 0' }, { after: 'Chai 1' }],
  })
  await room.drafts.editDraft({ id, label: 'Replace', edits: [{ do: 'replace', ...edit }] })
  expect(await titles(id)).toEqual(['Chai 0', 'Chai 1', 'Coffee'])
  await room.drafts.undoDraft({ id })
  expect(await titles(id)).toEqual(['Green tea 0', 'Green tea 1', 'Coffee'])
})

/** Content+ of three retailers, in another order for each item. */
const contentPlus = [
  { id: 'i1', retailer: [{ id: "r'1", sellCopy: 'B' }, { id: 'r2', sellCopy: '' }, { id: 'r3' }] },
  {
    id: 'i2',
    retailer: [
      { id: 'r3', sellCopy: 'Three' },
      { id: "r'1", sellCopy: 'A', keywords: ['tea'] },
    ],
  },
  { id: 'i3', retailer: [{ id: "r'1" }] },
]
const sellCopy = "retailer/=r'1/sellCopy"

test('lists the retailers of a draft, and whether an item has several', async () => {
  const { id } = await room.drafts.createDraft({ kind: 'contentplus', values: contentPlus })
  const ids = async () => (await room.drafts.draftRetailers({ id })).retailers.map((one) => one.id)
  expect(await ids()).toEqual(["r'1", 'r3', 'r2'])
  expect(await room.drafts.draftRetailers({ id })).toMatchObject({ isSeveral: true })
  const { id: other } = await begin(item(0))
  expect(await room.drafts.draftRetailers({ id: other })).toEqual({ retailers: [], isSeveral: false })
})

test('reads, sorts, filters and edits the columns of one retailer', async () => {
  const { id } = await room.drafts.createDraft({ kind: 'contentplus', values: contentPlus })
  const cells = async (selection = {}, columns = [sellCopy, 'retailer/=r3/sellCopy']) => {
    const sort = { column: sellCopy, isDescending: false }
    const query = { id, selection, sort, offset: 0, limit: 10, columns }
    return (await room.drafts.draftRows(query)).rows.map((row) => row.cells)
  }
  expect(await cells()).toEqual([
    [null, null],
    ['A', 'Three'],
    ['B', null],
  ])
  expect(await cells({ cell: { column: sellCopy, is: 'empty' } })).toEqual([[null, null]])
  expect(await cells({ cell: { column: sellCopy, is: { containing: 'a' } } })).toEqual([['A', 'Three']])
  await room.drafts.editDraft({
    ...{ id, label: 'Sell copy' },
    edits: [{ do: 'set', selection: {}, column: 'retailer/=r3/sellCopy', value: 'All' }],
  })
  expect((await cells()).map(([, text]) => text)).toEqual(['All', 'All', 'All'])
  const { value } = await room.drafts.draftItem({ id, key: 3 })
  expect(value).toEqual({ id: 'i3', retailer: [{ id: "r'1" }, { id: 'r3', sellCopy: 'All' }] })
  await expect(rows(id, ['retailer/=r3/other'])).rejects.toThrow('no column')
})

test('marks a problem in the column of its retailer only', async () => {
  const media = [{ url: 'not an address' }]
  const values = [{ id: 'i1', retailer: [{ id: 'r1' }, { id: 'r2', images: media }] }]
  const { id } = await room.drafts.createDraft({ kind: 'contentplus', values })
  await room.drafts.check(id)
  const columns = ['retailer/=r1/images/0/url', 'retailer/=r2/images/0/url']
  expect((await rows(id, columns)).rows[0]?.marks).toEqual([null, 'error'])
})
