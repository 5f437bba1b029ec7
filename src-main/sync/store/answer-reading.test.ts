import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { namespaceName } from '../../../src-shared/vocabulary/namespaces.ts'
import { catalogReader } from '../../catalog/index.ts'
import { type FaultyUpstream, startFaultyUpstream } from '../../testing/faulty-upstream.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../testing/temporary-workspace.ts'
import { createUpstream } from '../../upstream/index.ts'
import { answerReader } from './answer-keeping.ts'

/**
 * Responses of a service are parsed in another thread, so that this one stays responsive and can abort the
 * parsing.
 */
let workspace: TemporaryWorkspace
let service: FaultyUpstream
beforeAll(async () => {
  workspace = await openTemporaryWorkspace()
  service = await startFaultyUpstream('http://127.0.0.1:9')
})
afterAll(async () => {
  await service.close()
  await workspace.close()
})

const size = 4_000_000
const brands = (inside: string) =>
  `<brands xmlns="${namespaceName('/brand')}"><numberOfResults>1</numberOfResults><resultsPerPage>1</resultsPerPage><startIndex>0</startIndex>${inside}</brands>`
const filled = (piece: string) => brands(piece.repeat(size / piece.length))

const client = () =>
  createUpstream({
    address: service.address,
    username: 'u',
    password: 'p',
    read: workspace.storage.apart(answerReader),
  })
const answering = (body: string) => {
  service.heal()
  service.fail({ kind: 'status', status: 200, body })
}

/** Delays of this thread and of a catalog query during some work: 95th percentiles in milliseconds. */
async function delaysDuring(work: () => Promise<unknown>): Promise<{ thread: number; reader: number }> {
  const drift = monitorEventLoopDelay({ resolution: 10 })
  const reader = workspace.storage.reader(catalogReader)
  const waits: number[] = []
  let isWorking = true
  drift.enable()
  const others = (async () => {
    while (isWorking) {
      const started = performance.now()
      await reader.counts()
      waits.push(performance.now() - started)
      await delay(10)
    }
  })()
  await work()
  isWorking = false
  await others
  drift.disable()
  const sorted = waits.toSorted((one, other) => one - other)
  return { thread: drift.percentile(95) / 1e6, reader: sorted[Math.floor(sorted.length * 0.95)] ?? 0 }
}

describe('lookups of four megabytes', () => {
  test.each([
    ['unknown empty elements', filled('<a/>')],
    ['entries, each with a problem', filled('<brand><x/></brand>')],
    ['references', brands(`<brand id="1"><name>${'&amp;'.repeat(size / 5)}</name></brand>`)],
    ['attributes', brands(`<brand ${Array.from({ length: size / 12 }, (_, at) => `a${at}=""`).join(' ')}/>`)],
    ['elements never closed', filled('<a>')],
    ['comments', filled('<!---->')],
  ])('do not block this thread: %s', { timeout: 120_000 }, async (_what, body) => {
    const upstream = client()
    answering(body)
    // The reading thread is started first, so that only the parsing is measured.
    await workspace.storage.apart(answerReader)('problem', [new Uint8Array()])
    // Other load on this computer causes delays as well.
    const before = await delaysDuring(() => delay(500))
    const during = await delaysDuring(() => upstream.lookups('brand').catch(() => undefined))
    // Parsed in this thread, each of them took seconds. On a busy computer, a third of a second was seen.
    expect(during.thread - before.thread).toBeLessThan(1000)
    expect(during.reader - before.reader).toBeLessThan(1000)
    await upstream.close()
  })
})

test('stops parsing at once when aborted', { timeout: 60_000 }, async () => {
  const upstream = client()
  answering(filled('<brand id="1"><name>x</name></brand>').replace(/^/, ' '.repeat(20_000_000)))
  const abort = new AbortController()
  const pending = upstream.lookups('brand', {}, { signal: abort.signal })
  const ended = expect(pending).rejects.toThrow('enough')
  await delay(300)
  const started = performance.now()
  abort.abort(new Error('enough'))
  await ended
  expect(performance.now() - started).toBeLessThan(1000)
  await upstream.close()
})
