import { afterAll, beforeAll, expect, test } from 'vitest'
import { answered, complaints, post } from '../testing/contract-answers.ts'
import { type ContractSandbox, openContractSandbox } from '../testing/contract-sandbox.ts'
import { gtinOf, itemFeed, sampleItem } from '../testing/feed-payloads.ts'

let sandbox: ContractSandbox
beforeAll(async () => {
  sandbox = await openContractSandbox()
})
afterAll(() => sandbox?.close())

test('maintenance is 503 for every call, but not before credentials', async () => {
  sandbox.conditions.maintenance = true
  try {
    const answer = await sandbox.call({ path: '/v2/brand?idx=x' })
    complaints(answer, 503)
    expect(answer.headers['retry-after']).toBe('120')
    complaints(await sandbox.call({ path: '/v2/brand', headers: { password: 'wrong' } }), 403)
  } finally {
    sandbox.conditions.maintenance = false
  }
})

test('the daily limit counts records of 200 answers, for each user, until midnight UTC', async () => {
  const search = { path: '/v2.1/item?since=20240101&limit=2' }
  const realNow = sandbox.clock.now
  sandbox.clock.now = () => Date.UTC(2026, 5, 1, 23, 0, 0)
  sandbox.conditions.dailyItemLimit = 5
  try {
    expect((await sandbox.call(search)).status).toBe(200)
    expect((await sandbox.call({ ...search, method: 'HEAD' })).status).toBe(200)
    expect((await sandbox.call({ path: '/v2.1/item?limit=x' })).status).toBe(400)
    expect((await sandbox.call(search)).status).toBe(200)
    const beyond = await sandbox.call(search)
    complaints(beyond, 406)
    expect(beyond.headers['retry-after']).toBe('3600')
    // What was refused counted nothing: one more record is still allowed.
    expect((await sandbox.call({ path: '/v2.1/item/100' })).status).toBe(200)
    complaints(await sandbox.call({ path: '/v2.1/item/100' }), 406)
    complaints(await sandbox.call({ path: '/v2.1/item?limit=x' }), 406)
    expect((await sandbox.callAsOther(search)).status).toBe(200)
    expect((await sandbox.call({ path: '/v2.1/brand' })).status).toBe(200)
    sandbox.clock.now = () => Date.UTC(2026, 5, 2)
    expect((await sandbox.call(search)).status).toBe(200)
  } finally {
    sandbox.clock.now = realNow
    sandbox.conditions.dailyItemLimit = null
  }
})

test('the error rate answers 500, a lost acknowledgement leaves the feed stored', async () => {
  sandbox.conditions.errorRate = 1
  try {
    complaints(await sandbox.call({ path: '/v2/brand' }), 500)
  } finally {
    sandbox.conditions.errorRate = 0
  }
  sandbox.conditions.lostAcknowledgementRate = 1
  try {
    const lost = post('/v2.1/feed/items', itemFeed(sampleItem(77)), { 'Idempotency-Key': 'lost' })
    await expect(sandbox.call(lost)).rejects.toThrow(/socket hang up/)
    sandbox.conditions.lostAcknowledgementRate = 0
    await sandbox.ingestion.idle()
    expect(await sandbox.itemsByCode(gtinOf(77))).toHaveLength(1)
    // The same key brings the acknowledgement that was lost, and no second feed.
    const { feedId } = answered('createItems', await sandbox.call(lost))
    const status = answered('itemFeedStatus', await sandbox.call({ path: `/v2.1/feed/items/${feedId}` }))
    expect(status).toMatchObject({ feedStatus: 'PROCESSED', itemsSucceeded: '1' })
  } finally {
    sandbox.conditions.lostAcknowledgementRate = 0
  }
})
