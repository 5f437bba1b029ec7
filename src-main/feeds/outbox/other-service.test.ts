import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkPayload } from '../../../src-shared/feeds/draft/check-payload.ts'
import { type FeedChoice, feedChoices } from '../../../src-shared/feeds/outbox/model.ts'
import type { Services } from '../../app/app.ts'
import { type FaultyUpstream, startFaultyUpstream } from '../../testing/faulty-upstream.ts'
import { itemFeed, sampleItem } from '../../testing/feed-payloads.ts'
import { openServices } from '../../testing/headless-services.ts'
import { type SandboxService, startSandboxService } from '../../testing/sandbox-service.ts'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'
import { newNumber } from './fixtures/outbox-trial.ts'

const sandboxes: SandboxService[] = []
const proxies: FaultyUpstream[] = []
beforeAll(async () => {
  for (let number = 0; number < 2; number++) {
    const sandbox = await startSandboxService()
    sandboxes.push(sandbox)
    proxies.push(await startFaultyUpstream(sandbox.address))
  }
})
afterAll(async () => {
  for (const proxy of proxies) await proxy.close()
  for (const sandbox of sandboxes) await sandbox.close()
})

let services: Services
let ids: { followed: string; waiting: string }
const [first, second] = [0, 1]
const connection = (number: number) => ({
  address: proxies[number]?.address ?? '',
  username: 'desk',
  password: 'p@ss wörd',
})
const connect = (number: number, feeds?: FeedChoice) =>
  services.workspace.connect({ ...connection(number), feeds })
const queue = async (name: string) => {
  const body = itemFeed(sampleItem(newNumber()))
  const about = checkPayload('create', body)
  return (await services.outbox().queue({ kind: 'create', name, body, about })).id
}
const stateOf = async (id: string) => (await services.outbox().feed({ id })).state
const callsOf = (number: number, part: string) =>
  proxies[number]?.calls.filter(({ method, path }) => method !== 'GET' || path.includes(part)) ?? []

/** Queues two feeds for the first service: one acknowledged, whose status is always 404, and one waiting. */
beforeEach(async () => {
  for (const proxy of proxies) {
    proxy.heal()
    proxy.calls.length = 0
  }
  services = await openServices(temporaryDirectory())
  await connect(first)
  await services.startOwnService()
  proxies[first]?.fail(
    { kind: 'status', status: 404 },
    {
      times: Number.POSITIVE_INFINITY,
      when: ({ method, path }) => method === 'GET' && /items\/\w/.test(path),
    },
  )
  const followed = await queue('Followed')
  await expect.poll(() => stateOf(followed)).toBe('acknowledged')
  await services.outbox().setPaused({ paused: true })
  ids = { followed, waiting: await queue('Waiting') }
  await services.outbox().setPaused({ paused: true })
})
afterEach(() => services.close())

test('rejects a change of service until a choice is made, and counts the affected feeds', async () => {
  await expect(connect(second)).rejects.toMatchObject({
    code: 'FEEDS_WAIT',
    message: expect.stringMatching(
      /In the outbox for .*: 1 feed waiting, 1 feed sent without a result yet\./,
    ),
  })
  expect((await services.workspace.state()).connection?.address).toBe(connection(first).address)
  // Connecting to the same service again is not rejected.
  await connect(first)
})

test.each(feedChoices)(
  '%s: feeds of the first service are sent to the second one only if chosen',
  async (choice) => {
    const { upstreamFeedId = '' } = await services.outbox().feed({ id: ids.followed })
    await connect(second, choice)
    await services.outbox().setPaused({ paused: false })
    // A feed about another item is sent at once: feeds of another service block nothing.
    const own = await queue('Own')
    await expect.poll(() => stateOf(own)).toBe('done')
    const isSent = choice === 'send' || choice === 'same'
    if (isSent) await expect.poll(() => stateOf(ids.waiting)).toBe('done')
    else expect(await stateOf(ids.waiting)).toBe(choice === 'withdraw' ? 'withdrawn' : 'queued')
    expect(sandboxes[second]?.receivedFeeds().length).toBeGreaterThan(0)
    expect(
      callsOf(second, upstreamFeedId).filter(({ path }) => path.includes(upstreamFeedId)).length > 0,
    ).toBe(choice === 'same')
    const { elsewhere } = await services.outbox().overview()
    const { address, username } = connection(first)
    expect(elsewhere).toEqual(
      choice === 'same' ? [] : [{ address, username, waiting: choice === 'hold' ? 1 : 0, followed: 1 }],
    )
    if (choice === 'withdraw')
      expect((await services.drafts.drafts({ offset: 0, limit: 9 })).drafts.map(({ name }) => name)).toEqual([
        'Waiting',
      ])
    if (choice !== 'hold') return

    expect(await services.outbox().feed({ id: ids.waiting })).toMatchObject({
      elsewhere: { address, username },
    })
    await expect(services.outbox().reconcile({ id: ids.followed })).rejects.toMatchObject({
      code: 'NOT_POSSIBLE',
    })
    // After reconnecting, both continue.
    proxies[first]?.heal()
    await connect(first)
    await expect.poll(() => stateOf(ids.waiting)).toBe('done')
    await expect.poll(() => stateOf(ids.followed)).toBe('done')
    expect(await services.outbox().overview()).toMatchObject({ elsewhere: [] })
  },
)
