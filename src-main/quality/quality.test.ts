import { afterEach, beforeEach, expect, test } from 'vitest'
import { itemBytes } from '../catalog/fixtures/item-fixture.ts'
import { catalogWriter } from '../catalog/index.ts'
import { createCompleteness } from '../completeness/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log/log.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { createQuality, type Quality } from './index.ts'

let workspace: TemporaryWorkspace
let completeness: ReturnType<typeof createCompleteness>
let quality: Quality
beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
  const { storage } = workspace
  const log = createLog('silent')
  completeness = createCompleteness({ storage, clock: systemClock, log })
  quality = createQuality({ storage, completeness, clock: systemClock, log })
})
afterEach(async () => {
  await quality.close()
  await completeness.close()
  await workspace.close()
})

const now = new Date().toISOString()
const put = (items: Parameters<typeof itemBytes>[0][]) =>
  workspace.storage.writer(catalogWriter).putItems(items.map((item) => itemBytes({ updated: now, ...item })))
const counted = async () => {
  await quality.count()
  await expect.poll(async () => (await quality.report()).counting).toBeUndefined()
  const { figures } = await quality.report()
  if (!figures) throw new Error('nothing was counted')
  return figures
}
const list = (figure: string) => quality.list({ figure, offset: 0, limit: 50 })
const byId = (figures: { id: string; items: number }[]) =>
  Object.fromEntries(figures.filter(({ items }) => items > 0).map(({ id, items }) => [id, items]))

const nutrition = (sugars: number) =>
  `<products><product sequence="1"><grocery><nutritions><nutrition sequence="1"><carbohydrates uom="GRM">10</carbohydrates><sugars uom="GRM">${sugars}</sugars></nutrition></nutritions></grocery></product></products>`

test('each finding is counted, and its items are listed with the reason', async () => {
  await put([
    { id: 'good', codes: ['4006381333931'], media: ['A1C1', 'A7C1'], brand: ['b1', 'Oatlark'] },
    { id: 'typed', codes: ['4006381333932'], media: ['A1C1'], brand: ['b1', 'Oatlark'] },
    { id: 'bare', brand: ['b2', 'Fizz'] },
    { id: 'aged', codes: ['4006381333931'], media: ['A7C1'], updated: '2019-01-01T00:00:00Z' },
  ])
  const figures = await counted()
  expect(figures).toMatchObject({ counted: 4, total: 4, isOutOfDate: false, profileId: 'grocery-basics' })
  expect(byId(figures.findings)).toEqual({ 'invalid-gtin': 1, 'no-gtin': 1, 'no-picture': 1, stale: 1 })
  expect(byId(figures.sides)).toEqual({ '1': 2, '7': 2, '2': 4, '8': 4, '3': 4, '9': 4 })
  expect(figures.groups.brand.groups).toMatchObject([{ name: 'Oatlark', items: 2 }, {}, {}])
  expect(figures.groups.department.groups).toMatchObject([{ name: 'Groceries', items: 4 }])
  expect(await list('finding:invalid-gtin')).toMatchObject({
    label: 'Invalid GTINs',
    items: 1,
    listed: 1,
    rows: [{ id: 'typed', brand: 'Oatlark', detail: '4006381333932: the check digit would be 1.' }],
  })
  expect((await list('side:1')).rows.map(({ id }) => id)).toEqual(['bare', 'aged'])
  expect(await quality.ids({ figure: 'side:7', limit: 1 })).toEqual(['typed'])
  const [lacked] = figures.lacked
  expect((await list(`lacks:${lacked?.kind} ${lacked?.label}`)).items).toBe(lacked?.items)
  // Every band adds up to the items that were scored.
  expect(figures.bands.reduce((sum, { items }) => sum + items, 0)).toBe(figures.scored.items)
})

test('nutrition that does not add up is found, with the sentence of the check', async () => {
  const withFacts = (id: string, sugars: number) =>
    Buffer.from(
      itemBytes({ id, updated: now })
        .toString()
        .replace(/<products>.*<\/products>/, nutrition(sugars)),
    )
  await workspace.storage.writer(catalogWriter).putItems([withFacts('sound', 4), withFacts('sweet', 40)])
  await counted()
  const { rows } = await list('finding:nutrition')
  expect(rows).toMatchObject([{ id: 'sweet', detail: expect.stringContaining('ugars') }])
})

test('a change makes the figures out of date, and looking counts anew', async () => {
  await put([{ id: 'a' }])
  expect(await counted()).toMatchObject({ counted: 1, isOutOfDate: false })
  await put([{ id: 'b' }])
  await expect
    .poll(async () => (await quality.report()).figures)
    .toMatchObject({ counted: 2, isOutOfDate: false })
})

test('slices are joined, and a count that is stopped says how far it came', async () => {
  await put(Array.from({ length: 1300 }, (_, number) => ({ id: `item ${number}` })))
  await quality.count()
  const stopped = await quality.stop()
  expect(stopped.counting).toBeUndefined()
  expect(stopped.figures?.counted).toBeLessThan(1300)
  expect(stopped.figures?.endedAt).toBeUndefined()
  expect(await counted()).toMatchObject({ counted: 1300, total: 1300 })
  const page = await quality.list({ figure: 'finding:no-picture', offset: 1250, limit: 100 })
  expect([page.items, page.rows.length, page.rows.at(-1)?.id]).toEqual([1300, 50, 'item 1299'])
})

test('before the first count there is no list', async () => {
  await expect(list('finding:stale')).rejects.toMatchObject({ code: 'NOT_COUNTED' })
})
