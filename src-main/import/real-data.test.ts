import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { nutritionRules } from '../../src-shared/vocabulary/rules/nutrition-rules.ts'
import { catalogReader } from '../catalog/index.ts'
import { type ImportWorkspace, openImportWorkspace } from './fixtures/import-workspace.ts'

/** Real products, stored next to the repository and not part of it. */
const shared = new URL('../../../shared/data/', import.meta.url)
const path = (name: string) => new URL(name, shared).pathname
const there = existsSync(shared)
if (!there) console.warn(`SKIPPED: imports of real data, because ${shared.pathname} is not there.`)

describe.skipIf(!there)('real data', () => {
  let opened: ImportWorkspace
  beforeAll(async () => {
    opened = await openImportWorkspace()
  })
  afterAll(() => opened.close())
  const run = async (name: string) => {
    const { job, rejected } = await opened.run(path(name))
    expect(rejected).toHaveLength(job.rejected)
    return { job, codes: new Set(rejected.map(({ code }) => code)) }
  }

  test('imports all 18,980 products in under a minute', { timeout: 120_000 }, async () => {
    const started = performance.now()
    const { job } = await run('products.jsonl.gz')
    const seconds = (performance.now() - started) / 1000
    expect(job).toMatchObject({ state: 'completed', rowsRead: 18_980, created: 18_980, rejected: 0 })
    const reader = opened.workspace.storage.reader(catalogReader)
    expect((await reader.counts()).items).toBe(18_980)
    const { total } = await reader.searchRows({ text: 'nutella' } as never, 0, 1)
    expect(total).toBeGreaterThan(10)
    expect(seconds).toBeLessThan(60)
  })

  test('changes nothing when the 2000 most complete products are imported again', {
    timeout: 120_000,
  }, async () => {
    const { job } = await run('products-2000.jsonl.gz')
    expect(job).toMatchObject({ rowsRead: 2000, created: 0, updated: 0, unchanged: 2000, rejected: 0 })
  })

  test('finds few nutrition problems in feeds of real products', {
    timeout: 120_000,
  }, async () => {
    const fresh = await openImportWorkspace()
    onTestFinished(() => fresh.close())
    const { job } = await fresh.run(path('products-2000.jsonl.gz'), 'drafts')
    expect(job).toMatchObject({ rowsRead: 2000, created: 2000 })
    const [{ id } = { id: '' }] = (await fresh.drafts.drafts({ offset: 0, limit: 1 })).drafts
    await fresh.drafts.check(id)
    const itemsNamed = async (code: string) => {
      const question = { id, selection: { problem: { code } }, offset: 0, limit: 1, columns: [] }
      return [code, (await fresh.drafts.draftRows(question)).total]
    }
    // Checked one by one, nearly all of these are wrong labels: energy in kilojoules, or for another serving.
    expect(await Promise.all(nutritionRules.map(({ code }) => itemsNamed(code)))).toEqual([
      ['NUTRIENT_PARTS_EXCEED_WHOLE', 16],
      ['NUTRIENT_EXCEEDS_SERVING', 3],
      ['ENERGY_NOT_OF_NUTRIENTS', 72],
      ['KILOJOULES_NOT_OF_KILOCALORIES', 0],
      ['SALT_NOT_OF_SODIUM', 0],
      ['PANELS_DISAGREE', 0],
      ['PERCENT_NOT_OF_AMOUNT', 0],
    ])
  })

  test('rejects rows with an unusable GTIN, and reads 79 UPC-E codes', { timeout: 60_000 }, async () => {
    const { job, codes } = await run('rejects.jsonl.gz')
    // The check digit of 82 codes of 8 digits from 0 is wrong for a GTIN-8. For a UPC-E it is right in 79, by
    // chance it would be in 8.
    expect(job).toMatchObject({ rowsRead: 5216, created: 77, updated: 2, rejected: 5137 })
    expect(codes).toEqual(
      new Set([
        'GTIN_CHECK_DIGIT',
        'GTIN_COUPON',
        'GTIN_MANGLED',
        'GTIN_RESTRICTED',
        'GTIN_TOO_LONG',
        'GTIN_TOO_SHORT',
      ]),
    )
  })

  test('rejects rows without a name, accepts a missing brand, and finds 9 names by language', {
    timeout: 60_000,
  }, async () => {
    const { job, codes } = await run('incomplete.jsonl.gz')
    expect(job).toMatchObject({ rowsRead: 4591, created: 3673, rejected: 918 })
    expect(codes).toEqual(new Set(['NAME_MISSING']))
  })
})
