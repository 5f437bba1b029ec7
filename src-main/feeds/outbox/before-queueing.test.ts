import { describe, expect, test } from 'vitest'
import type { FeedKind } from '../../../src-shared/feeds/kinds/kinds.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import { writeDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { itemFeed, sampleItem } from '../../testing/feed-payloads.ts'
import { newNumber, OutboxTrial } from './fixtures/outbox-trial.ts'

const trial = new OutboxTrial()

describe('the check before queueing', () => {
  test('names a pending feed with the same bytes or the same item, with the line', async () => {
    await trial.outbox.setPaused({ paused: true })
    const item = sampleItem(newNumber())
    const bytes = Buffer.from(writeDocument(documents.ingestItems, { item: [item] }, { indent: 2 }))
    const first = await trial.queueBytes({ kind: 'create', name: 'Feed', body: bytes })
    const warned = async (kind: FeedKind, body: Uint8Array) =>
      (await trial.outbox.check({ kind, body })).problems.filter(({ feed }) => feed !== undefined)
    expect(await warned('create', bytes)).toMatchObject([{ code: 'SAME_FEED', feed: { id: first.id } }])
    const changed = itemFeed(sampleItem(newNumber()), { ...item, ecommerceTitle: 'Other' })
    const pretty = Buffer.from(String(Buffer.from(changed)).replaceAll('<item ', '\n<item '))
    const line = String(pretty).split('\n').length
    expect(await warned('refresh', pretty)).toMatchObject([
      {
        code: 'ITEM_ON_ITS_WAY',
        path: 'items/item[2]',
        line,
        severity: 'warning',
        feed: { name: 'Feed' },
      },
    ])
    // Drafts are checked in the same way, and the first event of a duplicate mentions it.
    const draft = await trial.drafts.createDraft({ kind: 'create', xml: String(Buffer.from(bytes)) })
    const { pendingFeeds, feeds } = await trial.outbox.checkDraft({ id: draft.id })
    expect(feeds).toBe(1)
    expect(pendingFeeds).toContainEqual(expect.objectContaining({ code: 'SAME_FEED' }))
    const [second] = (await trial.outbox.queueDraft(draft)).feeds
    expect(second?.note).toMatch(/^Queued\. The very same feed is in the outbox already: “Feed”, queued on /)
    expect((await trial.outbox.feed({ id: second?.id ?? '' })).waitsFor).toEqual([
      { id: first.id, name: 'Feed' },
    ])
  })
})
