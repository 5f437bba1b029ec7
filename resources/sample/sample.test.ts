import { readdir, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { judge } from '../../src-main/testing/schema-validator.ts'
import { kinds } from '../../src-shared/feeds/kinds/kinds.ts'
import { isValidGtin } from '../../src-shared/values/gtin.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import { parseDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { checkIngest } from '../../src-shared/vocabulary/rules/ingest-rules.ts'

const file = (name: string) => new URL(name, import.meta.url)
const xml = {
  manufacturers: await readFile(file('manufacturers.xml')),
  brands: await readFile(file('brands.xml')),
  distributors: await readFile(file('distributors.xml')),
  retailers: await readFile(file('retailers.xml')),
  ingestItems: await readFile(file('items.xml')),
  contentPlus: await readFile(file('content-plus.xml')),
} as const
const read = {
  manufacturers: parseDocument(documents.manufacturers, xml.manufacturers),
  brands: parseDocument(documents.brands, xml.brands),
  distributors: parseDocument(documents.distributors, xml.distributors),
  retailers: parseDocument(documents.retailers, xml.retailers),
  ingestItems: parseDocument(documents.ingestItems, xml.ingestItems),
  contentPlus: parseDocument(documents.contentPlus, xml.contentPlus),
} as const
const items = read.ingestItems.value?.item ?? []
const gtins = items.map(({ productCodes }) => productCodes?.[0]?.text ?? '')
const json = async (name: string) => JSON.parse(await readFile(file(name), 'utf8'))

describe('the sample catalog', () => {
  test.each(Object.keys(xml) as (keyof typeof xml)[])('has a valid document %s', (name) => {
    expect(read[name].problems).toEqual([])
    judge(name, xml[name])
  })
  test('breaks no rule of a create feed', () => {
    expect(checkIngest({ item: items }, kinds.create)).toEqual([])
  })
  test('has the stated number of items and departments', async () => {
    const { departments } = await json('categories.json')
    expect(items).toHaveLength(282)
    expect(new Set(items.map(({ categoryId }) => categoryId?.slice(0, 2)))).toEqual(
      new Set(Object.keys(departments)),
    )
  })
  test('has a list entry for every identifier', async () => {
    const { categories } = await json('categories.json')
    const ids = (entries: { id?: string | undefined }[] | undefined) => new Set(entries?.map(({ id }) => id))
    const lists = {
      manufacturer: ids(read.manufacturers.value?.manufacturer),
      brand: ids(read.brands.value?.brand),
      distributor: ids(read.distributors.value?.distributor),
      retailer: ids(read.retailers.value?.retailer),
      category: new Set(Object.keys(categories)),
      // Content+ refers to an item by its 1-based position in items.xml.
      item: new Set(items.map((_item, index) => `i${index + 1}`)),
    }
    const contentPlus = read.contentPlus.value?.item ?? []
    const named: Record<keyof typeof lists, (string | undefined)[]> = {
      manufacturer: items.flatMap((item) => [item.manufacturerId, item.products?.[0]?.manufacturerId]),
      brand: items.map(({ products }) => products?.[0]?.brandId),
      distributor: items.flatMap((item) => [item.distributorId, item.importerId].filter((id) => id)),
      retailer: [
        ...contentPlus.flatMap(({ retailer }) => retailer?.map(({ id }) => id)),
        ...items.flatMap(({ manufacturerContent }) => manufacturerContent?.map(({ id }) => id) ?? []),
      ],
      category: items.map(({ categoryId }) => categoryId),
      item: contentPlus.map(({ id }) => id),
    }
    for (const [kind, list] of Object.entries<Set<string | undefined>>(lists)) {
      const missing = named[kind as keyof typeof lists].filter((id) => !list.has(id))
      expect([kind, ...missing]).toEqual([kind])
    }
    const verified: string[] = await json('verified.json')
    expect(verified.filter((gtin) => !gtins.includes(gtin))).toEqual([])
  })
  test('uses unique valid GTINs of the demonstration range', () => {
    expect(gtins.filter((gtin) => !isValidGtin(gtin) || !gtin.startsWith('952'))).toEqual([])
    expect(new Set(gtins).size).toBe(gtins.length)
  })
  test('has exactly one small, readable picture for every view', async () => {
    const named = items.flatMap(({ media }) => media?.map(({ url }) => url?.split('/').at(-1)) ?? [])
    const files = await readdir(file('pictures'))
    expect(files.toSorted()).toEqual(named.toSorted())
    let bytes = 0
    for (const name of files) {
      const picture = await readFile(file(`pictures/${name}`))
      bytes += picture.length
      const { width, height } = await sharp(picture).metadata()
      expect([name, Math.max(width, height) >= 300]).toEqual([name, true])
      // Compares the length in the WebP header; a truncated file is shorter.
      expect([name, picture.readUInt32LE(4) + 8]).toEqual([name, picture.length])
    }
    expect(bytes).toBeLessThan(10 * 1024 * 1024)
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

  test('exists for most food', () => expect(panels.length).toBeGreaterThan(180))
  test.each(panels.map(({ name, panel }) => [name, panel] as const))(
    '%s: parts add up to their whole',
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
