import { describe, expect, test } from 'vitest'
import { itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { openStores, roomOn } from '../fixtures/outbox-stores.ts'
import type { OpenFeed } from '../store/feed-row.ts'
import { lookUpItems } from './look-up-items.ts'
import { readSentItems } from './read-evidence.ts'
import { reconcileFeed } from './reconcile-feed.ts'

const code = '09501234000017'
const none = '<items start="0" count="0" total="0"></items>'
const record = `<items start="0" count="1" total="1"><item id="a"><name>Old</name><upcs><upc>${code}</upc></upcs></item></items>`

/** A feed about one item, and a service whose catalog returns this answer. Counts the catalog lookups. */
function feedInDoubt(kind: 'create' | 'refresh', answer: string) {
  const stores = openStores()
  let lookups = 0
  const room = roomOn(stores, {
    feedStatus: async () => undefined,
    itemPage: async () => {
      lookups += 1
      return new TextEncoder().encode(answer)
    },
  })
  stores.outbox.freezePosted({
    ...{ id: 'f1', kind, name: 'Feed', idempotencyKey: 'key', itemCount: 1, codes: [code] },
    body: itemFeed(sampleItem(1, { productCodes: [{ type: 'GTIN', text: code }] })),
  })
  const feed = (): OpenFeed => {
    const open = stores.outbox.followed('f1').feed ?? stores.outbox.open('f1')
    if (!open) throw new Error('The feed is not there')
    return open
  }
  return {
    ...{ stores, feed },
    /** Sends the feed and loses its acknowledgement. */
    async lose() {
      const before = await lookUpItems(room, feed(), await readSentItems(room, feed()))
      stores.outbox.applyEvent('f1', 'send', { message: 'Sending', before })
      stores.outbox.applyEvent('f1', 'lose', { message: 'Lost' })
    },
    /** Reconciles the feed repeatedly. @returns the number of catalog lookups */
    async lookupsIn(questions: number, how?: { isAsked: boolean }) {
      lookups = 0
      for (let question = 0; question < questions; question++) await reconcileFeed(room, feed(), how)
      return lookups
    },
    [Symbol.dispose]: () => stores[Symbol.dispose](),
  }
}

describe('a feed in doubt on which the catalog is inconclusive', () => {
  test('without an earlier lookup: looks it up once, and when a person asks', async () => {
    using doubt = feedInDoubt('create', none)
    doubt.stores.outbox.applyEvent('f1', 'doubt', { message: 'Restored' })
    const once = await doubt.lookupsIn(1)
    expect(once).toBeGreaterThan(0)
    expect(doubt.feed().row.note).toMatch(/whether it had one before is not known/)
    expect(await doubt.lookupsIn(130)).toBe(0)
    expect(await doubt.lookupsIn(1, { isAsked: true })).toBe(once)
  })

  test('with the item present before: looks it up once, and when a person asks', async () => {
    using doubt = feedInDoubt('create', record)
    await doubt.lose()
    expect(await doubt.lookupsIn(1)).toBe(1)
    expect(doubt.feed().row.note).toMatch(/was there before the feed was sent, and is as it was/)
    expect(await doubt.lookupsIn(130)).toBe(0)
    expect(await doubt.lookupsIn(2, { isAsked: true })).toBe(2)
  })

  test('for now: looks it up again, at growing intervals', async () => {
    using doubt = feedInDoubt('refresh', record)
    await doubt.lose()
    expect(await doubt.lookupsIn(20)).toBe(20)
    expect(await doubt.lookupsIn(101)).toBe(2)
  })
})
