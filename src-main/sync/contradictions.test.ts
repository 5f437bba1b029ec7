import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SyncRun } from '../../src-shared/rpc/sync-contract.ts'
import { catalogReader } from '../catalog/catalog-reader.ts'
import { type FaultyUpstream, type SeenCall, startFaultyUpstream } from '../testing/faulty-upstream.ts'
import { type SandboxService, startSandboxService } from '../testing/sandbox-service.ts'
import { openTemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { createUpstream } from '../upstream/create-upstream.ts'
import { createSync } from './create-sync.ts'

/** A service that says one thing and answers another ends a run soon, whatever it says of its size. */
const items = 60
const timing = { firstRetry: 5, longestRetry: 20, mostFailures: 6 }
const always = { times: Number.POSITIVE_INFINITY }

let sandbox: SandboxService
let service: FaultyUpstream
beforeAll(async () => {
  sandbox = await startSandboxService()
  await sandbox.putItems(0, items)
  service = await startFaultyUpstream(sandbox.address)
})
afterAll(async () => {
  await service.close()
  await sandbox.close()
})

const isItems = ({ path }: SeenCall) => path.includes('/item?')
const claim = (total: string) => (text: string) => text.replace(/total="\d+"/, `total="${total}"`)
const rewrite = (change: (text: string) => string) => ({
  kind: 'rewrite' as const,
  rewrite: (body: Buffer) => change(body.toString('utf8')),
})

async function syncWith(change: (text: string) => string, when = isItems) {
  service.heal()
  service.calls.length = 0
  service.fail(rewrite(change), { ...always, when })
  await using workspace = await openTemporaryWorkspace()
  const upstream = createUpstream({ ...sandbox.credentials, address: service.address })
  const sync = createSync({ ...workspace, upstream, timing, pageSize: 20, sliceSize: 1000 })
  try {
    await sync.setSettings({ ...(await sync.settings()), learnVerified: false })
    await sync.start()
    const [run] = (await sync.finished()).history
    const counts = await workspace.storage.reader(catalogReader).counts()
    return {
      run: run as SyncRun,
      calls: service.calls.filter(isItems).length,
      counts,
      all: service.calls.length,
    }
  } finally {
    await sync.close()
    await upstream.close()
  }
}

const empty = (text: string) => text.replace(/<item [\s\S]*<\/item>/, '').replace(/count="\d+"/, 'count="0"')

describe('the items', { timeout: 120_000 }, () => {
  test('a total of a thousand million, and nothing in it', async () => {
    const { run, calls } = await syncWith((text) => claim('999999999')(empty(text)))
    expect(run).toMatchObject({ outcome: 'failed', failure: 'answer', itemsDone: 0 })
    expect(run.note).toContain('says that it has 999999999 items')
    expect(calls).toBeLessThan(20)
  })

  test('a total of a thousand million, an item at its head, and empty pages', async () => {
    const { run, calls } = await syncWith((text) =>
      claim('999999999')(/count="1"/.test(text) ? text : empty(text)),
    )
    expect(run).toMatchObject({ outcome: 'failed', failure: 'answer' })
    expect(run.note).toMatch(/says that it has 999999999 items here, but gives no items from \d+/)
    expect(calls).toBeLessThan(100)
  })

  test('a thousand million, and every answer the same items', async () => {
    let first: string | undefined
    const { run, calls, counts } = await syncWith((text) => {
      first ??= /<item [\s\S]*<\/item>/.exec(text)?.[0]
      return claim('999999999')(text)
        .replace(/count="\d+"/, 'count="20"')
        .replace(
          /<items ([^>]*)>[\s\S]*<\/items>/,
          (_, attributes: string) => `<items ${attributes}>${(first ?? '').repeat(20)}</items>`,
        )
    })
    expect(run).toMatchObject({ outcome: 'failed', failure: 'answer' })
    expect(run.note).toMatch(/gives the same items again and again: it says that it has 999999999 items/)
    expect(calls).toBeLessThan(200)
    expect(counts.items).toBe(1)
  })

  test('a list that grows by a million with every answer', async () => {
    let total = 60
    const { run, calls } = await syncWith((text) => {
      total += 1_000_000
      return claim(String(total))(text)
    })
    expect(run.outcome).toBe('failed')
    expect(run.note).toMatch(/says that it has \d{7,} items/)
    expect(calls).toBeLessThan(200)
  })

  test('a list that shrinks to nothing and grows again', async () => {
    let answers = 0
    const { run, calls } = await syncWith((text) => claim(answers++ % 2 === 0 ? '60' : '1')(text))
    expect(['completed', 'failed']).toContain(run.outcome)
    expect(run.itemsDone).toBeLessThanOrEqual(items)
    expect(calls).toBeLessThan(200)
  })

  test('more than was asked for is kept', async () => {
    const all = Array.from({ length: items }, (_, id) => `<item id="${id}"><name>${id}</name></item>`).join(
      '',
    )
    const { run, calls, counts } = await syncWith((text) =>
      text.replace(/count="\d+"/, `count="${items}"`).replace(/<item [\s\S]*<\/item>/, all),
    )
    expect(run.outcome).toBe('completed')
    expect(counts.items).toBe(items)
    expect(calls).toBeLessThan(60)
  })
})

describe('the lists', { timeout: 120_000 }, () => {
  const isBrands = ({ path }: SeenCall) => path.includes('/brand')

  test('one that is the same whatever is asked for ends, is said to be incomplete, and replaces nothing', async () => {
    const { run, counts } = await syncWith(
      (text) => text.replace(/<numberOfResults>\d+/, '<numberOfResults>999999999'),
      isBrands,
    )
    expect(run).toMatchObject({ outcome: 'completed', itemsDone: items })
    expect(run.note).toMatch(/999999999 in the list of brands, but gave \d+ different ones/)
    expect(counts.brands).toBeGreaterThan(0)
    expect(service.calls.filter(isBrands).length).toBeLessThan(5)
  })

  test('one that is the same even when it says there is a little more', async () => {
    const { run } = await syncWith(
      (text) =>
        text.replace(/<numberOfResults>(\d+)/, (_, total: string) => `<numberOfResults>${Number(total) + 1}`),
      isBrands,
    )
    expect(run.outcome).toBe('completed')
    expect(run.note).toContain('in the list of brands')
  })
})
