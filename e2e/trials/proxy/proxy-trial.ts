/**
 * Sends feeds through a proxy that is killed and brought back at random moments, and whose account is wrong in
 * between. Then a person resolves what is in doubt. Each feed must arrive exactly once, and no draft may be lost.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { createDrafts } from '../../../src-main/feeds/drafts/index.ts'
import { createOutbox, type Outbox, openSendingRecord } from '../../../src-main/feeds/outbox/index.ts'
import { catalogService } from '../../../src-main/feeds/targets/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { startFaultyUpstream } from '../../../src-main/testing/faulty-upstream.ts'
import { itemFeed, sampleItem } from '../../../src-main/testing/feed-payloads.ts'
import { startProxy } from '../../../src-main/testing/proxy-server.ts'
import { startSandboxService } from '../../../src-main/testing/sandbox-service.ts'
import { openTemporaryWorkspace, temporaryDirectory } from '../../../src-main/testing/temporary-workspace.ts'
import { createUpstream } from '../../../src-main/upstream/index.ts'
import { checkPayload } from '../../../src-shared/feeds/draft/check-payload.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { Random } from '../random.ts'

export interface ProxyReport {
  seed: number
  feeds: number
  /** How often the proxy was killed, and how often its account was wrong. */
  kills: number
  wrongAccounts: number
  /** Decisions of a person, by kind. */
  decisions: Record<string, number>
  seconds: number
  failures: string[]
}

const account = { username: 'ana', password: 'open sesame' }
/** Milliseconds that represent a minute of the outbox; other times are scaled accordingly. */
const minute = 200
const timing = {
  ...{ firstRetry: 20, maxRetry: minute, firstPoll: 10, maxPoll: minute, lockRetry: 50, closing: 500 },
}
const limits = { connect: 2000, answer: 1500, silence: 1500, whole: 3000 }
/** Milliseconds: the time between two troubles, and how long one lasts. */
const times = { between: 60, trouble: 120, settling: 20_000 }
/** Milliseconds that the service takes for an answer, so that calls are under way when the proxy is killed. */
const latency = 15
const troublesOfRound = 12

export async function troubleProxy({
  seed,
  feeds: count,
}: {
  seed: number
  feeds: number
}): Promise<ProxyReport> {
  const started = performance.now()
  const random = new Random(seed)
  const sandbox = await startSandboxService()
  sandbox.conditions.latency = latency
  // Without keys, the service would take a feed that was sent twice as two feeds.
  const counted = await startFaultyUpstream(sandbox.address, { withoutKeys: true })
  let proxy = await startProxy(account)
  const port = Number(new URL(proxy.url).port)
  let given = account
  const workspace = await openTemporaryWorkspace()
  const drafts = createDrafts(workspace)
  const upstream = createUpstream({
    // The proxy leads every host to this computer.
    address: `http://catalog.example:${new URL(counted.address).port}`,
    ...sandbox.credentials,
    network: { proxyOf: async () => `http://127.0.0.1:${port}`, accountOf: async () => given },
    clock: systemClock,
    limits,
  })
  const sendingRecord = openSendingRecord(temporaryDirectory(), workspace.directory)
  const target = catalogService(upstream)
  const outbox = createOutbox({ ...workspace, drafts, target, sendingRecord, timing, clock: systemClock })
  const report: ProxyReport = {
    ...{ seed, feeds: count, kills: 0, wrongAccounts: 0, decisions: {}, seconds: 0, failures: [] },
  }
  try {
    const draft = await drafts.createDraft({ kind: 'create', name: 'Kept' })
    const ids: string[] = []
    const queue = async (): Promise<void> => {
      const body = itemFeed(sampleItem(ids.length + 1))
      const about = checkPayload('create', body)
      ids.push((await outbox.queue({ kind: 'create', name: `Feed ${ids.length + 1}`, body, about })).id)
    }
    for (let trouble = 0; trouble < troublesOfRound; trouble++) {
      while (ids.length < (count * (trouble + 1)) / troublesOfRound) await queue()
      await outbox.sendNow()
      await delay(random.below(times.between))
      if (random.once(3)) {
        report.wrongAccounts++
        given = { ...account, password: 'closed' }
        await delay(random.below(times.trouble))
        given = account
      } else {
        report.kills++
        await proxy.close()
        await delay(random.below(times.trouble))
        proxy = await startProxy({ ...account, port })
      }
    }
    const received = (): string[] => sandbox.receivedFeeds().map(({ sha256 }) => sha256)
    await settle(outbox, { ids, received, report })
    const all = received()
    for (const id of ids) {
      const { name, state, sha256 } = await outbox.feed({ id })
      const arrivals = all.filter((one) => one === sha256).length
      if (state !== 'done' || arrivals !== 1)
        report.failures.push(`${name} is ${state}, received ${arrivals} times`)
    }
    const { drafts: kept } = await drafts.drafts({ offset: 0, limit: 10 })
    if (!kept.some(({ id }) => id === draft.id)) report.failures.push('the draft is lost')
  } finally {
    await outbox.close()
    await upstream.close()
    drafts.close()
    await workspace.close()
    await proxy.close()
    await counted.close()
    await sandbox.close()
    report.seconds = Math.round((performance.now() - started) / 100) / 10
  }
  return report
}

interface World {
  ids: readonly string[]
  /** The hashes of the feeds that the service has. */
  received(): string[]
  report: ProxyReport
}

/** A person who can look at the service resolves what is in doubt, until every feed is done. */
async function settle(outbox: Outbox, { ids, received, report }: World): Promise<void> {
  const deadline = performance.now() + times.settling
  const note = (decision: string): void => {
    report.decisions[decision] = (report.decisions[decision] ?? 0) + 1
  }
  while (performance.now() < deadline) {
    await outbox.setPaused({ paused: false })
    await outbox.sendNow()
    await delay(minute)
    const { entries } = await outbox.overview()
    if (entries['under-way'] > 0) continue
    if (entries['needs-you'] === 0) return
    const there = received()
    for (const id of ids) {
      const { state, sha256 } = await outbox.feed({ id })
      const arrived = there.includes(sha256)
      if (state === 'uncertain' || state === 'looked-for') {
        note(arrived ? 'arrived' : 'not arrived')
        await outbox.resolve({ id, arrived })
      } else if (state === 'failed') {
        note('sent again')
        await outbox.retry({ id }).catch((error: unknown) => {
          if (!(error instanceof PlainError) || error.code !== 'LOOK_FIRST') throw error
          return outbox.retry({ id, anyway: true })
        })
      }
    }
  }
}
