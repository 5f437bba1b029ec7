import { describe, expect, test } from 'vitest'
import { itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { openStores, roomOn } from '../fixtures/outbox-stores.ts'
import type { OpenFeed } from '../store/feed-row.ts'
import { lookAtCatalog } from './look-at-catalog.ts'
import { readSentItems } from './read-evidence.ts'
import { reconcileFeed } from './reconcile-feed.ts'

const code = '09501234000017'
const none = '<items start="0" count="0" total="0"></items>'
const record = `<items start="0" count="1" total="1"><item id="a"><name>Old</name><upcs><upc>${code}</upc></upcs></item></items>`

/** A feed about one item, and a service whose catalog gives this answer; how often it was looked at is counted. */
function doubted(kind: 'create' | 'refresh', answer: string) {
  const stores = openStores()
  let looks = 0
  const room = roomOn(stores, {
    feedStatus: async () => undefined,
    itemPage: async () => {
      looks += 1
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
    /** It was sent, and no acknowledgement came. */
    async lose() {
      const before = await lookAtCatalog(room, feed(), await readSentItems(room, feed()))
      stores.outbox.applyEvent('f1', 'send', { message: 'Sending', before })
      stores.outbox.applyEvent('f1', 'lose', { message: 'Lost' })
    },
    /** The service is asked so often, and the catalog is looked at so often meanwhile. */
    async looksIn(questions: number, how?: { isAsked: boolean }) {
      looks = 0
      for (let asked = 0; asked < questions; asked++) await reconcileFeed(room, feed(), how)
      return looks
    },
    [Symbol.dispose]: () => stores[Symbol.dispose](),
  }
}

describe('a feed in doubt of which the catalog cannot tell', () => {
  test('as nobody looked before: it is looked for once, and when a person asks', async () => {
    using doubt = doubted('create', none)
    doubt.stores.outbox.applyEvent('f1', 'doubt', { message: 'Restored' })
    const once = await doubt.looksIn(1)
    expect(once).toBeGreaterThan(0)
    expect(doubt.feed().row.note).toMatch(/whether it had one before is not known/)
    expect(await doubt.looksIn(130)).toBe(0)
    expect(await doubt.looksIn(1, { isAsked: true })).toBe(once)
  })

  test('as it was there before: the same', async () => {
    using doubt = doubted('create', record)
    await doubt.lose()
    expect(await doubt.looksIn(1)).toBe(1)
    expect(doubt.feed().row.note).toMatch(/was there before the feed was sent, and is as it was/)
    expect(await doubt.looksIn(130)).toBe(0)
    expect(await doubt.looksIn(2, { isAsked: true })).toBe(2)
  })

  test('yet: it is looked for again, more and more seldom', async () => {
    using doubt = doubted('refresh', record)
    await doubt.lose()
    expect(await doubt.looksIn(20)).toBe(20)
    expect(await doubt.looksIn(101)).toBe(2)
  })
})
