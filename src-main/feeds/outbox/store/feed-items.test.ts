import { expect, test } from 'vitest'
import { catalogWriter } from '../../../catalog/index.ts'
import { gtinOf, sampleItem } from '../../../testing/feed-payloads.ts'
import { newNumber, OutboxTrial } from '../fixtures/outbox-trial.ts'

const trial = new OutboxTrial()

test('lists the items of a feed with names, refused first, and reports the sending', async () => {
  const [good, bad] = [newNumber(), newNumber()]
  const { id } = await trial.queue('create', [sampleItem(good), sampleItem(bad, { categoryId: '' })])
  await trial.until(id, 'partly-done')
  const found = await trial.outbox.items({ id, offset: 0, limit: 10 })
  expect(found).toMatchObject({ total: 2, counts: { refused: 1, none: 0, open: 0, accepted: 1 } })
  expect(found.items).toMatchObject([
    { code: gtinOf(bad), name: `Oat flakes ${bad}`, verdict: 'refused', position: 1 },
    { code: gtinOf(good), name: `Oat flakes ${good}`, verdict: 'accepted', position: 0, problems: [] },
  ])
  expect((await trial.outbox.items({ id, verdict: 'accepted', offset: 0, limit: 10 })).items).toHaveLength(1)
  const draft = await trial.outbox.draftRefused({ id })
  expect((await trial.outbox.items({ id, offset: 0, limit: 1 })).items[0]?.draft).toEqual({
    id: draft.id,
    key: 1,
  })
  const report = await trial.outbox.report(id)
  expect(report).toMatchObject({
    itemCount: 2,
    feeds: [{ id, state: 'partly-done', sentAt: expect.any(String) }],
  })
  expect(report.feeds[0]?.upstreamFeedId).toBeTruthy()
  expect(report.feeds[0]?.acknowledgedAt).toBeTruthy()
  await expect(trial.outbox.items({ id: 'nobody', offset: 0, limit: 1 })).rejects.toMatchObject({
    code: 'FEED_NOT_FOUND',
  })
})

test('names an item as it was sent, not as the catalog names it', async () => {
  const number = newNumber()
  const { id } = await trial.queue('create', [sampleItem(number, { ecommerceTitle: 'Oats again' })])
  const record = `<item id="i1"><name>Oats</name><upcs><upc type="GTIN">${gtinOf(number)}</upc></upcs></item>`
  await trial.workspace.storage.writer(catalogWriter).putItems([Buffer.from(record)])
  const [item] = (await trial.outbox.items({ id, offset: 0, limit: 10 })).items
  expect(item).toMatchObject({ itemId: 'i1', name: 'Oats again' })
})
