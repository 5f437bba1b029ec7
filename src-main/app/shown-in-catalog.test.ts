import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkPayload } from '../../src-shared/feeds/draft/check-payload.ts'
import type { FeedKind } from '../../src-shared/feeds/kinds/kinds.ts'
import type { FeedShown } from '../../src-shared/feeds/outbox/shown.ts'
import type { IngestItem } from '../../src-shared/vocabulary/elements/ingest.ts'
import { placeWords } from '../../src-shared/vocabulary/place-label.ts'
import { catalogReader, catalogWriter } from '../catalog/index.ts'
import { createDrafts, type Drafts } from '../feeds/drafts/index.ts'
import { createOutbox, type Outbox } from '../feeds/outbox/index.ts'
import { catalogService } from '../feeds/targets/index.ts'
import { createIngestion, sandboxTarget } from '../feeds/targets/sandbox/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createSync } from '../sync/index.ts'
import { type FaultyUpstream, startFaultyUpstream } from '../testing/faulty-upstream.ts'
import {
  contentPlusFeed,
  gtinOf,
  itemFeed,
  itemsIn,
  sampleItem,
  sampleLookups,
} from '../testing/feed-payloads.ts'
import { type SandboxService, startSandboxService } from '../testing/sandbox-service.ts'
import { openTemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { createUpstream } from '../upstream/index.ts'
import { workspaceSettings } from '../workspace/index.ts'

const timing = { firstRetry: 30, maxRetry: 60, firstPoll: 10, maxPoll: 20 }
let service: SandboxService
let proxy: FaultyUpstream
let closers: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  service = await startSandboxService()
  proxy = await startFaultyUpstream(service.address)
})
afterAll(async () => {
  await proxy.close()
  await service.close()
})
beforeEach(() => {
  proxy.heal()
  closers = []
})
afterEach(async () => {
  for (const close of closers.toReversed()) await close()
})

async function sendAndSettle(outbox: Outbox, kind: FeedKind, body: Uint8Array): Promise<string> {
  const { id } = await outbox.queue({ kind, name: 'Feed', body, about: checkPayload(kind, body) })
  expect(await outbox.whenSettled(id)).toMatchObject({ state: 'done' })
  return id
}
const whenShown = async (outbox: Outbox, id: string, counts: object): Promise<FeedShown> => {
  await expect
    .poll(async () => (await outbox.shown({ id })).counts, { timeout: 60_000 })
    .toMatchObject(counts)
  return outbox.shown({ id })
}
const reasons = ({ notShown }: FeedShown) =>
  notShown.map(({ labels, state, found }) => [placeWords(labels), state, found])
const draftedItems = async (drafts: Drafts, id: string) => itemsIn((await drafts.draftText({ id })).text)

/** The service shows no picture that it has not fetched. */
const withoutPictures = (number: number, changes: Partial<IngestItem> = {}): IngestItem =>
  sampleItem(number, { media: [], ...changes })

/** A workspace connected to the service through the proxy. */
async function connect() {
  const copy = await openTemporaryWorkspace()
  await workspaceSettings(copy.storage).write({ role: 'connected' })
  const upstream = createUpstream({ ...service.credentials, address: proxy.address })
  const sync = createSync({ ...copy, upstream })
  const drafts = createDrafts(copy)
  const outbox = createOutbox({
    ...{ ...copy, drafts, timing, target: catalogService(upstream) },
    async copiedAt() {
      const run = (await sync.state()).history.find(({ outcome }) => outcome === 'completed')
      return run && Date.parse(run.startedAt)
    },
  })
  closers.push(copy.close, upstream.close, sync.close, outbox.close)
  return {
    drafts,
    outbox,
    async sync() {
      await sync.start()
      expect((await sync.finished()).history[0]?.outcome).toBe('completed')
    },
  }
}
/** A workspace whose feeds change its own catalog at once. */
async function openWithSandboxTarget(role: 'sandbox' | 'connected') {
  const copy = await openTemporaryWorkspace()
  const { storage } = copy
  await workspaceSettings(storage).write({ role })
  for (const kind of ['manufacturer', 'brand', 'distributor', 'retailer'] as const)
    await storage.writer(catalogWriter).putLookups(kind, [...sampleLookups[kind]])
  const ingestion = createIngestion({ storage, clock: systemClock })
  closers.push(copy.close, () => ingestion.close())
  const target = sandboxTarget({ storage, intake: ingestion, username: 'local', clock: systemClock })
  return { copy, storage, target }
}
/** Changes the records in the answers of the service. */
const rewriteRecords = (rewrite: (xml: string) => string) =>
  proxy.fail(
    { kind: 'rewrite', rewrite: (body) => rewrite(body.toString('utf8')) },
    {
      times: Number.POSITIVE_INFINITY,
      when: ({ method, path }) => method === 'GET' && path.includes('/item'),
    },
  )

test('after the next sync, a feed is compared with what the service shows', { timeout: 60_000 }, async () => {
  const { outbox, drafts, sync } = await connect()
  await sync()
  const item = withoutPictures(1)
  const id = await sendAndSettle(outbox, 'create', itemFeed(item))
  await service.ingestion.idle()
  expect(await outbox.shown({ id })).toMatchObject({ state: 'uncompared', isCopy: true, notShown: [] })
  // The service leaves one value out, and changes another.
  rewriteRecords((xml) =>
    xml.replace('<ingredients>Oats</ingredients>', '').replace('Oat flakes 1', 'OAT FLAKES'),
  )
  await sync()
  const shown = await whenShown(outbox, id, {
    notShown: { 'left-out': 1, otherwise: 1, waiting: 0, later: 0 },
  })
  expect(reasons(shown)).toEqual([
    ['E-commerce title', 'otherwise', 'OAT FLAKES'],
    ['Products, Grocery, Ingredients', 'left-out', ''],
  ])
  const { fields = 0 } = shown.counts ?? {}
  expect(shown.counts).toMatchObject({ shown: fields - 2, unread: 0, sentAgain: 0 })
  expect(await outbox.feed({ id })).toMatchObject({ shown: { fields, shown: fields - 2 } })
  const [{ itemId = '' } = {}] = shown.notShown
  expect(await outbox.notShownOf({ itemId })).toMatchObject([{ feed: id, fields: 2 }])
  // The item exists by now, so that it is refreshed.
  const draft = await outbox.draftNotShown({ id })
  expect(draft.kind).toBe('refresh')
  expect(await draftedItems(drafts, draft.id)).toMatchObject([{ ecommerceTitle: 'Oat flakes 1' }])

  proxy.heal()
  await sync()
  expect((await whenShown(outbox, id, { shown: fields })).notShown).toEqual([])
  await expect(outbox.draftNotShown({ id })).rejects.toMatchObject({ code: 'NOT_POSSIBLE' })
  expect(await outbox.notShownOf({ itemId })).toEqual([])

  // Another program changes the item.
  const { username } = service.credentials
  const body = itemFeed({ ...item, ecommerceTitle: 'Theirs' })
  await service.ingestion.submit({ kind: 'refresh', body, username })
  await service.ingestion.idle()
  await sync()
  const changed = await whenShown(outbox, id, { shown: fields - 1, notShown: { later: 1 } })
  expect(reasons(changed)).toEqual([['E-commerce title', 'later', 'Theirs']])

  // A later feed of ours is compared instead.
  const again = await sendAndSettle(outbox, 'refresh', itemFeed({ ...item, ecommerceTitle: 'Ours again' }))
  await service.ingestion.idle()
  await sync()
  await whenShown(outbox, again, { shown: fields })
  await whenShown(outbox, id, { fields: 0, sentAgain: 1 })
})

test('a feed without effect on the record is not shown yet', { timeout: 60_000 }, async () => {
  const { outbox, sync } = await connect()
  await sendAndSettle(outbox, 'create', itemFeed(withoutPictures(2)))
  await service.ingestion.idle()
  await sync()
  const before = (await service.storage.reader(catalogReader).itemsByCode([gtinOf(2)]))[0]?.[0] ?? ''
  const old = (await service.storage.reader(catalogReader).item(before))?.body ?? new Uint8Array()
  // The service accepts the feed, but still shows the earlier record.
  const id = await sendAndSettle(
    outbox,
    'refresh',
    itemFeed(withoutPictures(2, { ecommerceTitle: 'New name' })),
  )
  await service.ingestion.idle()
  await service.storage.writer(catalogWriter).putItems([old])
  await sync()
  const shown = await whenShown(outbox, id, { notShown: { waiting: 1, otherwise: 0 } })
  expect(reasons(shown)).toEqual([['E-commerce title', 'waiting', 'Oat flakes 2']])
})

test('in a sandbox, feeds and Content+ are compared at once', { timeout: 60_000 }, async () => {
  const { copy, storage, target } = await openWithSandboxTarget('sandbox')
  const outbox = createOutbox({ ...copy, drafts: createDrafts(copy), timing, target })
  closers.push(outbox.close)
  const id = await sendAndSettle(outbox, 'create', itemFeed(sampleItem(3), sampleItem(4)))
  const shown = await whenShown(outbox, id, {
    notShown: { waiting: 0, 'left-out': 0, otherwise: 0, later: 0 },
  })
  expect(shown).toMatchObject({ state: 'compared', isCopy: false, notShown: [] })
  expect(shown.counts?.shown).toBe(shown.counts?.fields)

  const [[itemId = ''] = []] = await storage.reader(catalogReader).itemsByCode([gtinOf(3)])
  const content = { id: 'r1', sellCopy: 'Buy', bulletPoints: ['One', 'Two'], ecommerceDescription: 'Oats' }
  const published = await sendAndSettle(
    outbox,
    'contentplus',
    contentPlusFeed({ id: itemId, retailer: [content] }),
  )
  await whenShown(outbox, published, { fields: 3, shown: 3, unseen: 0 })

  // An edit in the sandbox changes a value that was shown.
  const text = Buffer.from((await storage.reader(catalogReader).item(itemId))?.body ?? '').toString()
  await storage.writer(catalogWriter).putItems([Buffer.from(text.replace('Oat flakes 3', 'Edited'))])
  expect(reasons(await whenShown(outbox, id, { notShown: { later: 1 } }))).toEqual([
    ['E-commerce title', 'later', 'Edited'],
  ])
  expect(await outbox.compareShown({ id })).toMatchObject({ counts: { notShown: { later: 1 } } })
})

test('a change that a running sync has stored is compared once the sync has ended', {
  timeout: 60_000,
}, async () => {
  const { copy, storage, target } = await openWithSandboxTarget('connected')
  const hour = 3_600_000
  let copied = Date.now() + hour
  const outbox = createOutbox({
    ...{ ...copy, drafts: createDrafts(copy), timing, target },
    copiedAt: async () => copied,
  })
  closers.push(outbox.close)
  const nothing = { waiting: 0, 'left-out': 0, otherwise: 0, later: 0 }
  const id = await sendAndSettle(outbox, 'create', itemFeed(sampleItem(5)))
  await whenShown(outbox, id, { notShown: nothing })

  const [[itemId = ''] = []] = await storage.reader(catalogReader).itemsByCode([gtinOf(5)])
  const text = Buffer.from((await storage.reader(catalogReader).item(itemId))?.body ?? '').toString()
  await storage.writer(catalogWriter).putItems([Buffer.from(text.replace('Oat flakes 5', 'Edited'))])
  // Another feed is compared with the copy as it was.
  const second = await sendAndSettle(outbox, 'create', itemFeed(sampleItem(6)))
  await whenShown(outbox, second, { notShown: nothing })
  expect((await outbox.shown({ id })).counts).toMatchObject({ notShown: nothing })

  copied += hour
  // A feed that is refused changes no item.
  const body = itemFeed(sampleItem(6))
  await outbox.queue({ kind: 'create', name: 'Refused', body, about: checkPayload('create', body) })
  await whenShown(outbox, id, { notShown: { later: 1 } })
})
