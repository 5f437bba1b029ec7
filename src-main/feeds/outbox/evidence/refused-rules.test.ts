/**
 * A rule of which our check only warns becomes an error for a service that refuses it, until it accepts such
 * a feed.
 */
import { expect, test } from 'vitest'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { newNumber, OutboxTrial } from '../fixtures/outbox-trial.ts'
import { outboxWriter } from '../store/outbox-writer.ts'

const trial = new OutboxTrial()

/** An item with a title so long that our check warns about it. */
const longTitled = (): IngestItem => sampleItem(newNumber(), { ecommerceTitle: 'Long '.repeat(50) })
const refusal =
  '<ingestionErrors><ingestionError><type>DATA</type><code>E17</code><field>ecommerceTitle</field><description>Too long</description></ingestionError></ingestionErrors>'

/** Lets the service refuse a feed's item because of its title. @returns the feed */
async function refuseTitle(): Promise<string> {
  trial.service.fail(
    {
      kind: 'rewrite',
      rewrite: (body) =>
        String(body)
          .replace('<ingestionStatus>SUCCESS', '<ingestionStatus>DATA_ERROR')
          .replace(/<ingestionErrors\s*\/>|<ingestionErrors><\/ingestionErrors>/, refusal),
    },
    {
      times: Number.POSITIVE_INFINITY,
      when: ({ method, path }) => method === 'GET' && /feed\/items\/\w/.test(path),
    },
  )
  const { id } = await trial.queue('create', [longTitled()])
  await trial.until(id, 'partly-done')
  trial.service.heal()
  return id
}
const draftOf = async (item: IngestItem): Promise<string> =>
  (await trial.drafts.createDraft({ kind: 'create', xml: Buffer.from(itemFeed(item)).toString() })).id
const titleProblem = async (draft: string) =>
  (await trial.drafts.check(draft)).groups.find(({ code }) => code === 'TEXT_LONG')

test('turns a warning that the service refused into an error in all drafts, until the service accepts such a feed', async () => {
  const draft = await draftOf(longTitled())
  expect(await titleProblem(draft)).toMatchObject({ severity: 'warning' })
  const id = await refuseTitle()
  // The existing draft is checked again automatically.
  await expect.poll(async () => (await trial.drafts.draft({ id: draft })).errorCount).toBe(1)
  const group = await titleProblem(draft)
  expect(group).toMatchObject({ severity: 'error', isAllowable: true })
  expect(group?.message).toMatch(/This service refused it on .+, in feed “Feed”\.$/)
  const [row] = (await trial.drafts.draftRows({ id: draft, selection: {}, offset: 0, limit: 1, columns: [] }))
    .rows
  expect((await trial.drafts.draftItem({ id: draft, key: row?.key ?? 0 })).problems).toContainEqual(
    expect.objectContaining({ code: 'TEXT_LONG', feed: expect.objectContaining({ id }) }),
  )
  const { revision } = await trial.drafts.draft({ id: draft })
  await expect(trial.outbox.queueDraft({ id: draft, revision })).rejects.toMatchObject({
    code: 'DRAFT_INVALID',
  })
  expect(await titleProblem(await draftOf(longTitled()))).toMatchObject({ severity: 'error' })

  const taken = await trial.queue('create', [longTitled()])
  await trial.until(taken.id, 'done')
  await expect.poll(async () => (await trial.drafts.draft({ id: draft })).errorCount).toBe(0)
  expect(await titleProblem(draft)).toMatchObject({ severity: 'warning' })
})

test('applies only to that connection', async () => {
  const draft = await draftOf(longTitled())
  await refuseTitle()
  await expect.poll(async () => (await trial.drafts.draft({ id: draft })).errorCount).toBe(1)
  const writer = trial.workspace.storage.writer(outboxWriter)
  await writer.takeService('https://other.example desk')
  await expect.poll(async () => (await trial.drafts.draft({ id: draft })).errorCount).toBe(0)
  expect(await titleProblem(draft)).toMatchObject({ severity: 'warning' })
})

test('a person can dismiss the refused rule', async () => {
  const draft = await draftOf(longTitled())
  await refuseTitle()
  await expect.poll(async () => (await trial.drafts.draft({ id: draft })).errorCount).toBe(1)
  await trial.drafts.allowRefused({ id: draft, code: 'TEXT_LONG', path: 'ecommerceTitle' })
  expect(await titleProblem(draft)).toMatchObject({ severity: 'warning' })
  expect((await trial.drafts.draft({ id: draft })).errorCount).toBe(0)
})
