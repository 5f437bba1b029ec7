import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SyncRun } from '../../../src-shared/sync/model.ts'
import { catalogReader } from '../../catalog/index.ts'
import {
  type Fault,
  type FaultyUpstream,
  type SeenCall,
  startFaultyUpstream,
} from '../../testing/faulty-upstream.ts'
import { type SandboxService, startSandboxService } from '../../testing/sandbox-service.ts'
import { openTemporaryWorkspace } from '../../testing/temporary-workspace.ts'
import { createUpstream } from '../../upstream/index.ts'
import { createSync } from '../sync.ts'

/** A run ends after few calls if the service's totals contradict its responses, however large the totals. */
const items = 60
const timing = { firstRetry: 5, maxRetry: 20, maxFailures: 6 }
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

const isItems = ({ path }: Pick<SeenCall, 'path'>) => path.includes('/item?')
const claim = (total: string) => (text: string) => text.replace(/total="\d+"/, `total="${total}"`)
const rewrite = (change: (text: string) => string) => ({
  kind: 'rewrite' as const,
  rewrite: (body: Buffer) => change(body.toString('utf8')),
})

async function syncWith(
  change: Fault | ((text: string) => string),
  when: (call: SeenCall) => boolean = isItems,
) {
  service.heal()
  service.calls.length = 0
  service.fail(typeof change === 'function' ? rewrite(change) : change, { ...always, when })
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

const withoutItems = (text: string) =>
  text.replace(/<item [\s\S]*<\/item>/, '').replace(/count="\d+"/, 'count="0"')

describe('the items', { timeout: 120_000 }, () => {
  test('completes with a total of 999,999,999 and no items', async () => {
    const { run, calls } = await syncWith((text) => claim('999999999')(withoutItems(text)))
    expect(run).toMatchObject({
      outcome: 'completed',
      itemsDone: 0,
      contradiction: { said: 999999999, given: 0 },
    })
    expect(run.note).toContain('announced 999999999 items, but sent 0 different ones')
    expect(calls).toBeLessThan(20)
  })

  test('completes with a total of 999,999,999, one item and empty pages', async () => {
    const { run, calls } = await syncWith((text) =>
      claim('999999999')(/count="1"/.test(text) ? text : withoutItems(text)),
    )
    expect(run).toMatchObject({ outcome: 'completed', contradiction: { said: 999999999 } })
    expect(calls).toBeLessThan(150)
  })

  test('reads all items, for any total that is too large', async () => {
    for (const total of ['61', '75', '80', '999', '999999999']) {
      const { run, calls, counts } = await syncWith(claim(total))
      expect(run).toMatchObject({
        outcome: 'completed',
        contradiction: { said: Number(total), given: items },
      })
      expect(run.note).toContain(`announced ${total} items, but sent ${items} different ones`)
      expect(counts.items).toBe(items)
      expect(calls).toBeLessThan(150)
    }
  })

  test('reads until a page is empty when the total is too small', async () => {
    for (const total of ['0', '1', '20', '59']) {
      const { run, calls, counts } = await syncWith(claim(total))
      expect(run).toMatchObject({
        outcome: 'completed',
        contradiction: { said: Number(total), given: items },
      })
      expect(run.note).toContain('until a page was empty')
      expect(counts.items).toBe(items)
      expect(calls).toBeLessThan(12)
    }
  })

  test('completes when the total is the item count of the response', async () => {
    const { run, counts } = await syncWith((text) => {
      const count = /count="(\d+)"/.exec(text)?.[1] ?? '0'
      return claim(count)(text)
    })
    expect(run.outcome).toBe('completed')
    expect(counts.items).toBe(items)
  })

  test('ignores a wrong count', async () => {
    for (const count of ['0', '7', '20', '100']) {
      const { run, counts } = await syncWith((text) => text.replace(/count="\d+"/, `count="${count}"`))
      expect(run).toMatchObject({ outcome: 'completed', itemsDone: items })
      expect(run.contradiction).toBeUndefined()
      expect(counts.items).toBe(items)
    }
  })

  test('continues after pages that omit some of their items', async () => {
    const { run, calls, counts } = await syncWith((text) => {
      // Removes the items with an identifier ending in 7 from every page.
      const hidden = [...text.matchAll(/<item [\s\S]*?<\/item>/g)].filter(([item]) =>
        /^<item [^>]*id="[^"]*7"/.test(item),
      )
      return hidden.reduce((shorter, [item]) => shorter.replace(item, ''), text)
    })
    expect(run).toMatchObject({ outcome: 'completed' })
    expect(counts.items).toBeGreaterThan(items / 2)
    expect(counts.items).toBe(run.contradiction?.given ?? items)
    expect(calls).toBeLessThan(40)
  })

  test('completes with a total of 999,999,999 and the same item in every response', async () => {
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
    expect(run).toMatchObject({ outcome: 'completed', contradiction: { said: 999999999, given: 1 } })
    expect(run.note).toContain('kept repeating them')
    expect(calls).toBeLessThan(200)
    expect(counts.items).toBe(1)
  })

  test('completes when the total grows by a million with every response', async () => {
    let total = 60
    const { run, calls, counts } = await syncWith((text) => {
      total += 1_000_000
      return claim(String(total))(text)
    })
    expect(run.outcome).toBe('completed')
    expect(run.note).toMatch(/announced \d{7,} items, but sent 60 different ones/)
    expect(counts.items).toBe(items)
    expect(calls).toBeLessThan(200)
  })

  test('accepts an error for a page past the end', async () => {
    for (const status of [400, 404, 500]) {
      const { run, counts } = await syncWith(
        { kind: 'status', status },
        ({ path }) => isItems({ path }) && Number(/idx=(\d+)/.exec(path)?.[1] ?? 0) >= items,
      )
      expect(run.outcome).toBe('completed')
      expect(run.contradiction).toBeUndefined()
      expect(counts.items).toBe(items)
    }
  })

  test('completes when every response is the entire list', async () => {
    const all = Array.from({ length: items }, (_, id) => `<item id="${id}"><name>${id}</name></item>`).join(
      '',
    )
    const { run, calls, counts } = await syncWith((text) =>
      claim(String(items))(text.replace(/<items ([^>]*)>[\s\S]*/, `<items $1>${all}</items>`)),
    )
    expect(run.outcome).toBe('completed')
    expect(run.contradiction).toBeUndefined()
    expect(counts.items).toBe(items)
    expect(calls).toBeLessThan(20)
  })

  test('ends when the total alternates between 60 and 1', async () => {
    let answers = 0
    const { run, calls } = await syncWith((text) => claim(answers++ % 2 === 0 ? '60' : '1')(text))
    expect(['completed', 'failed']).toContain(run.outcome)
    expect(run.itemsDone).toBeLessThanOrEqual(items)
    expect(calls).toBeLessThan(200)
  })

  test('stores more items than requested', async () => {
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

describe('items no longer listed', { timeout: 120_000 }, () => {
  /**
   * Runs a full sync, then another full or incremental one with changed responses, then a full one without
   * faults.
   */
  async function afterwards(change: (text: string) => string, full = true) {
    service.heal()
    await using workspace = await openTemporaryWorkspace()
    const upstream = createUpstream({ ...sandbox.credentials, address: service.address })
    const sync = createSync({ ...workspace, upstream, timing, pageSize: 20, sliceSize: 1000 })
    try {
      await sync.start()
      await sync.finished()
      service.fail(rewrite(change), { ...always, when: isItems })
      await sync.start({ full })
      const state = await sync.finished()
      service.heal()
      await sync.start({ full: true })
      return { lied: state, healed: await sync.finished() }
    } finally {
      await sync.close()
      await upstream.close()
    }
  }

  test('counts no item as gone because of a wrong total', async () => {
    for (const total of ['0', '10', '70', '999999999'])
      for (const full of [true, false]) {
        const { lied, healed } = await afterwards(claim(total), full)
        expect(lied.history[0]).toMatchObject({ outcome: 'completed', itemsGone: 0, itemsNew: 0 })
        expect(lied.contradiction).toMatchObject({ said: Number(total) })
        expect(lied.items).toBe(items)
        expect(lied.itemsGone).toBe(0)
        // The contradiction is reported until the service's numbers match its items.
        expect(healed.contradiction).toBeUndefined()
      }
  })

  test('counts no item as gone because of unexpectedly empty pages', async () => {
    const { lied } = await afterwards((text) => (/start="20"/.test(text) ? withoutItems(text) : text))
    expect(lied.history[0]).toMatchObject({ outcome: 'completed', itemsGone: 0 })
    expect(lied.contradiction).toEqual({ said: items, given: items - 20 })
  })
})

describe('the lookup lists', { timeout: 120_000 }, () => {
  const isBrands = ({ path }: SeenCall) => path.includes('/brand')

  test('reports a list as incomplete, and replaces nothing, if every response is the same', async () => {
    const { run, counts } = await syncWith(
      (text) => text.replace(/<numberOfResults>\d+/, '<numberOfResults>999999999'),
      isBrands,
    )
    expect(run).toMatchObject({ outcome: 'completed', itemsDone: items })
    expect(run.note).toMatch(/announced 999999999 brands, but sent \d+ different ones/)
    expect(counts.brands).toBeGreaterThan(0)
    expect(service.calls.filter(isBrands).length).toBeLessThan(5)
  })

  test('reports a list as incomplete if its total is slightly too large', async () => {
    const { run } = await syncWith(
      (text) =>
        text.replace(/<numberOfResults>(\d+)/, (_, total: string) => `<numberOfResults>${Number(total) + 1}`),
      isBrands,
    )
    expect(run.outcome).toBe('completed')
    expect(run.note).toContain('announced 3 brands')
  })
})
