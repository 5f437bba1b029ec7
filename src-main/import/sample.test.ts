import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogReader } from '../catalog/index.ts'
import { receivedFeedReader } from '../feeds/targets/sandbox/received-feed-store.ts'
import { createMedia, type Media } from '../media/index.ts'
import { systemClock as clock } from '../platform/clock.ts'
import { createLog } from '../platform/log/log.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { loadSample } from './sample.ts'

const directory = fileURLToPath(new URL('../../resources/sample', import.meta.url))
let workspace: TemporaryWorkspace
let media: Media

beforeAll(async () => {
  workspace = await openTemporaryWorkspace()
  const { storage } = workspace
  media = createMedia({ storage, directory: workspace.directory, clock, log: createLog('silent') })
  await loadSample({ storage, media, clock, directory })
})
afterAll(async () => {
  await media.close()
  await workspace.close()
})

test('fills the catalog with all items of the feed and the lists they refer to', async () => {
  const counts = await workspace.storage.reader(catalogReader).counts()
  expect(counts).toEqual({ items: 282, manufacturers: 16, brands: 31, distributors: 5, retailers: 6 })
})

test('marks four of five items as verified', async () => {
  const query = { idx: 0, limit: 1, version: 'v2.1', profile: 'listing', media: 'none' } as const
  const { answer } = workspace.storage.reader(catalogReader)
  expect((await answer({ ...query, since: '20200101', verified: true })).total).toBe(226)
})

test('has no failed item in its feeds', async () => {
  const reader = workspace.storage.reader(receivedFeedReader)
  for (const family of ['items', 'contentplus'] as const) {
    const report = await reader.report({ family, username: 'sample', offset: 0, limit: 1000 })
    expect(report).toMatchObject({
      feedStatus: 'PROCESSED',
      counters: { failed: 0, rejected: 0, processing: 0 },
    })
  }
})

test('stores the front picture of every item', async () => {
  const page = await workspace.storage
    .reader(catalogReader)
    .searchRows({ text: '', brandIds: [], manufacturerIds: [] }, 0, 500)
  const fronts = await media.fronts(page.rows.map(({ id }) => id))
  expect(fronts).toHaveLength(282)
  expect(fronts.filter(({ sha256 }) => sha256 === undefined)).toEqual([])
  const [first] = fronts
  expect((await media.file(first?.sha256 ?? '', 'thumbnail'))?.mimeType).toBe('image/webp')
})
