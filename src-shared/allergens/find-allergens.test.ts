import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allergenIds, allergenLaw, allergensIn, findAllergens } from './find-allergens.ts'
import { allergens, harmlessPhrases } from './table.ts'

const marked = (text: string): string[] =>
  findAllergens(text).map(({ id, start, end }) => `${id}: ${text.slice(start, end)}`)

test.each([
  [
    'Whey powder (MILK), egg whites, wheat flour',
    ['milk: Whey', 'milk: MILK', 'eggs: egg whites', 'wheat: wheat'],
  ],
  [
    'Weizenmehl, Magermilchpulver, Haselnüsse',
    ['wheat: Weizenmehl', 'milk: Magermilchpulver', 'treenuts: Haselnüsse'],
  ],
  [
    'farine de blé, œufs, lait écrémé, graines de sésame',
    ['wheat: blé', 'eggs: œufs', 'milk: lait', 'sesame: graines de sésame'],
  ],
  ['harina de TRIGO, suero de leche, soja', ['wheat: TRIGO', 'milk: suero de leche', 'soybeans: soja']],
  ['tarwebloem, melkpoeder, selderij', ['wheat: tarwebloem', 'milk: melkpoeder', 'celery: selderij']],
  ['preservative: sodium metabisulfite, E223', ['sulphites: sodium metabisulfite', 'sulphites: E223']],
  [
    'ANCHOVIES, shrimp, oysters, lupin, mustard, peanuts',
    [
      'fish: ANCHOVIES',
      'crustaceans: shrimp',
      'molluscs: oysters',
      'lupin: lupin',
      'mustard: mustard',
      'peanuts: peanuts',
    ],
  ],
])('%s', (text, expected) => {
  const found = marked(text)
  for (const one of expected) {
    const [id, words = ''] = one.split(': ')
    expect(
      found.some((mark) => mark.startsWith(`${id}: `) && words.startsWith(mark.slice(mark.indexOf(' ') + 1))),
    ).toBe(true)
  }
  expect(new Set(found.map((mark) => mark.split(':')[0]))).toEqual(
    new Set(expected.map((mark) => mark.split(':')[0])),
  )
})

test.each([
  'coconut milk, cocoa butter, nutmeg, cream of tartar',
  'Buchweizenmehl, Kokosmilch, Kakaobutter, Milchsäure, glutenfrei',
  'noix de coco, beurre de cacao, sans gluten',
  'water chestnuts, butternut squash, eggplant, buckwheat',
  'leche de coco, nuez moscada, sin gluten',
])('finds no allergen: %s', (text) => {
  expect(marked(text)).toEqual([])
})

test('the longest phrase wins over its words', () => {
  expect(marked('peanut butter and soy milk, butter, Mandelmilch')).toEqual([
    'peanuts: peanut butter',
    'soybeans: soy milk',
    'milk: butter',
    'treenuts: Mandelmilch',
  ])
  expect(allergensIn('sugar')).toEqual([])
})

test.each([
  ['Milk, Free Range Egg', 'milk: Milk', 'eggs: Egg'],
  ['Rice, Milk, Sugar', 'milk: Milk'],
  ['Sugar, Cocoa, Butter', 'milk: Butter'],
  ['Coconut, Cream', 'milk: Cream'],
  ['Soy, milk', 'soybeans: Soy', 'milk: milk'],
  ['Peanut, butter', 'peanuts: Peanut', 'milk: butter'],
  ['Contains milk. Free from gluten', 'milk: milk'],
  ['cocoa (butter)', 'milk: butter'],
  ['Rice\nMilk', 'milk: Milk'],
  ['rice & milk, rice - milk, rice\u060C milk', 'milk: milk', 'milk: milk', 'milk: milk'],
  ['* Rice * Milk - Soy\n- milk', 'milk: Milk', 'soybeans: Soy', 'milk: milk'],
  ...Array.from(';:.()[]{}/|•·+，、；', (mark) => [`Rice ${mark} milk`, 'milk: milk']),
])('does not match a phrase across list separators: %j', (text, ...expected) => {
  expect(marked(text)).toEqual(expected)
  expect(new Set(allergensIn(text))).toEqual(new Set(findAllergens(text).map(({ id }) => id)))
})

test.each([
  'coconut  milk, rice\u00A0milk, cocoa\tbutter',
  'gluten-free, dairy\u2011free, milk-thistle',
  'coconut* milk, cocoa® butter, rice†* milk',
])('matches a phrase across spaces, hyphens and footnote marks: %j', (text) => {
  expect(marked(text)).toEqual([])
})
test.each([
  ['Farina di _grano_ tenero, acqua', 'wheat: grano_ tenero'],
  ['_Peanut_ Butter, _SOY_ NUTS', 'peanuts: Peanut_ Butter', 'soybeans: SOY_ NUTS'],
  ['_coconut_ milk, sans _gluten_, cocoa_butter'],
  ['grano "tenero", farina di «grano» tenero', 'wheat: grano "tenero', 'wheat: grano» tenero'],
  ['“gluten” free, „gluten“ free, sans «gluten», "coconut" milk'],
  ['_Rice_, _milk_, "rice", "milk"', 'milk: milk', 'milk: milk'],
])('matches a phrase across underscores and quotation marks: %j', (text, ...expected) => {
  expect(marked(text)).toEqual(expected)
})

test.each([
  ['preserved with sulphur\ndioxide', 'sulphites: sulphur', 'sulphites: dioxide'],
  ['anhydride \n sulfureux', 'sulphites: anhydride', 'sulphites: sulfureux'],
  ['farina di grano\r\n tenero', 'wheat: grano', 'wheat: tenero'],
  ['anhydride\n\nsulfureux, sulphur\r\n- dioxide, sulphur\n  - dioxide'],
  ['Soy\nMilk', 'soybeans: Soy', 'milk: Milk'],
  ['nut\nmilk, ble\ndur', 'treenuts: nut', 'milk: milk', 'wheat: ble', 'cereals: dur'],
  ['gluten\nfree, coconut\nmilk', 'cereals: gluten', 'milk: milk'],
])('matches a phrase that names an allergen across a line end: %j', (text, ...expected) => {
  expect(marked(text)).toEqual(expected)
})
test('a table phrase with a line end inside names its allergen and those of its words', () => {
  for (const { id, words } of allergens)
    for (const phrase of words)
      for (const { index } of phrase.matchAll(/ /g)) {
        const [head, rest] = [phrase.slice(0, index), phrase.slice(index + 1)]
        const expected = new Set([id, ...allergensIn(head), ...allergensIn(rest)])
        expect([phrase, new Set(allergensIn(`${head}\n${rest}`))]).toEqual([phrase, expected])
      }
})

test('finds no butter in the names of cosmetic fats', () => {
  expect(marked('Butyrospermum Parkii (Shea) Butter, Parki(Shea)Butter*')).toEqual([])
  expect(marked('Theobroma Cacao (Cocoa) Seed Butter')).toEqual([])
  expect(marked('Fat (Shea), Butter')).toEqual(['milk: Butter'])
})

test('matches a phrase across an apostrophe', () => {
  expect(marked("jaune d’oeuf, lait d'avoine")).toEqual(['eggs: jaune d’oeuf', "cereals: lait d'avoine"])
})

test('has fourteen allergens of the EU, with wheat among its cereals, and nine of the US', () => {
  expect(allergens.filter(({ eu, id }) => eu && id !== 'wheat')).toHaveLength(14)
  expect(allergens.filter(({ us }) => us)).toHaveLength(9)
  expect(allergenLaw('wheat')).toBe('EU and US')
  expect(allergenLaw('celery')).toBe('EU')
  expect(allergenIds).toHaveLength(15)
})

test('each table word names its allergen, and no harmless phrase names one', () => {
  for (const { id, words } of allergens)
    for (const word of words) expect([word, allergensIn(word)]).toEqual([word, [id]])
  for (const phrase of harmlessPhrases) expect([phrase, allergensIn(phrase)]).toEqual([phrase, []])
})

test('marks are within any text, in order and without overlap', () => {
  const words = fc.constantFrom(
    ...allergens.flatMap(({ words: some }) => some),
    ...harmlessPhrases,
    'é',
    ', ',
    '(',
    '😀',
    '\u0301',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string({ unit: 'binary' }))), (pieces) => {
      const text = pieces.join(' ')
      let last = 0
      for (const { start, end } of findAllergens(text)) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        last = end
      }
      expect(last).toBeLessThanOrEqual(text.length)
    }),
  )
})
