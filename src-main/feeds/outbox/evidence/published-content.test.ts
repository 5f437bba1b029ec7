import { expect, test } from 'vitest'
import { documents } from '../../../../src-shared/vocabulary/documents.ts'
import { contentPlusFeedRetailer } from '../../../../src-shared/vocabulary/elements/content-plus.ts'
import { parseElement, writeDocument } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { queryPlans } from '../../../testing/query-plans.ts'
import { openTemporaryDatabase, openTemporaryWorkspace } from '../../../testing/temporary-workspace.ts'
import { openStores } from '../fixtures/outbox-stores.ts'
import { readAcceptedItems } from '../store/accepted-content.ts'
import { outboxReader } from '../store/outbox-reader.ts'
import { outboxWriter } from '../store/outbox-writer.ts'
import { openPublishedContent } from './published-content.ts'

const payload = (id: string, retailer: object) =>
  new TextEncoder().encode(
    writeDocument(documents.contentPlus, {
      item: [
        { id: 'other', retailer: [{ id: 'r9', sellCopy: 'Not of this item' }] },
        { id, retailer: [{ id: 'r1', ...retailer }] },
      ],
    }),
  )

test('merges the content that the service accepted from several feeds; omits refused and unanswered content', async () => {
  const workspace = await openTemporaryWorkspace()
  try {
    const reader = workspace.storage.reader(outboxReader)
    const writer = workspace.storage.writer(outboxWriter)
    const send = async (id: string, retailer: object, ingestionStatus: string | undefined) => {
      await writer.freezePosted({
        id,
        kind: 'contentplus',
        name: `Feed ${id}`,
        idempotencyKey: `key of ${id}`,
        itemCount: 2,
        codes: ['other', 'i1'],
        body: payload('i1', retailer),
      })
      if (ingestionStatus === undefined) return
      await writer.plan(id, 0, {
        results: [
          { index: 0, productCode: '', ingestionStatus: 'PROCESSED', problems: [] },
          { index: 1, productCode: '', ingestionStatus, problems: [] },
        ],
      })
    }
    await send('1', { sellCopy: 'First', keywords: ['oat', 'drink'] }, 'PROCESSED')
    await send('2', { sellCopy: 'Second', longDescription: 'Long' }, 'Processed')
    await send('3', { sellCopy: 'Refused' }, 'REJECTED')
    await send('4', { sellCopy: 'Not answered' }, undefined)
    const published = await openPublishedContent(workspace.storage, reader)('i1')
    expect(published).toMatchObject({ unread: 0, isPart: false })
    const [only, ...others] = published.retailers
    expect(others).toEqual([])
    expect(only).toMatchObject({ retailerId: 'r1', retailerName: 'r1' })
    expect(only?.feeds.map(({ name }) => name).sort()).toEqual(['Feed 1', 'Feed 2'])
    expect(parseElement(contentPlusFeedRetailer, only?.xml ?? '').value).toMatchObject({
      keywords: ['oat', 'drink'],
      longDescription: 'Long',
      sellCopy: 'Second',
    })
  } finally {
    await workspace.close()
  }
})

test('orders feeds by sending, even if the clock was set back in between', () => {
  using stores = openStores()
  const { outbox, clock } = stores
  const send = (id: string) => {
    outbox.freezePosted({
      ...{ id, kind: 'contentplus', name: id, idempotencyKey: id, itemCount: 1, codes: ['i1'] },
      body: payload('i1', {}),
    })
    outbox.applyEvent(id, 'send', { message: 'Sending' })
    outbox.plan(id, 0, {
      results: [{ index: 0, productCode: '', ingestionStatus: 'PROCESSED', problems: [] }],
    })
  }
  send('ahead')
  clock.now -= 3_600_000
  send('set right')
  expect(outbox.acceptedContentPlus('i1').map(({ id }) => id)).toEqual(['set right', 'ahead'])
})

test('finds them by the index of items, without scanning all feeds', () => {
  using database = openTemporaryDatabase()
  const taken = queryPlans(database.db, readAcceptedItems).filter(({ sql }) => sql.includes('feed_code'))
  expect(taken).toHaveLength(1)
  for (const { plan } of taken) expect(plan).not.toMatch(/SCAN/)
})
