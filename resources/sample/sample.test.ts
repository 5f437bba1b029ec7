import { readdir, readFile, stat } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { kinds } from '../../src-shared/feeds/kinds/kinds.ts'
import { isValidGtin } from '../../src-shared/values/gtin.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import { parseDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { checkIngest } from '../../src-shared/vocabulary/rules/ingest-rules.ts'
import { sampleFiles } from './generator/files.ts'
import { modules } from './generator/pack/barcode.ts'
import { sampleProducts } from './generator/products.ts'

const file = (name: string) => new URL(name, import.meta.url)
const products = sampleProducts()
const items = parseDocument(documents.ingestItems, await readFile(file('items.xml'))).value?.item ?? []

describe('the sample catalog', () => {
  test.each(Object.entries(sampleFiles(products)))('%s is what the generator makes', async (name, text) => {
    expect((await readFile(file(name), 'utf8')) === text, `run: node resources/sample/generate.ts`).toBe(true)
  })
  test('keeps every rule of a feed that creates items', () => {
    expect(checkIngest({ item: items }, kinds.create)).toEqual([])
  })
  test('is as wide as it says', () => {
    expect(items.length).toBeGreaterThan(250)
    expect(new Set(products.map(({ department }) => department)).size).toBeGreaterThanOrEqual(12)
  })
  test('uses valid GTINs of the demonstration range, each once', () => {
    const gtins = items.map(({ productCodes }) => productCodes?.[0]?.text ?? '')
    expect(gtins.every((gtin) => isValidGtin(gtin) && gtin.startsWith('952'))).toBe(true)
    expect(new Set(gtins).size).toBe(gtins.length)
  })
  test('has a picture for every view it names, no others, and small ones', async () => {
    const named = items.flatMap(({ media }) => media?.map(({ url }) => url?.split('/').at(-1)) ?? [])
    const files = await readdir(file('pictures'))
    expect(files.toSorted()).toEqual(named.toSorted())
    const sizes = await Promise.all(files.map(async (name) => (await stat(file(`pictures/${name}`))).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10 * 1024 * 1024)
  })
})

describe('nutrition', () => {
  const panels = items.flatMap(
    (item) =>
      item.products?.flatMap(
        ({ grocery }) => grocery?.nutritions?.map((panel) => ({ name: item.ecommerceTitle, panel })) ?? [],
      ) ?? [],
  )
  const amount = (leaf: { text: string } | undefined) => Number(leaf?.text ?? 0)

  test('is there for most of the food', () => expect(panels.length).toBeGreaterThan(180))
  test.each(panels.map(({ name, panel }) => [name, panel] as const))(
    '%s: parts agree with their whole',
    (_name, panel) => {
      const [fat, carb, protein, fiber] = [
        amount(panel.totalFat),
        amount(panel.carbohydrates),
        amount(panel.protein),
        amount(panel.dietaryFiber),
      ]
      const energy = fat * 9 + (carb - fiber) * 4 + fiber * 2 + protein * 4
      expect(Math.abs(Number(panel.energy) - energy)).toBeLessThanOrEqual(5.01)
      expect(amount(panel.saturatedFat)).toBeLessThanOrEqual(fat)
      expect(amount(panel.sugars) + fiber).toBeLessThanOrEqual(carb)
      expect(Number(panel.sodium?.dailyPct)).toBe(Math.round((amount(panel.sodium) / 2300) * 100))
      const serving = panel.servingSizes?.find(({ type }) => type === 'metric')
      if (serving?.uom === 'GRM') expect(fat + carb + protein).toBeLessThanOrEqual(Number(serving.measure))
    },
  )
})

test('a bar code has its guards and alternating widths an optical reader finds', () => {
  const code = modules('9522001001172')
  expect(code).toHaveLength(95)
  expect([code.slice(0, 3), code.slice(45, 50), code.slice(92)]).toEqual(['101', '01010', '101'])
  expect(modules('5901234123457')).toBe(
    '10100010110100111011001100100110111101001110101010110011011011001000010101110010011101000100101',
  )
})
