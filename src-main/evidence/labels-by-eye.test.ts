import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compareWithLabel } from '../../src-shared/evidence/label/compare-label.ts'
import { readLabel } from '../../src-shared/evidence/label/read-label.ts'
import type { Item } from '../../src-shared/vocabulary/elements/item.ts'
import type { Nutrition } from '../../src-shared/vocabulary/elements/nutrition.ts'
import { readPicturesByEye } from './fixtures/pictures-by-eye.ts'
import { openPicture } from './reader/decoded-picture.ts'
import { readText } from './reader/read-text.ts'

type Picture = ReturnType<typeof readPicturesByEye>[number]

const nutrients = {
  fat: 'totalFat',
  saturatedFat: 'saturatedFat',
  carbohydrate: 'carbohydrates',
  sugars: 'sugars',
  fiber: 'dietaryFiber',
  protein: 'protein',
  sodium: 'sodium',
} as const satisfies Record<string, keyof Nutrition>

/** The record that a person would write from the picture: a panel for each quantity, each value changed. */
function recordOf({ values }: Picture, changed: (value: number) => number): Item {
  const panels = new Map<string, Nutrition>()
  for (const { what, value, unit, per } of values) {
    if (value === null || per === null) continue
    const panel = panels.get(per) ?? {}
    panels.set(per, panel)
    const [measure = '', of = ''] = per.split(' ')
    if (of !== '') panel.servingSizes = [{ measure, uom: of === 'ml' ? 'MLT' : 'GRM' }]
    const text = String(changed(value))
    if (what === 'energyKcal') panel.energy = text
    if (what in nutrients)
      panel[nutrients[what as keyof typeof nutrients]] = { uom: unit === 'mg' ? 'MGM' : 'GRM', text }
  }
  return { id: '1', products: [{ grocery: { nutritions: [...panels.values()] } }] }
}

/** Each takes seconds to read. */
const maxPictures = 4
const pictures = readPicturesByEye()
  .filter(({ source, values }) => source === 'sample' && values.some(({ per }) => per !== null))
  .slice(0, maxPictures)

test('finds most values that a person reads on labels of the sample, and confirms no wrong record', async () => {
  const right: string[] = []
  const wrong: string[] = []
  for (const picture of pictures) {
    const file = new URL(`../../resources/sample/pictures/${picture.file}`, import.meta.url)
    const { texts } = await readText(await openPicture(readFileSync(file)))
    const label = readLabel(texts)
    const outcomes = (changed: (value: number) => number) =>
      compareWithLabel(recordOf(picture, changed), label).map(({ outcome }) => outcome)
    right.push(...outcomes((value) => value))
    wrong.push(...outcomes((value) => 3 * value + 5))
  }
  expect(right.length).toBeGreaterThan(20)
  expect(right.filter((outcome) => outcome === 'found').length).toBeGreaterThan(0.65 * right.length)
  expect(right).not.toContain('differs')
  expect(wrong).not.toContain('found')
})
