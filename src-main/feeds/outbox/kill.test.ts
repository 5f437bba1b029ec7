import { expect, test } from 'vitest'
import { startFaultyUpstream } from '../../testing/faulty-upstream.ts'
import { killTimeOf, runAndKill } from '../../testing/killed-program.ts'
import type { TaskToKill } from '../../testing/program-to-kill.ts'
import { startSandboxService } from '../../testing/sandbox-service.ts'
import { openTemporaryWorkspace } from '../../testing/temporary-workspace.ts'
import { createUpstream } from '../../upstream/index.ts'
import { createDrafts } from '../drafts/index.ts'
import { catalogService } from '../targets/index.ts'
import { createOutbox } from './outbox.ts'

const kills = 10
const feedsEachTime = 3

test('ten kills at arbitrary moments of a submit lose nothing and send nothing twice', {
  timeout: 180_000,
}, async () => {
  await using sandbox = await startSandboxService()
  const service = await startFaultyUpstream(sandbox.address)
  // Slow enough for a kill to fall between the arrival of a feed and its acknowledgement.
  service.fail(
    { kind: 'latency', milliseconds: 5 },
    { when: ({ method }) => method === 'GET', times: Number.POSITIVE_INFINITY },
  )
  service.fail(
    { kind: 'slow', bytesPerSecond: 1200 },
    { when: ({ method }) => method === 'POST', times: Number.POSITIVE_INFINITY },
  )
  await using workspace = await openTemporaryWorkspace()
  await workspace.storage.close()

  const { directory } = workspace
  const promised: string[] = []
  let killed = 0
  for (let round = 0; killed < kills; round++) {
    const first = 1 + round * feedsEachTime
    const numbers = Array.from({ length: feedsEachTime }, (_, index) => first + index)
    const task: TaskToKill = {
      does: 'submit',
      directory,
      address: service.address,
      ...sandbox.credentials,
      items: numbers,
    }
    const outcome = await runAndKill(
      'src-main/testing/program-to-kill.ts',
      task,
      round === 0 ? Number.POSITIVE_INFINITY : killTimeOf(round, 680),
    )
    if (outcome.killed) killed++
    for (const line of outcome.lines)
      if (line.startsWith('queued ')) promised.push(line.slice('queued '.length))
    if (round > 3 * kills) throw new Error('The program ends before it can be killed')
  }
  service.heal()

  // The program is started once more and runs undisturbed.
  const storage = await workspace.reopen()
  const upstream = createUpstream({ ...sandbox.credentials, address: service.address })
  const timing = { firstRetry: 20, maxRetry: 50, firstPoll: 10, maxPoll: 30, lockRetry: 20 }
  const outbox = createOutbox({
    storage,
    directory,
    drafts: createDrafts({ storage }),
    target: catalogService(upstream),
    timing,
  })
  const { feeds } = await outbox.list({ offset: 0, limit: 1000 })
  expect(feeds.map(({ id }) => id)).toEqual(expect.arrayContaining(promised))
  for (const { id } of feeds) await outbox.whenSettled(id)

  const arrivals = (sha256: string) => sandbox.receivedFeeds().filter((feed) => feed.sha256 === sha256).length
  for (const { id } of feeds) {
    const feed = await outbox.feed({ id })
    const sendings = service.calls.filter((call) => call.idempotencyKey === feed.idempotencyKey)
    expect(sendings.length, `${feed.state}: ${JSON.stringify(feed.events)}`).toBeLessThanOrEqual(1)
    // Without a person, a feed ends as done (arrived once) or uncertain (never arrived).
    expect(feed.state).toBe(arrivals(feed.sha256) === 1 ? 'done' : 'uncertain')
    if (feed.state === 'done') expect(feed.counters).toMatchObject({ received: 1, succeeded: 1 })
    if (feed.state === 'uncertain') {
      // A person checks the service, finds nothing, and has it sent again.
      await outbox.resolve({ id, arrived: false })
      await outbox.retry({ id })
      expect(await outbox.whenSettled(id)).toMatchObject({ state: 'done', counters: { succeeded: 1 } })
    }
    expect(arrivals(feed.sha256)).toBe(1)
  }
  expect(sandbox.receivedFeeds()).toHaveLength(feeds.length)
  expect(await sandbox.itemCount()).toBe(feeds.length)
  await outbox.close()
  await upstream.close()
  await service.close()
})
