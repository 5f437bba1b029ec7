import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Problem } from '../../../../src-shared/problem.ts'
import { dateOnly } from '../../../../src-shared/values/moment.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../../testing/temporary-workspace.ts'
import { createDrafts, type Drafts } from '../drafts.ts'

let workspace: TemporaryWorkspace
let drafts: Drafts
beforeAll(async () => {
  workspace = await openTemporaryWorkspace()
  drafts = createDrafts(workspace)
})
afterAll(async () => {
  drafts.close()
  await workspace.close()
})

/** A draft of two items, of which the service refused the second. */
const begin = (...problems: Problem[]): Promise<string> => beginWith(sampleItem(2), ...problems)

async function beginWith(refused: IngestItem, ...problems: Problem[]): Promise<string> {
  const { id } = await drafts.createDraft({
    kind: 'create',
    xml: Buffer.from(itemFeed(sampleItem(1), refused)).toString(),
    remarks: [
      { position: 1, problems, feed: { id: 'f7', name: 'Tea' }, placeInFeed: 4, at: Date.UTC(2026, 10, 22) },
    ],
  })
  return id
}
/** Remarks per item of a draft, as path and message. */
async function remarksOf(id: string): Promise<string[][]> {
  await drafts.check(id)
  const { rows } = await drafts.draftRows({ id, selection: {}, offset: 0, limit: 10, columns: [] })
  const items = await Promise.all(rows.map(({ key }) => drafts.draftItem({ id, key })))
  return items.map(({ problems }) =>
    problems.filter(({ feed }) => feed?.id === 'f7').map(({ path, message }) => `${path}: ${message}`),
  )
}
const setTitle = (id: string, key: number, value: string) =>
  drafts.editDraft({
    id,
    label: 'Title',
    edits: [{ do: 'cells', cells: [{ key, column: 'ecommerceTitle', value }] }],
  })

const title = { code: 'TITLE', path: 'items/item[5]/ecommerceTitle', message: 'Too plain' }
const day = dateOnly(Date.UTC(2026, 10, 22))
const words = `items/item[1]/ecommerceTitle: The service refused this: Too plain. Feed “Tea”, ${day}.`

test('shows a refusal as an error at its field until the field changes, and again after undo', async () => {
  const id = await begin(title)
  expect(await remarksOf(id)).toEqual([[], [words]])
  expect(
    (await drafts.draftRows({ id, selection: {}, offset: 0, limit: 10, columns: ['ecommerceTitle'] }))
      .rows[1],
  ).toMatchObject({
    marks: ['error'],
  })
  await drafts.editDraft({
    id,
    label: 'Brand',
    edits: [{ do: 'cells', cells: [{ key: 2, column: 'categoryId', value: '1' }] }],
  })
  expect(await remarksOf(id)).toEqual([[], [words]])
  await setTitle(id, 2, 'Better')
  expect(await remarksOf(id)).toEqual([[], []])
  await drafts.undoDraft({ id })
  expect(await remarksOf(id)).toEqual([[], [words]])
  expect((await drafts.draft({ id })).errorCount).toBe(1)
})

test('lists a refusal once that our own check finds as well, as an error with its feed', async () => {
  const id = await beginWith(
    sampleItem(2, { categoryId: undefined, manufacturerId: undefined }),
    { code: 'MANUFACTURER_REQUIRED', path: '', message: 'No manufacturer' },
    { code: 'CATEGORY_REQUIRED', path: 'items/item[5]/categoryId', message: 'No category' },
    // Another field than that of our own error.
    { code: 'CATEGORY_REQUIRED', path: 'items/item[5]/ecommerceTitle', message: 'No category in the title' },
  )
  const { groups } = await drafts.check(id)
  expect(groups.map(({ code, path }) => [code, path])).toEqual([
    ['CATEGORY_REQUIRED', 'categoryId'],
    ['MANUFACTURER_REQUIRED', 'manufacturerId'],
    ['REFUSED:CATEGORY_REQUIRED', 'ecommerceTitle'],
  ])
  expect((await drafts.draft({ id })).errorCount).toBe(3)
  expect((await remarksOf(id))[1]).toHaveLength(3)
})

test('attaches a refusal without a known field to the item until the item changes', async () => {
  const id = await begin({ code: 'X', path: '', message: 'No thanks!' })
  expect(await remarksOf(id)).toEqual([
    [],
    [`items/item[1]: The service refused this: No thanks! Feed “Tea”, ${day}.`],
  ])
  await setTitle(id, 1, 'The other item')
  expect((await remarksOf(id))[1]).toHaveLength(1)
  await setTitle(id, 2, 'Better')
  expect(await remarksOf(id)).toEqual([[], []])
})

test('reports a refusal without a field as an error until the user allows sending the item unchanged', async () => {
  const id = await begin({ code: 'X', path: '', message: 'No thanks!' })
  const { groups } = await drafts.check(id)
  expect(groups).toMatchObject([{ code: 'REFUSED:X', path: '', severity: 'error', isAllowable: true }])
  await drafts.allowRefused({ id, code: 'REFUSED:X', path: '' })
  expect((await drafts.check(id)).groups).toEqual([])
  const { id: copy } = await drafts.createDraft({ kind: 'create', fromDraft: id })
  expect((await drafts.check(copy)).groups).toEqual([])
})

test('keeps a refusal of an empty field until the field is filled', async () => {
  const id = await begin({ code: 'X', path: 'distributorId', message: 'Wanted' })
  expect((await remarksOf(id))[1]).toHaveLength(1)
  await drafts.editDraft({
    id,
    label: 'Id',
    edits: [{ do: 'cells', cells: [{ key: 2, column: 'distributorId', value: '1' }] }],
  })
  expect(await remarksOf(id)).toEqual([[], []])
})

test('copies refusals with the item into other drafts', async () => {
  const id = await begin(title)
  const { id: copy } = await drafts.createDraft({ kind: 'create', fromDraft: id })
  expect(await remarksOf(copy)).toEqual([[], [words]])
  const { id: part } = await drafts.splitDraft({ id, selection: { keys: [2] }, name: 'Part' })
  expect(await remarksOf(part)).toEqual([[words]])
  await drafts.undoDraft({ id })
  expect(await remarksOf(id)).toEqual([[], [words]])
  const { id: joined } = await drafts.joinDrafts({ ids: [copy, id] })
  expect(await remarksOf(joined)).toEqual([[], [words], [], [words]])
})

test('drops the refusal of an existing item when the draft becomes a refresh, which replaces it', async () => {
  const id = await begin(
    { code: 'GTIN_EXISTS', path: 'items/item[5]/productCodes', message: 'It exists' },
    title,
  )
  expect((await remarksOf(id))[1]).toHaveLength(2)
  await drafts.editDraft({ id, label: 'Kind', edits: [{ do: 'kind', kind: 'refresh' }] })
  expect(await remarksOf(id)).toEqual([[], [words]])
  await drafts.undoDraft({ id })
  expect((await remarksOf(id))[1]).toHaveLength(2)
})
