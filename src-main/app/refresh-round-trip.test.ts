import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedKind } from '../../src-shared/feeds/kinds/kinds.ts'
import type { Problem } from '../../src-shared/problem.ts'
import { derivedView } from '../../src-shared/views.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import type { IngestItem } from '../../src-shared/vocabulary/elements/ingest.ts'
import { type Item, item as itemGroup } from '../../src-shared/vocabulary/elements/item.ts'
import { parseDocument, parseElement, writeDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { catalogReader } from '../catalog/index.ts'
import { createDrafts, type Drafts } from '../feeds/drafts/index.ts'
import { createOutbox, type Outbox } from '../feeds/outbox/index.ts'
import { catalogService } from '../feeds/targets/index.ts'
import { createIngestion } from '../feeds/targets/sandbox/index.ts'
import type { Ingestion } from '../feeds/targets/sandbox/ingestion.ts'
import { loadSample } from '../import/index.ts'
import { createApiServer } from '../local-api/index.ts'
import type { ApiServer } from '../local-api/server/api-server.ts'
import { createMedia, type Media } from '../media/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log/log.ts'
import { createSync, type Sync } from '../sync/index.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { createUpstream, type Upstream } from '../upstream/index.ts'

/** Items of the sample, both with pictures and a distributor. */
const codes = ['9522001001172', '9522001001349'] as const
const user = { username: 'desk', password: 'secret' }
const log = createLog('silent')
const clock = { ...systemClock }

/** Timeout for loading and copying the entire sample on a busy machine, in milliseconds. */
const sampleLoads = 60_000

let service: TemporaryWorkspace
let media: Media
let ingestion: Ingestion
let server: ApiServer
let copy: TemporaryWorkspace
let upstream: Upstream
let sync: Sync
let drafts: Drafts
let outbox: Outbox

beforeAll(async () => {
  service = await openTemporaryWorkspace()
  media = createMedia({ ...service, clock, log })
  await loadSample({
    ...service,
    media,
    clock,
    directory: join(import.meta.dirname, '../../resources/sample'),
  })
  ingestion = createIngestion({ storage: service.storage, clock })
  server = createApiServer({
    storage: service.storage,
    feedIntake: ingestion,
    users: () => [user],
    mediaKey: Buffer.alloc(32, 7),
    media: media.source,
    clock,
  })
  const { address } = await server.listen({ port: 0 })
  copy = await openTemporaryWorkspace()
  upstream = createUpstream({ ...user, address })
  // A draft is made from the records, so no pictures are needed.
  sync = createSync({ ...copy, upstream })
  drafts = createDrafts(copy)
  const timing = { firstRetry: 30, maxRetry: 60, firstPoll: 10, maxPoll: 20 }
  outbox = createOutbox({ ...copy, drafts, target: catalogService(upstream), timing })
  await sync.start()
  expect((await sync.finished()).history[0]?.outcome).toBe('completed')
}, sampleLoads)
afterAll(async () => {
  await outbox.close()
  await sync.close()
  await upstream.close()
  await server.close()
  await ingestion.close()
  await media.close()
  await Promise.all([copy.close(), service.close()])
})

const idsIn = async ({ storage }: TemporaryWorkspace): Promise<string[]> =>
  (await storage.reader(catalogReader).itemsByCode([...codes])).map(([id = '']) => id)

/** The record as stored by the service. */
async function storedRecord(id: string): Promise<Item> {
  const stored = await service.storage.reader(catalogReader).item(id)
  const value = stored && parseElement(itemGroup, stored.body).value
  if (!value) throw new Error(`the service has no record ${id}`)
  return value
}

/**
 * The pictures that the service returns for an item, with the hash of each file and without signed addresses.
 */
async function answeredPictures(id: string) {
  const { value } = parseDocument(documents.items, await upstream.itemPage({ id, media: true }))
  return Promise.all(
    (value?.item[0]?.media ?? []).map(async ({ url = '', ...medium }) => {
      const answer = await fetch(url)
      expect(answer.status).toBe(200)
      const bytes = Buffer.from(await answer.arrayBuffer())
      return { ...medium, sha256: createHash('sha256').update(bytes).digest('hex') }
    }),
  )
}

const itemsOf = (xml: string): IngestItem[] => parseDocument(documents.ingestItems, xml).value?.item ?? []
const drops = (problems: readonly Problem[]) =>
  problems.filter(({ code }) => code === 'REFRESH_DROPS').map(({ path }) => path)

async function send(items: IngestItem[]): Promise<void> {
  const xml = writeDocument(documents.ingestItems, { item: items })
  const { id, revision } = await drafts.createDraft({ kind: 'refresh', xml })
  const [feed] = (await outbox.queueDraft({ id, revision })).feeds
  expect(await outbox.whenSettled(feed?.id ?? '')).toMatchObject({ state: 'done' })
  await ingestion.idle()
}

/** The items of a refresh drafted from an item. */
async function refreshOf(id: string): Promise<IngestItem[]> {
  const draft = await drafts.createDraft({ kind: 'refresh', fromItemIds: [id] })
  return itemsOf((await drafts.draftText({ id: draft.id })).text)
}

const withoutEmptyTexts = (record: Item): Item =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== '' && JSON.stringify(value) !== '[{"text":""}]'),
  )

test('changes only the stated values of the service with a refresh drafted from a copy', async () => {
  const ids = await idsIn(service)
  const before = await Promise.all(ids.map(storedRecord))
  const pictures = await Promise.all(ids.map(answeredPictures))
  expect(pictures.map(({ length }) => length > 1)).toEqual([true, true])

  const draft = await drafts.createDraft({ kind: 'refresh', fromItemIds: await idsIn(copy) })
  const { text } = await drafts.draftText({ id: draft.id })
  const items = itemsOf(text)
  expect(items.map(({ distributorId }) => distributorId !== undefined)).toEqual([true, true])
  const problemsOf = async (kind: FeedKind, xml: string) =>
    (await drafts.checkPayload(kind, Buffer.from(xml))).problems
  const problems = await problemsOf(draft.kind, text)
  expect(problems.filter(({ severity }) => severity !== 'warning')).toEqual([])
  expect(drops(problems)).toEqual([])
  const type = before[0]?.packageData?.packageType?.text
  const bare = items.map(({ packageData, ...item }) => item)
  const ofBare = await problemsOf('refresh', writeDocument(documents.ingestItems, { item: bare }))
  expect(drops(ofBare)).toEqual(
    expect.arrayContaining(
      ['items/item[1]', 'items/item[2]'].flatMap((path) =>
        ['@type', '@approximation', 'length', 'packageType'].map((name) => `${path}/packageData/${name}`),
      ),
    ),
  )
  expect(ofBare.map(({ message }) => message)).toContain(
    `The catalog's record has package type: ${type}; this feed has none, so the refresh removes it.`,
  )

  const xml = writeDocument(documents.ingestItems, { item: items })
  expect(drops(await problemsOf('refresh', xml))).toEqual([])
  expect(drops(await problemsOf('create', xml))).toEqual([])

  // Two days later, all signatures have expired.
  clock.now = () => Date.now() + 48 * 3600 * 1000
  await send(items)
  expect(await Promise.all(ids.map(answeredPictures))).toEqual(pictures)
  const after = await Promise.all(ids.map(storedRecord))
  for (const [index, record] of after.entries()) {
    expect(record.media).toEqual(before[index]?.media)
    // Short texts that a record lacks are stored as empty texts by now.
    expect(withoutEmptyTexts(record)).toEqual({
      ...withoutEmptyTexts(before[index] ?? {}),
      lastUpdated: record.lastUpdated,
    })
    expect(record.lastUpdated).not.toEqual(before[index]?.lastUpdated)
  }
})

test('maps a derived view to its source picture, and recognizes the same picture under another view', async () => {
  const [id = ''] = await idsIn(service)
  const before = await storedRecord(id)
  const [copied = ''] = await idsIn(copy)
  const [item] = await refreshOf(copied)
  const [front, ...others] = item?.media ?? []
  if (!item || !front) throw new Error('the draft has no picture')
  const square = front.url?.replace('/original/', '/square-600-jpg/')
  expect(square).not.toBe(front.url)
  const derived = { view: derivedView(front.view ?? '', 600), code: 'EDITED', url: square }
  await send([{ ...item, media: [derived, front, ...others] }])
  expect((await storedRecord(id)).media).toEqual(before.media)

  await send([{ ...item, media: [{ ...front, view: 'A7C1' }] }])
  expect((await storedRecord(id)).media).toEqual([{ ...before.media?.[0], view: 'A7C1' }])
})

test('keeps an address of another service, or of a content that is not stored', async () => {
  const [copied = ''] = await idsIn(copy)
  const [id = ''] = await idsIn(service)
  const [item] = await refreshOf(copied)
  const urls = [
    'https://media.example/front.png?token=1',
    `https://media.example/media/${'0'.repeat(64)}/original/front.jpg`,
  ]
  await send([{ ...item, media: urls.map((url) => ({ view: 'A1C1', url })) }])
  expect((await storedRecord(id)).media?.map(({ url }) => url)).toEqual(urls)
})
