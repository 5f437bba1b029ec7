import { expect, test } from 'vitest'
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
