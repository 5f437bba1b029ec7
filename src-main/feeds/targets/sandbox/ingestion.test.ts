import { expect, test } from 'vitest'
import type { PlainError } from '../../../../src-shared/plain-error.ts'
import { catalogReader, catalogWriter } from '../../../catalog/index.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { Storage } from '../../../storage/index.ts'
import { itemFeed, sampleItem, sampleLookups } from '../../../testing/feed-payloads.ts'
import { openTemporaryWorkspace } from '../../../testing/temporary-workspace.ts'

import { createIngestion } from './ingestion.ts'

const open = (storage: Storage, itemsPerSecond?: () => number | undefined) =>
  createIngestion({ storage, clock: systemClock, ...(itemsPerSecond ? { itemsPerSecond } : {}) })
const question = (feedId: string) => ({
  family: 'items' as const,
  feedId,
  username: 'user',
  offset: 0,
  limit: 10,
})

test('an acknowledged feed is processed after a restart', async () => {
  await using workspace = await openTemporaryWorkspace()
  const { manufacturer, brand } = sampleLookups
  const catalog = workspace.storage.writer(catalogWriter)
  await catalog.putLookups('manufacturer', [...manufacturer])
  await catalog.putLookups('brand', [...brand])
  const before = open(workspace.storage, () => 0)
  const body = itemFeed(sampleItem(1), sampleItem(2))
  const { feedId } = await before.submit({ kind: 'create', body, username: 'user' })
  await before.idle()
  expect(await before.status(question(feedId))).toMatchObject({ feedStatus: 'RECEIVED' })
  await before.close()

  const after = open(await workspace.reopen())
  await after.idle()
  expect(await after.status(question(feedId))).toMatchObject({
    feedStatus: 'PROCESSED',
    counters: { received: 2, succeeded: 2, processing: 0 },
  })
  expect(await workspace.storage.reader(catalogReader).counts()).toMatchObject({ items: 2 })
  await after.close()
})

test('applies the rate limit, which can change while feeds wait', async () => {
  await using workspace = await openTemporaryWorkspace()
  let rate: number | undefined = 0
  const ingestion = open(workspace.storage, () => rate)
  const { feedId } = await ingestion.submit({
    kind: 'refresh',
    body: itemFeed(sampleItem(1), sampleItem(2)),
    username: 'user',
  })
  const start = performance.now()
  rate = 10
  ingestion.wake()
  await ingestion.idle()
  // One pause after starting the feed and one after its first item, a tenth of a second each.
  expect(performance.now() - start).toBeGreaterThan(180)
  expect(await ingestion.status(question(feedId))).toMatchObject({
    feedStatus: 'PROCESSED',
    counters: { failed: 2 },
  })
  await ingestion.close()
})

test('rejects an invalid feed with line, path and rule, and stores nothing', async () => {
  await using workspace = await openTemporaryWorkspace()
  const ingestion = open(workspace.storage)
  const body = itemFeed(sampleItem(1, { privateLabelItem: 'perhaps' }))
  const refused = await ingestion
    .submit({ kind: 'create', body, username: 'user' })
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'FEED_REFUSED' })
  expect((refused as PlainError).problems).toMatchObject([
    {
      code: 'invalid',
      path: 'items/item[1]/privateLabelItem',
      line: expect.any(Number),
      message: expect.stringContaining('perhaps'),
    },
  ])
  expect(await ingestion.status({ ...question(''), feedId: 'x' })).toBeUndefined()
  await ingestion.close()
})
