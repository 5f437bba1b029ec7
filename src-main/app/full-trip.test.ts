import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Problem } from '../../src-shared/problem.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import type { IngestItem } from '../../src-shared/vocabulary/elements/ingest.ts'
import { writeDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { unseenInRecords } from '../../src-shared/vocabulary/record-and-feed.ts'
import { nutritionRules } from '../../src-shared/vocabulary/rules/nutrition-rules.ts'
import { catalogReader, catalogWriter } from '../catalog/index.ts'
import { createDrafts } from '../feeds/drafts/index.ts'
import { createOutbox } from '../feeds/outbox/index.ts'
import { catalogService } from '../feeds/targets/index.ts'
import type { Storage } from '../storage/index.ts'
import { createSync } from '../sync/index.ts'
import { fullItem, itemsIn, valuesOf } from '../testing/feed-payloads.ts'
import { type SandboxService, startSandboxService } from '../testing/sandbox-service.ts'
import { openTemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { createUpstream } from '../upstream/index.ts'
import { workspaceSettings } from '../workspace/index.ts'

let service: SandboxService
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  service = await startSandboxService()
  await service.storage.writer(catalogWriter).putLookups('distributor', [
    { id: 'd1', name: 'Harbour Logistics' },
    { id: 'd2', name: 'Canal Trade' },
  ])
})
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
  await service.close()
})

/** A workspace connected to the service, which can send feeds and sync. */
async function connect() {
  const copy = await openTemporaryWorkspace()
  await workspaceSettings(copy.storage).write({ role: 'connected' })
  const upstream = createUpstream({ ...service.credentials, address: service.address })
  const sync = createSync({ ...copy, upstream })
  const drafts = createDrafts(copy)
  const timing = { firstRetry: 30, maxRetry: 60, firstPoll: 10, maxPoll: 20 }
  const outbox = createOutbox({ ...copy, drafts, target: catalogService(upstream), timing })
  closers.push(copy.close, upstream.close, sync.close, outbox.close)
  return {
    storage: copy.storage,
    /** Sends a feed over HTTP and waits until the service has processed it. */
    async send(kind: 'create' | 'refresh' | 'update', item: IngestItem) {
      const xml = writeDocument(documents.ingestItems, { item: [item] })
      const { id, revision } = await drafts.createDraft({ kind, xml })
      const [feed] = (await outbox.queueDraft({ id, revision })).feeds
      expect(await outbox.whenSettled(feed?.id ?? '')).toMatchObject({ state: 'done' })
      await service.ingestion.idle()
    },
    async sync() {
      await sync.start()
      expect((await sync.finished()).history[0]?.outcome).toBe('completed')
    },
  }
}

/**
 * A refresh drafted from the item, the problems found in it, and the paths of values in `sent` that it lacks.
 */
async function drafted({ storage }: { storage: Storage }, sent: IngestItem) {
  const [[id = ''] = []] = await storage
    .reader(catalogReader)
    .itemsByCode([sent.productCodes?.[0]?.text ?? ''])
  const drafts = createDrafts({ storage })
  const draft = await drafts.createDraft({ kind: 'refresh', fromItemIds: [id] })
  const { text } = await drafts.draftText({ id: draft.id })
  const [item] = itemsIn(text)
  if (!item) throw new Error('the draft has no item')
  const found = valuesOf(item)
  return {
    item,
    lost: [...valuesOf(sent)].filter(([path, value]) => found.get(path) !== value).map(([path]) => path),
    // The amounts of a full item are consecutive numbers, and do not make a consistent label.
    problems: (await drafts.checkPayload(draft.kind, Buffer.from(text))).problems.filter(
      ({ code }) => !nutritionRules.some((rule) => rule.code === code),
    ),
    /** Problems of a feed with fewer values. */
    problemsOf: async (less: IngestItem) =>
      (
        await drafts.checkPayload(
          'refresh',
          Buffer.from(writeDocument(documents.ingestItems, { item: [less] })),
        )
      ).problems,
  }
}
const withCode = (problems: readonly Problem[], code: string) =>
  problems.filter((problem) => problem.code === code).map(({ path }) => path.replace('items/item[1]', ''))
/** The path in the form used by the list of exceptions. */
const fieldOf = (path: string): string =>
  path
    .replace(/\[[^\]]*\]/g, '')
    .replace(/^\/type$/, '/@type')
    .replace(/^\/media\//, '/media/medium/')
    .replace(/^\/products\//, '/products/product/')
    .slice(1)

test('restores every value of a feed in a refresh drafted from its item', { timeout: 30_000 }, async () => {
  const sent = fullItem(1)
  expect(valuesOf(sent).size).toBeGreaterThan(590)
  const desk = await connect()
  await desk.send('create', sent)
  await desk.sync()

  const inSandbox = await drafted(service, sent)
  expect({ lost: inSandbox.lost, problems: inSandbox.problems }).toEqual({ lost: [], problems: [] })

  const inDesk = await drafted(desk, sent)
  expect(inDesk.lost).toEqual([])
  expect(inDesk.problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
    'FROM_EARLIER_FEED items/item[1]',
  ])
  expect(inDesk.problems[0]?.message).toMatch(/Content\+ for r1.*the creation "ecommerceTitle/)

  // Another computer has only the record.
  const other = await connect()
  await other.sync()
  const inOther = await drafted(other, sent)
  const exceptions = unseenInRecords.map(({ path }) => path)
  const unexplained = inOther.lost
    .map(fieldOf)
    .filter((path) => !exceptions.some((known) => path === known || path.startsWith(`${known}/`)))
  expect(unexplained).toEqual([])
  expect(inOther.lost.length).toBeLessThan(200)
  expect(withCode(inOther.problems, 'REFRESH_UNSEEN')).toEqual([''])
  for (const { label } of unseenInRecords) expect(inOther.problems[0]?.message).toContain(label)

  // Every value removed from the draft is reported by field.
  const { directions, isAerosol, countryOfOrigin, ...product } = inDesk.item.products?.[0] ?? {}
  const { companyTrackingId, contentPlus, ...rest } = inDesk.item
  const less = { ...rest, products: [product, ...(inDesk.item.products ?? []).slice(1)] }
  const dropped = withCode(await inDesk.problemsOf(less), 'REFRESH_DROPS')
  expect(dropped).toEqual(
    expect.arrayContaining([
      '/companyTrackingId',
      '/products/product[1]/directions',
      '/products/product[1]/isAerosol',
      '/products/product[1]/countryOfOrigin',
      '/contentPlus/images',
      '/contentPlus/keywords',
    ]),
  )
  expect(dropped.filter((path) => path.startsWith('/contentPlus/'))).toHaveLength(
    Object.keys(contentPlus ?? {}).length + 1,
  )
  expect([directions, isAerosol, countryOfOrigin, companyTrackingId].every(Boolean)).toBe(true)
})

test('prefers current values of the record to values sent earlier, and keeps the language of a text', async () => {
  const sent = { ...fullItem(2), ecommerceDescription: [{ lang: 'fr-FR', text: 'Du thé' }] }
  const desk = await connect()
  await desk.send('create', sent)
  await desk.sync()
  expect((await drafted(desk, sent)).item.ecommerceDescription).toEqual([{ lang: 'fr-FR', text: 'Du thé' }])

  // An update of this workspace changes the text and adds Content+.
  const code = sent.productCodes?.slice(0, 1)
  await desk.send('update', {
    type: 'grocery',
    productCodes: code,
    ecommerceDescription: [{ lang: 'fr-FR', text: 'Du thé vert' }],
    contentPlus: { keywords: ['green'] },
  })
  await desk.sync()
  const updated = await drafted(desk, sent)
  expect(updated.item.ecommerceDescription).toEqual([{ lang: 'fr-FR', text: 'Du thé vert' }])
  expect(updated.item.contentPlus?.keywords).toEqual([...(sent.contentPlus?.keywords ?? []), 'green'])
  expect(updated.lost.filter((path) => !path.includes('ecommerceDescription'))).toEqual([])

  // Another program refreshes the item: values sent before are out of date, and reported as dropped.
  const elsewhere = await connect()
  await elsewhere.send('refresh', {
    ...sent,
    ecommerceTitle: 'Other tea',
    contentPlus: undefined,
    manufacturerContent: undefined,
  })
  await desk.sync()
  const after = await drafted(desk, sent)
  expect(after.item.ecommerceTitle).toBe('Other tea')
  expect(after.item.contentPlus?.keywords).toBeUndefined()
  expect(after.item.manufacturerContent).toBeUndefined()
  expect(withCode(after.problems, 'REFRESH_DROPS')).toEqual(
    expect.arrayContaining(['/contentPlus', '/manufacturerContent']),
  )

  // A workspace that sent only an update knows the values that it added.
  const third = await connect()
  await third.sync()
  await third.send('update', { type: 'grocery', productCodes: code, contentPlus: { keywords: ['new'] } })
  await third.sync()
  const added = await drafted(third, sent)
  expect(added.item.contentPlus?.keywords).toEqual(['new'])
  const { contentPlus: _, ...without } = added.item
  expect(withCode(await added.problemsOf(without), 'REFRESH_DROPS')).toContain('/contentPlus/keywords')
})
