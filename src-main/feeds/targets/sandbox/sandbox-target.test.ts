import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { documents } from '../../../../src-shared/vocabulary/documents.ts'
import { parseDocument } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { systemClock } from '../../../platform/clock.ts'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { type SandboxService, startSandboxService } from '../../../testing/sandbox-service.ts'
import { createUpstream, type Upstream, UpstreamError } from '../../../upstream/index.ts'
import { sandboxTarget } from './sandbox-target.ts'

let sandbox: SandboxService
let overHttp: Upstream
let inProcess: ReturnType<typeof sandboxTarget>
beforeAll(async () => {
  sandbox = await startSandboxService()
  await sandbox.putItems(1, 4)
  overHttp = createUpstream({ address: sandbox.address, ...sandbox.credentials })
  const { storage, ingestion, credentials } = sandbox
  inProcess = sandboxTarget({
    storage,
    intake: ingestion,
    username: credentials.username,
    clock: systemClock,
  })
})
afterAll(async () => {
  await overHttp.close()
  await sandbox.close()
})

const errorOf = (call: Promise<unknown>): Promise<UpstreamError> =>
  call.then(
    () => expect.fail('The call must fail'),
    (error) => (error instanceof UpstreamError ? error : expect.fail(String(error))),
  )

/** Compares the answers over HTTP and in process, including the headers that the outbox uses. */
async function expectSame<T>(
  call: (
    service: ReturnType<typeof sandboxTarget> | Upstream,
    onHeaders: (headers: object) => void,
  ) => Promise<T>,
) {
  const answers = []
  for (const service of [overHttp, inProcess]) {
    const headers: Readonly<Record<string, string>> = {}
    const answer = await call(service, (given) => Object.assign(headers, given))
    const { date, 'idempotency-key': key } = headers
    expect(Math.abs(Date.parse(date ?? '') - Date.now())).toBeLessThan(60_000)
    answers.push({ answer, key })
  }
  expect(answers[1]).toEqual(answers[0])
  return answers[1]
}

describe('a sandbox gives its own outbox the same answers as over HTTP', () => {
  const feeds: [FeedKind, Uint8Array, string?][] = [
    ['create', itemFeed(sampleItem(1), sampleItem(2, { manufacturerId: 'none' }), sampleItem(1))],
    ['update', itemFeed(sampleItem(1)), gtinOf(1)],
    ['refresh', itemFeed(sampleItem(1))],
    ['contentplus', contentPlusFeed({ id: '1', retailer: [{ id: 'r1', sellCopy: 'Buy' }, { id: 'none' }] })],
  ]

  test.each(feeds)('a %s feed and its status', async (kind, body, upc) => {
    const idempotencyKey = `key of ${kind}`
    const { feedId } = await inProcess.submitFeed({ kind, body, upc, idempotencyKey })
    expect(await overHttp.submitFeed({ kind, body, upc, idempotencyKey })).toEqual({ feedId })
    await sandbox.ingestion.idle()
    const named = await expectSame((service, onHeaders) =>
      service.feedStatus({ kind, feedId, offset: 0, limit: 100 }, { fresh: true, onHeaders }),
    )
    expect(named).toMatchObject({ answer: { feedId, feedStatus: 'PROCESSED' }, key: idempotencyKey })
    await expectSame((service, onHeaders) =>
      service.feedStatus({ kind, feedId, offset: 1, limit: 2 }, { onHeaders }),
    )
    if (kind !== 'contentplus')
      await expectSame((service, onHeaders) =>
        service.feedStatus({ kind, offset: 0, limit: 1 }, { onHeaders }),
      )
  })

  test('an unknown feed', async () => {
    const asked = { kind: 'create', feedId: 'none', offset: 0, limit: 1 } as const
    expect(await overHttp.feedStatus(asked)).toBeUndefined()
    expect(await inProcess.feedStatus(asked)).toBeUndefined()
  })

  test.each<[string, FeedKind, Uint8Array, string?]>([
    ['an invalid feed', 'create', new TextEncoder().encode('<items/>')],
    ['an update of another item', 'update', itemFeed(sampleItem(1)), gtinOf(2)],
    ['a key that was used for another feed', 'refresh', itemFeed(sampleItem(3))],
  ])('%s is refused with its problems', async (_, kind, body, upc) => {
    const feed = { kind, body, upc, idempotencyKey: kind === 'refresh' ? 'key of refresh' : 'new' }
    const [there, here] = [
      await errorOf(overHttp.submitFeed(feed)),
      await errorOf(inProcess.submitFeed(feed)),
    ]
    const summary = ({ kind, status, problems, mayHaveArrived }: UpstreamError) => ({
      kind,
      status,
      problems,
      mayHaveArrived,
    })
    expect(summary(here)).toEqual(summary(there))
    expect(here.problems.length).toBeGreaterThan(0)
    const words = /The service says: .*/
    expect(words.exec(here.message)?.[0]).toBe(words.exec(there.message)?.[0])
  })

  test('records by code and by identifier, and no records', async () => {
    const records = (query: Parameters<Upstream['itemPage']>[0]) =>
      expectSame(async (service, onHeaders) => {
        const { value } = parseDocument(documents.items, await service.itemPage(query, { onHeaders }))
        return value
      })
    expect(await records({ upc: gtinOf(1), limit: 3 })).toMatchObject({ answer: { total: '1' } })
    expect(await records({ upc: gtinOf(9), limit: 3 })).toMatchObject({ answer: { total: '0', item: [] } })
    expect(await records({ id: '2' })).toMatchObject({ answer: { item: [{ id: '2' }] } })
    for (const service of [overHttp, inProcess])
      expect(await errorOf(service.itemPage({ id: 'none' }))).toMatchObject({
        kind: 'not-found',
        status: 404,
      })
  })
})

test('a storage failure reports whether the feed may have been stored', async () => {
  const failing = (error: Error) => {
    const intake = { submit: () => Promise.reject(error), status: () => Promise.reject(error) }
    return sandboxTarget({ ...sandbox, intake, username: 'desk', clock: systemClock })
  }
  const feed = { kind: 'create', body: itemFeed(sampleItem(5)), idempotencyKey: 'five' } as const
  const submit = (error: Error) => errorOf(failing(error).submitFeed(feed))
  const full = new PlainError('disk-full', 'The disk is full.')
  expect(await submit(full)).toMatchObject({ kind: 'server', mayHaveArrived: false })
  expect(await submit(new Error('a defect'))).toMatchObject({ kind: 'server', mayHaveArrived: true })
})
