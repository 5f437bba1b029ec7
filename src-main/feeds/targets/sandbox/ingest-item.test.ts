import { describe, expect, test } from 'vitest'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { openSandbox } from './fixtures/open-sandbox.ts'

describe('Content+', () => {
  test('merges Content+ per retailer: replaces texts, merges media by URL, replaces lists', () => {
    using sandbox = openSandbox()
    sandbox.ingest('create', itemFeed(sampleItem(1)))
    const id = sandbox.record(gtinOf(1))?.id ?? ''
    const first = {
      id: 'r1',
      sellCopy: 'old',
      longDescription: 'stays',
      keywords: ['one', 'two'],
      images: [
        { url: 'https://media.example/a.jpg', description: 'old' },
        { url: 'https://media.example/b.jpg' },
      ],
    }
    const second = {
      id: 'r1',
      sellCopy: 'new',
      keywords: ['three'],
      images: [
        { url: 'https://media.example/a.jpg', description: 'new' },
        { url: 'https://media.example/c.jpg' },
      ],
    }
    sandbox.ingest('contentplus', contentPlusFeed({ id, retailer: [first] }))
    const report = sandbox.ingest(
      'contentplus',
      contentPlusFeed({ id, retailer: [second, { id: 'r2', sellCopy: 'x' }] }),
    )
    expect(report).toMatchObject({
      feedStatus: 'PROCESSED',
      counters: { received: 1, processed: 1, succeeded: 1, rejected: 0, failed: 0, processing: 0 },
    })
    expect(sandbox.content('r1')).toMatchObject({
      sellCopy: 'new',
      longDescription: 'stays',
      keywords: ['three'],
      images: [
        { url: 'https://media.example/a.jpg', description: 'new' },
        { url: 'https://media.example/b.jpg' },
        { url: 'https://media.example/c.jpg' },
      ],
    })
    expect(sandbox.content('r2')).toMatchObject({ sellCopy: 'x' })
  })

  test('rejects an unknown item, and a complete item with an unknown retailer', () => {
    using sandbox = openSandbox()
    sandbox.ingest('create', itemFeed(sampleItem(1)))
    const id = sandbox.record(gtinOf(1))?.id ?? ''
    const { items, counters } = sandbox.ingest(
      'contentplus',
      contentPlusFeed(
        { id: 'nothing', retailer: [{ id: 'r1', sellCopy: 'x' }] },
        { id, retailer: [{ id: 'r1', sellCopy: 'x' }, { id: 'nobody' }] },
      ),
    )
    expect(counters).toMatchObject({ received: 2, processed: 0, rejected: 2, processing: 0 })
    expect(items.map(({ remarks }) => remarks)).toEqual([
      expect.stringMatching(/^ITEM_UNKNOWN: .*contentPlus\/item\[1\]\/@id/),
      expect.stringMatching(/^RETAILER_UNKNOWN: .*contentPlus\/item\[2\]\/retailer\[2\]\/@id/),
    ])
    expect(sandbox.content('r1')).toBeUndefined()
  })
})
