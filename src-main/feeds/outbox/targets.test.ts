import { expect, test } from 'vitest'
import { feedKinds } from '../../../src-shared/feeds/kinds/kinds.ts'
import type { SeenCall } from '../../testing/faulty-upstream.ts'
import { sampleItem } from '../../testing/feed-payloads.ts'
import { catalogService } from '../targets/index.ts'
import { isSending, newNumber, OutboxTrial } from './fixtures/outbox-trial.ts'

const trial = new OutboxTrial()

test('rejects a feed kind that the service does not accept before queueing', async () => {
  await trial.outbox.close()
  const target = { ...catalogService(trial.upstream), kinds: feedKinds.filter((kind) => kind !== 'refresh') }
  trial.outbox = trial.another({ target })
  await expect(trial.queue('refresh')).rejects.toMatchObject({
    code: 'NOT_POSSIBLE',
    message: expect.stringContaining('“Refresh items”'),
  })
  const draft = await trial.drafts.createDraft({ kind: 'refresh' })
  await expect(trial.outbox.queueDraft(draft)).rejects.toMatchObject({ code: 'NOT_POSSIBLE' })
  const { id } = await trial.queue('create')
  expect(await trial.until(id, 'done')).toMatchObject({ kind: 'create' })
})

test('looks up no items at a service without item search, even after a lost acknowledgement', async () => {
  await trial.outbox.close()
  const { itemPage: _, ...target } = catalogService(trial.upstream)
  trial.outbox = trial.another({ target })
  const isItem = ({ path }: SeenCall): boolean => path.includes('/item') && !path.includes('/feed/')
  trial.service.fail({ kind: 'reset-after' }, { when: isSending })
  const { id } = await trial.queue('create', [sampleItem(newNumber())])
  await trial.until(id, 'uncertain', 'acknowledged', 'done')
  expect(trial.service.calls.filter(isItem)).toEqual([])
})
