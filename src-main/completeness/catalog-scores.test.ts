import { afterEach, beforeEach, expect, test } from 'vitest'
import { catalogSelection } from '../../src-shared/catalog/model.ts'
import type { RequirementProfile } from '../../src-shared/completeness/model.ts'
import { itemBytes } from '../catalog/fixtures/item-fixture.ts'
import { catalogReader, catalogWriter } from '../catalog/index.ts'
import { exportsOf } from '../export/fixtures/export-workspace.ts'
import { createLog } from '../platform/log/log.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { type Completeness, createCompleteness } from './index.ts'

let workspace: TemporaryWorkspace
let completeness: Completeness
beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
  completeness = createCompleteness({ storage: workspace.storage, log: createLog('silent') })
})
afterEach(async () => {
  await completeness.close()
  await workspace.close()
})

const put = (...items: Parameters<typeof itemBytes>[0][]) =>
  workspace.storage.writer(catalogWriter).putItems(items.map((item) => itemBytes(item)))
const catalog = () => workspace.storage.reader(catalogReader, { same: true })
const everything = catalogSelection.parse({})
/** The scores in the column of the catalog, by identifier. */
const column = async () =>
  Object.fromEntries(
    (await catalog().searchRows(everything, 0, 50)).rows.map(({ id, completeness: score }) => [id, score]),
  )
/** The filter by score, without empty values. */
const filter = async () => {
  await expect.poll(async () => (await catalog().facets(everything)).state).toBe('ready')
  const { completeness: values } = await catalog().facets(everything)
  return Object.fromEntries(values.filter(({ count }) => count > 0).map(({ id, count }) => [id, count]))
}
const ids = async (text: string) => {
  const found = await catalog().searchRows(catalogSelection.parse({ text }), 0, 50)
  return found.rows.map(({ id }) => id).sort()
}
/** The lines of a table of all items. */
async function exportedTable(columns: string[]): Promise<string[]> {
  const opened = await exportsOf(workspace).open({
    ...{ source: { itemIds: ['named', 'pictured'] }, format: 'csv', cells: 'raw' },
    columns,
  })
  const parts: Uint8Array[] = []
  for await (const part of opened.parts()) parts.push(part)
  return Buffer.concat(parts).toString().trim().split('\r\n')
}
const isCurrent = async () => (await completeness.scores()).state === 'current'

const shelf: RequirementProfile = {
  name: 'Shelf',
  kinds: ['create', 'refresh'],
  requirements: [
    { path: 'ecommerceTitle', need: 'required', weight: 3 },
    { path: 'media/medium', need: 'wished', view: 'front' },
  ],
}
const named = { id: 'named', name: 'Tea' }
const pictured = { id: 'pictured', name: 'Coffee', media: ['A1C1'] }

test('the column, the filter, the search and the page of the item show one score', async () => {
  const { id } = await completeness.save({ profile: shelf })
  await completeness.choose({ defaultId: id })
  await put(named, pictured)
  expect([await column(), await filter()]).toEqual([{}, { uncounted: 2 }])
  expect(await completeness.scores()).toMatchObject({ state: 'stopped', profileName: 'Shelf' })
  await completeness.settleScores()
  expect(await completeness.scores()).toMatchObject({ state: 'current', progress: 1 })
  expect(await column()).toEqual({ named: 75, pictured: 100 })
  expect(await filter()).toEqual({ '50-79': 1, '100': 1 })
  expect([await ids('complete<80'), await ids('complete>=50')]).toEqual([['named'], ['named', 'pictured']])
  expect((await completeness.ofItem({ id: 'named' })).score).toBe(0.75)
})

test('a table of items has a column for the score, empty while it is not counted', async () => {
  const { id } = await completeness.save({ profile: shelf })
  await completeness.choose({ defaultId: id })
  await put(named, pictured)
  const table = () => exportedTable(['Item identifier', 'Completeness (%)'])
  expect(await table()).toEqual(['Item identifier,Completeness (%)', 'named,', 'pictured,'])
  await completeness.settleScores()
  expect(await table()).toEqual(['Item identifier,Completeness (%)', 'named,75', 'pictured,100'])
})

test('another profile invalidates all scores, and a change of an item only its own', async () => {
  await put(named, pictured)
  completeness.startBackgroundWork()
  await expect.poll(isCurrent).toBe(true)
  const before = await column()
  const { id } = await completeness.save({ profile: shelf })
  await completeness.choose({ defaultId: id })
  expect(await isCurrent()).toBe(false)
  await expect.poll(isCurrent).toBe(true)
  expect(await column()).toEqual({ named: 75, pictured: 100 })
  await completeness.choose({ defaultId: 'grocery-basics' })
  await expect.poll(isCurrent).toBe(true)
  expect(await column()).toEqual(before)
  await completeness.close()
  await put({ ...named, media: ['A1C1'] }, { id: 'third', name: 'Milk' })
  expect(await column()).toEqual({ pictured: before['pictured'] })
  expect((await completeness.scores()).state).toBe('stopped')
})

test('a selection by scores that are not all counted is refused, not half made', async () => {
  await put(named)
  const byScore = catalogSelection.parse({ completeness: ['0-49'] })
  await expect(catalog().rowNumbers(byScore)).rejects.toMatchObject({ code: 'SCORES_NOT_COUNTED' })
  await completeness.settleScores()
  expect(await catalog().rowNumbers(byScore)).toHaveLength(1)
})

test('a rebuild of the catalog keeps the scores', async () => {
  await put(named)
  await completeness.settleScores()
  const before = await column()
  const writer = workspace.storage.writer(catalogWriter)
  await writer.beginRebuild()
  const { mark } = await writer.rebuildStep({ milliseconds: 60_000 })
  expect(mark.state).not.toBe('running')
  expect(await column()).toEqual(before)
})

test('an item that the profile does not apply to has no score', async () => {
  await put(named)
  await completeness.choose({ defaultId: 'content-plus-fresh-harbour' })
  await completeness.settleScores()
  expect([await column(), await filter()]).toEqual([{}, { none: 1 }])
})
