import { expect, test } from 'vitest'
import { sampleItem } from '../../../testing/feed-payloads.ts'
import { newNumber, OutboxTrial } from '../fixtures/outbox-trial.ts'

const trial = new OutboxTrial()

/** Queues a feed of which the service accepts one item and refuses others, which have no category. */
async function refusedFeed(refused: number): Promise<string> {
  const items = Array.from({ length: refused }, () => sampleItem(newNumber(), { categoryId: '' }))
  const { id } = await trial.queue('create', [sampleItem(newNumber()), ...items])
  await trial.until(id, 'partly-done')
  return id
}
async function queueFixed(draft: string): Promise<void> {
  const category = { do: 'set' as const, selection: {}, column: 'categoryId', value: '10000284' }
  await trial.drafts.editDraft({ id: draft, label: 'Category', edits: [category] })
  const { revision } = await trial.drafts.draft({ id: draft })
  await trial.outbox.queueDraft({ id: draft, revision })
}

test('a feed stays under review while its refused items are fixed, until they are queued again', async () => {
  const id = await refusedFeed(1)
  const draft = await trial.outbox.draftRefused({ id })
  expect((await trial.outbox.draftRefused({ id })).id).toBe(draft.id)
  expect((await trial.outbox.feed({ id })).state).toBe('partly-done')
  await queueFixed(draft.id)
  expect(await trial.outbox.feed({ id })).toMatchObject({
    state: 'done',
    note: 'Its refused items were queued again in “Feed”',
  })
})

test('a feed stays under review if one of its refused items is not sent again', async () => {
  const id = await refusedFeed(2)
  const draft = await trial.outbox.draftRefused({ id })
  await trial.drafts.editDraft({
    id: draft.id,
    label: 'Removed',
    edits: [{ do: 'remove', selection: { keys: [1] } }],
  })
  await queueFixed(draft.id)
  expect((await trial.outbox.feed({ id })).state).toBe('partly-done')
  // The draft of both items is gone, so another one is made.
  expect((await trial.outbox.draftRefused({ id })).itemCount).toBe(2)
})
