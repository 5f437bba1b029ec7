import { expect, test } from 'vitest'
import type { IngestItem } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { catalogWriter } from '../../catalog/index.ts'
import { settingWriter } from '../../storage/stores.ts'
import { draftRoom, item } from './fixtures/draft-room.ts'

const room = draftRoom()
const { begin, rows } = room

test('groups problems by rule and field, and applies all suggestions of a group at once', async () => {
  const wrong = item(0, { productCodes: [{ type: 'GTIN', text: '4006381333930' }] })
  const { id } = await begin(
    item(1, { manufacturerId: undefined }),
    wrong,
    item(2, { manufacturerId: undefined }),
  )
  const { groups } = await room.drafts.check(id)
  expect(groups).toContainEqual(
    expect.objectContaining({
      code: 'MANUFACTURER_REQUIRED',
      items: 2,
      column: 'manufacturerId',
      suggested: 0,
    }),
  )
  const digit = groups.find(({ code }) => code === 'GTIN_INVALID')
  expect(digit).toMatchObject({
    items: 1,
    suggested: 1,
    example: { before: '4006381333930', after: '4006381333931' },
  })
  await room.drafts.editDraft({
    id,
    label: 'Mend',
    edits: [{ do: 'fix', problem: { code: 'GTIN_INVALID', path: digit?.path ?? '' } }],
  })
  const missing = { problem: { code: 'MANUFACTURER_REQUIRED' } }
  await room.drafts.editDraft({
    id,
    label: 'Manufacturer of 2 items',
    edits: [{ do: 'set', selection: missing, column: 'manufacturerId', value: 'm1' }],
  })
  expect((await room.drafts.check(id)).groups.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(await room.drafts.draft({ id })).toMatchObject({ errorCount: 0, uncheckedCount: 0 })
})

test('says that a manufacturer suggested by the brand is likely, not known', async () => {
  const catalog = room.workspace.storage.writer(catalogWriter)
  await catalog.putItems([
    Buffer.from(
      '<item id="i1"><products><product type="grocery"><brand id="b1">Golden Field</brand><manufacturer id="m1">Mills</manufacturer></product></products></item>',
    ),
  ])
  const { id } = await begin(item(0, { manufacturerId: undefined }))
  expect((await room.drafts.check(id)).groups).toContainEqual(
    expect.objectContaining({ code: 'MANUFACTURER_REQUIRED', suggested: 1, isLikely: true }),
  )
})

test('groups the same wrong value, and fixes it at the field of each problem in one step', async () => {
  const views = (...codes: string[]): IngestItem => ({
    media: codes.map((view, index) => ({ url: `https://pictures.example/${index}.jpg`, view })),
  })
  const { id } = await begin(
    item(0, views('A1C1', 'sideways')),
    item(1, views('sideways')),
    item(2, views('Back')),
  )
  const ofViews = async () =>
    (await room.drafts.check(id)).groups
      .filter(({ code }) => code === 'VIEW_UNKNOWN')
      .map(({ items, found, suggested, fixes }) => [items, found, suggested, fixes])
  expect(await ofViews()).toEqual([
    [2, 'sideways', 0, []],
    [1, 'Back', 1, [{ value: 'A7C1', items: 1 }]],
  ])
  const problem = { code: 'VIEW_UNKNOWN', path: 'media/medium/@view', found: 'sideways' }
  const selected = await room.drafts.draftRows({
    id,
    selection: { problem },
    offset: 0,
    limit: 9,
    columns: [],
  })
  expect(selected.total).toBe(2)
  await room.drafts.editDraft({ id, label: 'Views', edits: [{ do: 'fix', problem, value: 'A2C1' }] })
  const viewsOf = async (key: number) =>
    ((await room.drafts.draftItem({ id, key })).value as IngestItem).media?.map(({ view }) => view)
  expect([await viewsOf(1), await viewsOf(2), await viewsOf(3)]).toEqual([
    ['A1C1', 'A2C1'],
    ['A2C1'],
    ['Back'],
  ])
  await room.drafts.undoDraft({ id })
  expect(await viewsOf(1)).toEqual(['A1C1', 'sideways'])
})

test('removes pictures that the service cannot fetch: one, or those of all items in one step', async () => {
  const settings = room.workspace.storage.writer(settingWriter)
  const connection = {
    address: 'https://service.example',
    username: 'u',
    namespaceBase: 'urn:x',
    mediaHosts: [],
  }
  await settings.set({ role: 'connected', connection })
  const [web, here, other] = [
    'https://pictures.example/1.jpg',
    'http://127.0.0.1:8642/1',
    'http://127.0.0.1/2',
  ]
  const pictures = (...urls: string[]): IngestItem => ({ media: urls.map((url) => ({ url, view: 'A1C1' })) })
  const { id } = await begin(item(0, pictures(here, web, other)), item(1, pictures(here)))
  const problem = { code: 'PICTURE_UNREACHABLE', path: 'media/medium/url' }
  const drop = async (at?: { key: number; path: string }) => {
    await room.drafts.check(id)
    await room.drafts.editDraft({
      id,
      label: 'Drop',
      edits: [{ do: 'drop-pictures', problem, ...(at && { at }) }],
    })
  }
  const urlsOf = async (key: number) =>
    ((await room.drafts.draftItem({ id, key })).value as IngestItem).media?.map(({ url }) => url)
  await drop({ key: 1, path: 'media/medium[3]/url' })
  expect([await urlsOf(1), await urlsOf(2)]).toEqual([[here, web], [here]])
  await drop()
  expect([await urlsOf(1), await urlsOf(2)]).toEqual([[web], undefined])
  await room.drafts.undoDraft({ id })
  expect([await urlsOf(1), await urlsOf(2)]).toEqual([[here, web], [here]])
  await settings.set({ role: undefined, connection: undefined })
})

test('reports a later item with the same GTIN in any spelling, until one of them is removed', async () => {
  const { id } = await begin(
    item(0),
    item(1),
    item(0, { productCodes: [{ type: 'GTIN', text: '04006381333931' }] }),
  )
  const { groups } = await room.drafts.check(id)
  expect(groups[0]).toMatchObject({ code: 'GTIN_TWICE', items: 1, canDrop: true })
  expect((await rows(id)).rows.map(({ errors }) => errors)).toEqual([0, 0, 1])
  expect((await room.drafts.draft({ id })).errorCount).toBe(1)
  await room.drafts.editDraft({ id, label: 'Drop', edits: [{ do: 'drop-repeated' }] })
  expect(await room.drafts.draft({ id })).toMatchObject({ errorCount: 0, itemCount: 2 })
})

test('checks all items against the requirement profile of the service after it changes', async () => {
  const { id } = await begin(item(0))
  const errors = async () =>
    (await room.drafts.check(id)).groups
      .filter(({ severity }) => severity === 'error')
      .map(({ path }) => path)
  expect(await errors()).toEqual([])
  const settings = room.workspace.storage.writer(settingWriter)
  await settings.set({ profiles: { defaultId: 'online-shop', serviceId: 'online-shop' } })
  expect((await errors()).length).toBeGreaterThan(0)
  await settings.set({ profiles: undefined })
  expect(await errors()).toEqual([])
})
