import { afterEach, beforeEach, expect, test } from 'vitest'
import { catalogSelection } from '../../src-shared/catalog/model.ts'
import type { RequirementProfile } from '../../src-shared/completeness/model.ts'
import { selectionOf } from '../../src-shared/quality/model.ts'
import { itemBytes } from '../catalog/fixtures/item-fixture.ts'
import { catalogReader, catalogWriter } from '../catalog/index.ts'
import { type Completeness, createCompleteness } from '../completeness/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log/log.ts'
import { openChangeNumbers } from '../storage/index.ts'
import { openDatabase } from '../storage/open-database.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { createQuality, type Quality } from './index.ts'

let workspace: TemporaryWorkspace
let completeness: Completeness
let quality: Quality
beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
  const { storage } = workspace
  const log = createLog('silent')
  completeness = createCompleteness({ storage, log })
  const catalog = storage.reader(catalogReader, { same: true })
  quality = createQuality({
    ...{ storage, catalog, completeness, clock: systemClock, log },
    arePicturesChecked: async () => false,
  })
})
afterEach(async () => {
  await quality.close()
  await workspace.close()
})

const now = new Date().toISOString()
const put = (items: Parameters<typeof itemBytes>[0][]) =>
  workspace.storage.writer(catalogWriter).putItems(items.map((item) => itemBytes({ updated: now, ...item })))
const counted = async (by: { profileId?: string } = {}) => {
  await quality.count(by)
  await expect.poll(async () => (await quality.report(by)).counting).toBeUndefined()
  const { figures } = await quality.report(by)
  if (!figures) throw new Error('nothing was counted')
  return figures
}
const list = (figure: string) => quality.list({ figure, offset: 0, limit: 50 })
const byId = (figures: { id: string; items?: number }[]) =>
  Object.fromEntries(figures.filter(({ items }) => items !== 0).map(({ id, items }) => [id, items]))
const shelf: RequirementProfile = {
  name: 'Shelf',
  kinds: ['create', 'refresh'],
  requirements: [
    { path: 'ecommerceTitle', need: 'required', weight: 3 },
    { path: 'media/medium', need: 'wished', view: 'front' },
  ],
}

const nutrition = (sugars: number) =>
  `<products><product sequence="1"><grocery><nutritions><nutrition sequence="1"><carbohydrates uom="GRM">10</carbohydrates><sugars uom="GRM">${sugars}</sugars></nutrition></nutritions></grocery></product></products>`

test('counts each finding, and lists its items with the reason', async () => {
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
  // The bands add up to the scored items.
  expect(figures.bands.reduce((sum, { items }) => sum + items, 0)).toBe(figures.scored.items)
})

test('finds inconsistent nutrition facts, with the message of the check', async () => {
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

test('counts again on request if the catalog has changed', async () => {
  await put([{ id: 'a' }])
  expect(await counted()).toMatchObject({ counted: 1, isOutOfDate: false })
  await put([{ id: 'b' }])
  await expect
    .poll(async () => (await quality.report()).figures)
    .toMatchObject({ counted: 2, isOutOfDate: false })
})

test('joins slices, queues counts by several profiles, and stops each separately', async () => {
  await put(Array.from({ length: 1300 }, (_, number) => ({ id: `item ${number}` })))
  await quality.count()
  const stopped = await quality.stop()
  expect(stopped.counting).toBeUndefined()
  expect(stopped.figures?.counted).toBeLessThan(1300)
  expect(stopped.figures?.endedAt).toBeUndefined()
  const other = { profileId: 'planogram' }
  const [going, waiting] = await Promise.all([quality.count(), quality.count(other)])
  expect(going.counting?.isWaiting).toBeUndefined()
  expect(waiting.counting).toEqual({ counted: 0, total: 1300, isWaiting: true })
  const ended = await quality.stop(other)
  expect(ended).toMatchObject({ figures: { counted: 0, profileId: 'planogram' } })
  expect(ended.counting).toBeUndefined()
  expect(await counted()).toMatchObject({ counted: 1300, total: 1300 })
  expect(await counted(other)).toMatchObject({ counted: 1300, scored: { items: 1300 } })
  const page = await quality.list({ figure: 'side:1', offset: 1250, limit: 100 })
  expect([page.items, page.rows.length, page.rows.at(-1)?.id]).toEqual([1300, 50, 'item 1299'])
})

test('gives the same number for a finding and for the equivalent catalog filter at any time', async () => {
  const catalog = workspace.storage.reader(catalogReader, { same: true })
  const coded = (id: string, code: string, type = 'GTIN') =>
    Buffer.from(
      itemBytes({ id, codes: [code], updated: now })
        .toString()
        .replace('type="GTIN"', `type="${type}"`),
    )
  const many = Array.from({ length: 1300 }, (_, number) => itemBytes({ id: `item ${number}`, updated: now }))
  // Codes that both used to classify differently: letters as a GTIN, and digits that are the manufacturer's
  // own number.
  await workspace.storage
    .writer(catalogWriter)
    .putItems([...many, coded('letters', 'ABC'), coded('more', 'DEF'), coded('own', '12345', 'MPN')])
  const agreed = async (by = {}) => {
    const report = await quality.report(by)
    const { missing, notListed } = await catalog.facets(catalogSelection.parse({}))
    const inFilters = (id: string) => missing.find((one) => one.id === id)?.count ?? 0
    expect(report.figures?.findings).toEqual(
      expect.arrayContaining([
        { id: 'no-gtin', items: inFilters('gtin'), of: report.figures?.total },
        { id: 'no-picture', items: inFilters('image'), of: report.figures?.total },
        { id: 'not-listed', items: notListed, of: report.figures?.total },
      ]),
    )
    for (const figure of ['finding:no-gtin', 'finding:not-listed']) {
      const found = catalog.searchRows(catalogSelection.parse(selectionOf(figure)), 0, 1)
      expect((await list(figure)).items).toBe((await found).total)
    }
    return report
  }
  // Before the first count, and during it.
  const first = await agreed()
  expect(first.counting).toBeDefined()
  expect(byId(first.figures?.findings ?? [])).toMatchObject({ 'no-gtin': 1302, 'no-picture': 1303 })
  await counted()
  expect((await agreed()).figures).toMatchObject({ isOutOfDate: false })
  // When the count is out of date, the filters and these figures change at once.
  const { id: profileId } = await completeness.save({ profile: shelf })
  await counted({ profileId })
  await completeness.choose({ defaultId: profileId })
  expect((await agreed()).figures).toMatchObject({ isOutOfDate: false, profileName: 'Shelf' })
  await completeness.save({ id: profileId, profile: { ...shelf, name: 'Another' } })
  expect((await agreed()).figures).toMatchObject({ isOutOfDate: false, profileName: 'Another' })
})

test('does not say how many items a picture contradicts before a picture has been read', async () => {
  await put([{ id: 'a' }])
  await counted()
  const { figures } = await quality.report()
  expect(figures?.findings).toContainEqual({ id: 'picture-contradicts', of: 1, isUnchecked: true })
})

test('marks outdated figures, and updates those of catalog filters', async () => {
  await put([{ id: 'a' }])
  await counted()
  await put([{ id: 'b', media: ['A1C1'] }, { id: 'c' }])
  const { figures } = await quality.report()
  expect(figures).toMatchObject({ counted: 1, isOutOfDate: true })
  expect(figures?.findings).toContainEqual({ id: 'no-picture', items: 2, of: 3 })
  expect(figures?.findings).toContainEqual({ id: 'stale', items: 0, of: 1 })
})

test('sums up the scores of single items, by profile and its current requirements', async () => {
  const brand: [string, string] = ['b1', 'Alpine']
  const more = '<products><product><brand id="b1">Alpine</brand></product></products>'
  await put([
    { id: 'a', media: ['A1C1'], brand },
    { id: 'b', brand },
    { id: 'c', brand: ['b2', 'Fizz'], more },
  ])
  const { id: profileId } = await completeness.save({ profile: shelf })
  const ofItems = async () =>
    Promise.all(['a', 'b', 'c'].map(async (id) => (await completeness.ofItem({ id, profileId })).score))
  expect(await ofItems()).toEqual([1, 0.75, 0.75])
  expect(await counted({ profileId })).toMatchObject({
    profileId,
    scored: { items: 3, complete: 1, score: 2.5 / 3 },
    groups: {
      brand: {
        groups: [
          { id: 'b1', name: 'Alpine', items: 3, complete: 1, score: 2.5 / 3 },
          { id: 'b2', name: 'Fizz', items: 1, complete: 0, score: 0.75 },
        ],
      },
    },
    lacked: [{ label: 'Media, front', kind: 'wished', items: 2 }],
  })
  const { brands } = await workspace.storage.reader(catalogReader).facets(catalogSelection.parse({}))
  expect(brands).toMatchObject([
    { id: 'b1', count: 3 },
    { id: 'b2', count: 1 },
  ])
  const [title] = shelf.requirements
  await completeness.save({ id: profileId, profile: { ...shelf, requirements: [title] } })
  expect(await ofItems()).toEqual([1, 1, 1])
  await expect
    .poll(async () => (await quality.report({ profileId })).figures)
    .toMatchObject({ scored: { items: 3, complete: 3, score: 1 }, lacked: [] })
  await completeness.delete({ id: profileId })
  await expect(quality.report({ profileId })).rejects.toMatchObject({ code: 'PROFILE_NOT_FOUND' })
})

test('scores Content+ for each retailer, and marks the figures as out of date after a Content+ feed', async () => {
  await put([{ id: 'a' }, { id: 'b' }])
  const { id: profileId } = await completeness.save({
    profile: {
      name: 'Copy',
      kinds: ['contentplus'],
      requirements: [{ path: 'retailer/sellCopy', need: 'required' }],
    },
  })
  expect(await counted({ profileId })).toMatchObject({ counted: 2, scored: { items: 0 } })
  const db = openDatabase(workspace.storage.path)
  const content = db.prepare(
    'INSERT INTO retailer_content (item, retailer, xml, updated_at) VALUES (?, ?, ?, 0)',
  )
  content.run('a', 'r1', Buffer.from('<retailer id="r1"><sellCopy>Buy it</sellCopy></retailer>'))
  content.run('a', 'r2', Buffer.from('<retailer id="r2"/>'))
  db.exec("INSERT INTO lookup (kind, id, name, folded) VALUES ('retailer', 'r1', 'Corner', 'corner')")
  openChangeNumbers(db).raise(['received-feeds'])
  db.close()
  // Another process wrote, as the sandbox does when it ingests a feed.
  await expect
    .poll(async () => (await quality.report({ profileId })).figures)
    .toMatchObject({ scored: { items: 1, complete: 0 }, isOutOfDate: false })
  expect((await quality.report({ profileId })).figures?.groups).toMatchObject({
    brand: { groups: [{ items: 1, complete: 0 }] },
    retailer: {
      groups: [
        { id: 'r2', name: 'r2', items: 1, complete: 0, score: 0 },
        { id: 'r1', name: 'Corner', items: 1, complete: 1, score: 1 },
      ],
    },
  })
})

test('throws for a list before the first count', async () => {
  await expect(list('finding:stale')).rejects.toMatchObject({ code: 'NOT_COUNTED' })
})
