import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { categoryTextsOf } from '../../../src-shared/catalog/category-texts.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import type { IngestItem } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { parseDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { type CategorizedItem, trainCategories } from './category-model.ts'

/** Each fifth item is held out. */
const everyFifth = (_: unknown, place: number): boolean => place % 5 === 0

function sampleItems(): CategorizedItem[] {
  const file = new URL('../../../resources/sample/items.xml', import.meta.url)
  const { value } = parseDocument(documents.ingestItems, readFileSync(file))
  return (value?.item ?? []).map((item: IngestItem) => {
    const { brandId, ...texts } = categoryTextsOf(item)
    return { texts: { ...texts, brand: brandId }, category: item.categoryId ?? '' }
  })
}

test('the category of nine in ten held-out items of the sample is among the first three', () => {
  const items = sampleItems()
  const known = items.filter((_, place) => !everyFifth(_, place))
  const { suggest } = trainCategories(known)
  const categories = new Set(known.map(({ category }) => category))
  const heldOut = items.filter(everyFifth).filter(({ category }) => categories.has(category))
  expect(heldOut.length).toBeGreaterThan(40)
  const found = heldOut.map(({ texts, category }) => ({ category, suggestions: suggest(texts) }))
  const right = found.filter(({ category, suggestions }) =>
    suggestions.some((one) => one.category === category),
  )
  expect(right.length / heldOut.length).toBeGreaterThanOrEqual(0.9)
  const sure = found.filter(({ suggestions }) => suggestions[0]?.isSure)
  const sureAndRight = sure.filter(({ category, suggestions }) => suggestions[0]?.category === category)
  expect(sure.length).toBeGreaterThan(10)
  expect(sureAndRight.length / sure.length).toBeGreaterThanOrEqual(0.9)
})

const item = (name: string, category: string): CategorizedItem => ({ texts: { name }, category })

test('is never sure with few items, and suggests nothing for unknown words', () => {
  const { suggest } = trainCategories([item('Oat drink', 'milk'), item('Milk chocolate', 'sweets')])
  expect(suggest({ name: 'Oat drink' })).toMatchObject([{ category: 'milk', isSure: false, like: 0 }])
  expect(suggest({ name: 'Zzz' })).toEqual([])
  expect(trainCategories([]).suggest({ name: 'Oat drink' })).toEqual([])
})

test('is not sure where similar items are in several categories', () => {
  const mixed = Array.from({ length: 100 }, (_, place) => item(`drink${place % 25}`, `c${place % 2}`))
  const [first] = trainCategories(mixed).suggest({ name: 'drink3' })
  expect(first?.isSure).toBe(false)
})
