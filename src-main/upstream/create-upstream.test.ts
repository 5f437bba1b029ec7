import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import { parseDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { type Fault, type FaultyUpstream, startFaultyUpstream } from '../testing/faulty-upstream.ts'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem, sampleLookups } from '../testing/feed-payloads.ts'
import { type SandboxService, startSandboxService } from '../testing/sandbox-service.ts'
import { createUpstream } from './create-upstream.ts'
import { requireItemsDocument } from './read-answer.ts'
import type { Upstream } from './upstream.ts'
import type { UpstreamError } from './upstream-error.ts'

let sandbox: SandboxService
let service: FaultyUpstream
let upstream: Upstream
beforeAll(async () => {
  sandbox = await startSandboxService()
  await sandbox.putItems(1, 31)
  service = await startFaultyUpstream(sandbox.address)
  upstream = createUpstream({
    ...sandbox.credentials,
    address: `${service.address}/`,
    limits: { answer: 500, silence: 500 },
  })
})
beforeEach(() => {
  service.heal()
  service.calls.length = 0
})
afterAll(async () => {
  await upstream.close()
  await service.close()
  await sandbox.close()
})

const failureOf = (promise: Promise<unknown>): Promise<UpstreamError> =>
  promise.then(
    () => {
      throw new Error('The call should have failed')
    },
    (error) => error,
  )
const feed = (number: number) => ({
  kind: 'create' as const,
  body: itemFeed(sampleItem(number)),
  idempotencyKey: `k${number}`,
})

describe('calls to the service', () => {
  test.each(['manufacturer', 'brand', 'distributor', 'retailer'] as const)(
    'reads the %s list',
    async (kind) => {
      const page = await upstream.lookups(kind)
      expect(page).toMatchObject({ total: sampleLookups[kind].length, startIndex: 0 })
      expect(page.entries).toEqual(expect.arrayContaining([...sampleLookups[kind]]))
      expect((await upstream.lookups(kind, { idx: 1, limit: 1 })).startIndex).toBe(1)
    },
  )

  test('returns a page of items as bytes', async () => {
    const { value } = parseDocument(
      documents.items,
      await upstream.itemPage({ since: '19000101', idx: 10, limit: 7 }),
    )
    expect(value).toMatchObject({ start: '10', count: '7', total: '30' })
    const one = parseDocument(documents.items, await upstream.itemPage({ id: '12' }))
    expect(one.value?.item.map(({ id }) => id)).toEqual(['12'])
    expect(await failureOf(upstream.itemPage({ id: 'none' }))).toMatchObject({
      kind: 'not-found',
      status: 404,
    })
  })

  test('sends each feed kind to its path and reads its status format', async () => {
    expect(await upstream.feedStatus({ kind: 'create', feedId: 'none', offset: 0, limit: 1 })).toBeUndefined()
    const { feedId } = await upstream.submitFeed(feed(1))
    await sandbox.ingestion.idle()
    const report = {
      feedId,
      feedStatus: 'PROCESSED',
      counters: { received: 1, succeeded: 1, failed: 0, processing: 0 },
    }
    const results = [{ index: 0, productCode: gtinOf(1), ingestionStatus: 'SUCCESS', problems: [] }]
    expect(await upstream.feedStatus({ kind: 'create', feedId, offset: 0, limit: 100 })).toEqual({
      ...report,
      results,
    })
    expect(await upstream.feedStatus({ kind: 'create', offset: 0, limit: 100 })).toEqual({
      ...report,
      results,
    })

    const update = {
      kind: 'update' as const,
      body: itemFeed(sampleItem(1)),
      upc: gtinOf(1),
      idempotencyKey: 'u1',
    }
    await upstream.submitFeed(update)
    await upstream.submitFeed({ ...update, kind: 'refresh', idempotencyKey: 'r1' })
    const body = contentPlusFeed({ id: 'none', retailer: [{ id: 'r1', sellCopy: 'Buy' }] })
    const published = await upstream.submitFeed({ kind: 'contentplus', body, idempotencyKey: 'c1' })
    await sandbox.ingestion.idle()
    expect(
      await upstream.feedStatus({ kind: 'contentplus', feedId: published.feedId, offset: 0, limit: 100 }),
    ).toMatchObject({
      counters: { received: 1, failed: 1 },
      results: [{ index: 0, problems: [{ code: expect.any(String) }] }],
    })
    expect(sandbox.receivedFeeds().map(({ kind }) => kind)).toEqual([
      'create',
      'update',
      'refresh',
      'contentplus',
    ])
  })

  test('names the wrong fields of a refused feed', async () => {
    const body = new TextEncoder().encode(
      '<items xmlns="https://ns.catalog-desk.example/feed/item"><wrong/></items>',
    )
    const error = await failureOf(upstream.submitFeed({ ...feed(2), body }))
    expect(error).toMatchObject({ kind: 'refused', status: 400, mayHaveArrived: false })
    expect(error.problems.map(({ path }) => path)).toContain('items/wrong')
    expect(await failureOf(upstream.itemPage({ since: '20240230' }))).toMatchObject({ kind: 'refused' })
  })

  test('reports a wrong password', async () => {
    const stranger = createUpstream({ ...sandbox.credentials, password: 'no', address: sandbox.address })
    expect(await failureOf(stranger.probe())).toMatchObject({ kind: 'credentials', status: 403 })
    await stranger.close()
    await upstream.probe()
  })
})

describe('unexpected responses', () => {
  const wrong: Fault[] = [
    { kind: 'html' },
    { kind: 'truncate', part: 0.6 },
    { kind: 'truncate', part: 0 },
    { kind: 'status', status: 302, headers: { location: 'https://elsewhere.example/' } },
    { kind: 'status', status: 204 },
  ]
  test.each(wrong)('rejects $kind $status as an invalid answer', async (fault) => {
    service.fail(fault, { times: Number.POSITIVE_INFINITY })
    expect(await failureOf(upstream.itemPage({ since: '19000101' }))).toMatchObject({
      kind: 'invalid-answer',
    })
    expect(await failureOf(upstream.lookups('brand'))).toMatchObject({ kind: 'invalid-answer' })
    expect(await failureOf(upstream.submitFeed(feed(3)))).toMatchObject({
      kind: 'invalid-answer',
      mayHaveArrived: true,
    })
    expect(service.calls).toHaveLength(3)
  })

  test.each([
    { status: 500, kind: 'server', mayHaveArrived: true },
    { status: 502, kind: 'server', mayHaveArrived: true },
    { status: 503, kind: 'maintenance', mayHaveArrived: true },
    { status: 406, kind: 'limit', mayHaveArrived: true },
    { status: 429, kind: 'limit', mayHaveArrived: true },
    { status: 408, kind: 'refused', mayHaveArrived: true },
    { status: 409, kind: 'refused', mayHaveArrived: true },
    { status: 405, kind: 'refused', mayHaveArrived: false },
    { status: 413, kind: 'refused', mayHaveArrived: false },
    { status: 404, kind: 'refused', mayHaveArrived: false },
  ])('reports $status while sending a feed as $kind', async ({ status, ...expected }) => {
    service.fail({ kind: 'status', status })
    expect(await failureOf(upstream.submitFeed(feed(4)))).toMatchObject({ status, ...expected })
  })

  test('recognizes an items document by its root and its end', () => {
    const check = (text: string) => () => requireItemsDocument(new TextEncoder().encode(text), 'GET')
    for (const good of [
      '<items/>',
      '<?xml version="1.0"?>\n<!-- a --><x:items a="b"></x:items> <!-- b -->\n',
      '\uFEFF<items> </items >',
    ])
      expect(check(good)).not.toThrow()
    for (const bad of [
      '',
      '<item/>',
      '<itemset></itemset>',
      '<items><item/>',
      '<!DOCTYPE html><items/>',
      'x<items/>',
    ])
      expect(check(bad), bad).toThrow(/items document/)
  })
})

describe('files', () => {
  test('sends credentials to the service only, and rejects for a missing file', async () => {
    expect(await failureOf(upstream.media(`${service.address}/media/none.jpg`))).toMatchObject({
      kind: expect.any(String),
    })
    const other = await startFaultyUpstream(sandbox.address)
    // The sandbox behind this second host accepts a call with credentials and refuses one without.
    const refused = await failureOf(upstream.media(`${other.address}/v2.1/brand`))
    expect(refused).toMatchObject({ kind: 'refused', status: 403 })
    const same = await upstream.media(`${service.address}/v2.1/brand`)
    expect(same.status).toBe(200)
    let length = 0
    for await (const piece of same.body) length += piece.byteLength
    expect(length).toBeGreaterThan(0)
    await other.close()
  })
})
