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

/** A service that says one thing and answers another ends a run soon, whatever it says of its size. */
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

const empty = (text: string) => text.replace(/<item [\s\S]*<\/item>/, '').replace(/count="\d+"/, 'count="0"')

describe('the items', { timeout: 120_000 }, () => {
  test('a total of a thousand million, and nothing in it', async () => {
    const { run, calls } = await syncWith((text) => claim('999999999')(empty(text)))
    expect(run).toMatchObject({
      outcome: 'completed',
      itemsDone: 0,
      contradiction: { said: 999999999, given: 0 },
    })
    expect(run.note).toContain('says that it has 999999999 items, but gave 0 different ones')
    expect(calls).toBeLessThan(20)
  })

  test('a total of a thousand million, an item at its head, and empty pages', async () => {
    const { run, calls } = await syncWith((text) =>
      claim('999999999')(/count="1"/.test(text) ? text : empty(text)),
    )
    expect(run).toMatchObject({ outcome: 'completed', contradiction: { said: 999999999 } })
    expect(calls).toBeLessThan(150)
  })

  test('a total that is too large: what there is comes, every time anew', async () => {
    for (const total of ['61', '75', '80', '999', '999999999']) {
      const { run, calls, counts } = await syncWith(claim(total))
      expect(run).toMatchObject({
        outcome: 'completed',
        contradiction: { said: Number(total), given: items },
      })
      expect(run.note).toContain(`says that it has ${total} items, but gave ${items} different ones`)
      expect(counts.items).toBe(items)
      expect(calls).toBeLessThan(150)
    }
  })

  test('a total that is too small: it is asked until a page comes back empty', async () => {
    for (const total of ['0', '1', '20', '59']) {
      const { run, calls, counts } = await syncWith(claim(total))
      expect(run).toMatchObject({
        outcome: 'completed',
        contradiction: { said: Number(total), given: items },
      })
      expect(run.note).toContain('until a page came back empty')
      expect(counts.items).toBe(items)
      expect(calls).toBeLessThan(12)
    }
  })

  test('a total that is the number of items in the answer', async () => {
    const { run, counts } = await syncWith((text) => {
      const count = /count="(\d+)"/.exec(text)?.[1] ?? '0'
      return claim(count)(text)
    })
    expect(run.outcome).toBe('completed')
    expect(counts.items).toBe(items)
  })

  test('a count that says more or less than there is', async () => {
    for (const count of ['0', '7', '20', '100']) {
      const { run, counts } = await syncWith((text) => text.replace(/count="\d+"/, `count="${count}"`))
      expect(run).toMatchObject({ outcome: 'completed', itemsDone: items })
      expect(run.contradiction).toBeUndefined()
      expect(counts.items).toBe(items)
    }
  })

  test('pages that leave out some of their items are not the end of the list, nor a service that gives fewer', async () => {
    const { run, calls, counts } = await syncWith((text) => {
      // Of every page of more than one, those with an identifier that ends in 7 are hidden.
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
    expect(run).toMatchObject({ outcome: 'completed', contradiction: { said: 999999999, given: 1 } })
    expect(run.note).toContain('the same again and again')
    expect(calls).toBeLessThan(200)
    expect(counts.items).toBe(1)
  })

  test('a list that grows by a million with every answer', async () => {
    let total = 60
    const { run, calls, counts } = await syncWith((text) => {
      total += 1_000_000
      return claim(String(total))(text)
    })
    expect(run.outcome).toBe('completed')
    expect(run.note).toMatch(/says that it has \d{7,} items, but gave 60 different ones/)
    expect(counts.items).toBe(items)
    expect(calls).toBeLessThan(200)
  })

  test('a service that refuses what is behind its end', async () => {
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

  test('a service that gives its whole list, whatever part is asked for', async () => {
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

describe('what is no longer listed', { timeout: 120_000 }, () => {
  /** Everything is there, and then the service says something else of how much there is, in a full run or what changed. */
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

  test('is never told from a total that is not true', async () => {
    for (const total of ['0', '10', '70', '999999999'])
      for (const full of [true, false]) {
        const { lied, healed } = await afterwards(claim(total), full)
        expect(lied.history[0]).toMatchObject({ outcome: 'completed', itemsGone: 0, itemsNew: 0 })
        expect(lied.contradiction).toMatchObject({ said: Number(total) })
        expect(lied.items).toBe(items)
        expect(lied.itemsGone).toBe(0)
        // The word stands until the service's numbers agree with what it gives.
        expect(healed.contradiction).toBeUndefined()
      }
  })

  test('nor from pages that come back empty where the service says that there are items', async () => {
    const { lied } = await afterwards((text) => (/start="20"/.test(text) ? empty(text) : text))
    expect(lied.history[0]).toMatchObject({ outcome: 'completed', itemsGone: 0 })
    expect(lied.contradiction).toEqual({ said: items, given: items - 20 })
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
