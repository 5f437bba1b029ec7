import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentPlusFeedItem } from '../vocabulary/content-plus.ts'
import { type IngestItem, ingestItem } from '../vocabulary/ingest.ts'
import { arbitraryOf } from '../vocabulary/kit/testing/arbitrary.ts'
import { askableOf, familyFor, type ProfileField } from './fields.ts'
import { isObject, sides } from './judge-value.ts'
import { profilesFor, type Requirement, type RequirementProfile, requirement } from './model.ts'
import { judgeProfile } from './read-profile.ts'
import { scoreItem } from './score-item.ts'

const profile = (...requirements: Requirement[]): RequirementProfile => ({
  name: 'Trial',
  kinds: ['create'],
  requirements,
})
const required = (path: string, more: Partial<Requirement> = {}): Requirement => ({
  path,
  need: 'required',
  ...more,
})
const missing = (item: IngestItem, ...requirements: Requirement[]) =>
  scoreItem(profile(...requirements), item).missing.map(({ path, reason }) => `${path}: ${reason}`)

describe('what is missing', () => {
  test('is told with its place, the words of the vocabulary, and how far it is from enough', () => {
    const item: IngestItem = {
      ecommerceTitle: '  Oats  ',
      packageData: { length: { measure: ' ', uom: 'CMT' } },
      contentPlus: { bulletPoints: ['Whole grain', ' '] },
      products: [{ description: 'Oats' }, { brandDescription: 'Leaf' }],
    }
    const asked = profile(
      required('ecommerceTitle', { least: 10 }),
      required('packageData/length/measure'),
      required('contentPlus/bulletPoints/bulletPoint', { entries: 3 }),
      required('products/product/description', { need: 'wished' }),
      required('products/product/grocery/nutritions/nutrition/energy'),
    )
    expect(scoreItem(asked, item)).toEqual({
      score: 0,
      required: { met: 0, of: 4 },
      wished: { met: 0, of: 1 },
      notJudged: [],
      missing: [
        {
          path: 'ecommerceTitle',
          label: 'E-commerce title',
          section: 'identity',
          kind: 'required',
          reason: '4 of at least 10 characters',
        },
        {
          path: 'packageData/length/measure',
          label: 'Length',
          section: 'package',
          kind: 'required',
          reason: 'not given',
        },
        {
          path: 'contentPlus/bulletPoints/bulletPoint[3]',
          label: 'Bullet points',
          section: 'contentPlus',
          kind: 'required',
          reason: '1 of 3',
        },
        {
          path: 'products/product[2]/description',
          label: 'Description',
          section: 'product',
          kind: 'wished',
          reason: 'not given',
        },
        {
          path: 'products/product[1]/grocery/nutritions/nutrition[1]/energy',
          label: 'Nutrition facts, Energy (kcal)',
          section: 'nutrition',
          kind: 'required',
          reason: 'not given',
        },
      ],
    })
  })

  test('weights say what matters more', () => {
    const asked = profile(
      required('ecommerceTitle', { weight: 3 }),
      required('categoryId', { need: 'wished' }),
    )
    expect(scoreItem(asked, { ecommerceTitle: 'Oats' }).score).toBe(0.75)
    expect(scoreItem(asked, { categoryId: '1' }).score).toBe(0.25)
  })

  test('another field may stand in for one, product by product', () => {
    const brand = required('products/product/brandId', { or: ['products/product/brandDescription'] })
    expect(missing({ products: [{ brandId: 'b' }, { brandDescription: 'Leaf' }] }, brand)).toEqual([])
    expect(missing({ products: [{ brandId: 'b' }, { brandDescription: ' ' }] }, brand)).toEqual([
      'products/product[2]/brandId: not given',
    ])
    expect(missing({}, brand)).toEqual(['products/product[1]/brandId: not given'])
    const maker = required('manufacturerId', { or: ['products/product/manufacturerId'] })
    expect(missing({ products: [{ manufacturerId: 'm' }] }, maker)).toEqual([])
    expect(missing({ manufacturerId: 'm', products: [{}] }, maker)).toEqual([])
  })

  test('a product code counts when it is a GTIN that can be', () => {
    const code = required('productCodes/productCode')
    const withCode = (text: string, type?: string) => missing({ productCodes: [{ type, text }] }, code)
    expect(withCode('00012345678905', 'GTIN')).toEqual([])
    expect(withCode('00012345678905')).toEqual([])
    expect(withCode('00012345678905', 'SKU')).toEqual(['productCodes/productCode[1]: not valid'])
    expect(withCode('00012345678906')).toEqual(['productCodes/productCode[1]: not valid'])
  })

  test('a text that is too long is not that field given well', () => {
    const short = required('ecommerceTitle', { most: 3 })
    expect(missing({ ecommerceTitle: '🥣🥣🥣' }, short)).toEqual([])
    expect(missing({ ecommerceTitle: 'Oats' }, short)).toEqual(['ecommerceTitle: 4 characters, at most 3'])
  })

  test('views by side or code, with their size where somebody knows it', () => {
    const media = [
      { view: 'A1A3', url: 'https://media.example/front.jpg' },
      { view: 'E_A2C1_600x600', url: 'https://media.example/left.jpg' },
      { view: 'A8C1', url: ' ' },
    ]
    expect(missing({ media }, required('media/medium', { view: 'front' }))).toEqual([])
    expect(missing({ media }, required('media/medium', { view: 'a1a3' }))).toEqual([])
    expect(missing({ media }, required('media/medium', { view: 'right' }))).toEqual([
      'media/medium[4]: no such picture',
    ])
    expect(missing({ media }, required('media/medium', { view: 'left', pixels: 600 }))).toEqual([])
    expect(missing({ media }, required('media/medium', { view: 'left', pixels: 900 }))).toEqual([
      'media/medium[1]: 600 of at least 900 pixels',
    ])
    const front = profile(required('media/medium', { view: 'front', pixels: 900 }), required('categoryId'))
    const scored = (pixels: number | undefined, isLeast = false) => {
      const sizeOf = () => (pixels === undefined ? undefined : { pixels, isLeast })
      const { score, notJudged } = scoreItem(front, { media, categoryId: '1' }, { sizeOf })
      return [score, notJudged.length]
    }
    expect(scored(1200)).toEqual([1, 0])
    expect(scored(800)).toEqual([0.5, 0])
    // Reduced when it was kept: the source may have more. It counts neither way.
    expect(scored(800, true)).toEqual([1, 1])
    expect(scored(undefined)).toEqual([1, 1])
  })

  test('of a retailer, the content of that retailer', () => {
    const long = required('manufacturerContent/retailers/contentPlus/longDescription/entry')
    const item: IngestItem = {
      manufacturerContent: [{ id: 'r1', contentPlus: { longDescription: [{ text: 'Long' }] } }, { id: 'r2' }],
    }
    expect(scoreItem({ ...profile(long), retailer: 'r1' }, item).score).toBe(1)
    expect(scoreItem({ ...profile(long), retailer: 'r2' }, item).score).toBe(0)
    const ofFeed: RequirementProfile = {
      name: 'Trial',
      kinds: ['contentplus'],
      requirements: [required('retailer/sellCopy')],
    }
    const feed = { id: '1', retailer: [{ id: 'r1', sellCopy: 'Buy' }, { id: 'r2' }] }
    expect(scoreItem({ ...ofFeed, retailer: 'r1' }, feed).score).toBe(1)
    expect(scoreItem({ ...ofFeed, retailer: 'r3' }, feed).missing[0]?.path).toBe('retailer[3]/sellCopy')
    expect(scoreItem(ofFeed, feed).missing[0]?.path).toBe('retailer[2]/sellCopy')
  })
})

test('the profiles for a kind of feed and its retailers, the default first', () => {
  const stored = (id: string, more: Partial<RequirementProfile>) => ({
    id,
    isShipped: false,
    profile: { ...profile(required('categoryId')), ...more },
  })
  const list = {
    profiles: [
      stored('a', { kinds: ['create', 'update'] }),
      stored('b', { retailer: 'r1' }),
      stored('c', {}),
      stored('d', { kinds: ['contentplus'] }),
    ],
    defaultId: 'c',
  }
  const ids = (...given: [kind: 'create' | 'update', retailers?: string[]]) =>
    profilesFor(list, ...given).map(({ id }) => id)
  expect(ids('create')).toEqual(['c', 'a', 'b'])
  expect(ids('create', ['r2'])).toEqual(['c', 'a'])
  expect(ids('update', [])).toEqual(['a'])
})

describe('for any profile and any item', () => {
  const families = [
    { kinds: ['create' as const], item: arbitraryOf(ingestItem) },
    { kinds: ['contentplus' as const], item: arbitraryOf(contentPlusFeedItem) },
  ].map((one) => ({ ...one, fields: [...familyFor(one).fields.values()] }))

  const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
  const requirementOf = (field: ProfileField): fc.Arbitrary<Requirement> => {
    const askable = askableOf(field)
    return fc
      .record({
        path: fc.constant(field.path),
        need: fc.constantFrom('required' as const, 'wished' as const),
        least: askable.length ? some(fc.integer({ min: 1, max: 4 })) : fc.constant(undefined),
        most: askable.length ? some(fc.integer({ min: 4, max: 12 })) : fc.constant(undefined),
        entries: askable.entries ? some(fc.integer({ min: 1, max: 3 })) : fc.constant(undefined),
        view: askable.view ? some(fc.constantFrom(...sides, 'A1C1')) : fc.constant(undefined),
        pixels: askable.pixels ? some(fc.constantFrom(1, 900)) : fc.constant(undefined),
        weight: some(fc.integer({ min: 1, max: 100 })),
      })
      .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)))
      .map((made) => requirement.parse(made))
  }
  const cases = fc.constantFrom(...families).chain(({ kinds, fields, item }) =>
    fc.record({
      profile: fc
        .uniqueArray(fc.constantFrom(...fields), { minLength: 1, maxLength: 12 })
        .chain((chosen) => fc.tuple(...chosen.map(requirementOf)))
        .map((requirements): RequirementProfile => ({ name: 'Any', kinds, requirements })),
      item,
      added: fc.constantFrom(...fields),
      text: fc.constantFrom('x', 'some words', '12', '00012345678905', 'A1C1', 'https://media.example/1.jpg'),
    }),
  )
  const known = {
    sizeOf: (url: string) => (url.length % 2 === 0 ? { pixels: 1000 } : undefined),
    unseen: (path: string) => (path.startsWith('contentPlus') ? 'in no record' : undefined),
  }

  test('profiles made of its fields are valid, and an item is complete exactly when nothing is missing', () => {
    fc.assert(
      fc.property(cases, ({ profile: asked, item }) => {
        expect(judgeProfile(asked)).toEqual({ profile: asked })
        const { score, missing: lacked, required: must, wished, notJudged } = scoreItem(asked, item, known)
        expect(score === 1).toBe(lacked.length === 0)
        expect(must.of - must.met + wished.of - wished.met).toBe(lacked.length)
        expect(must.of + wished.of + notJudged.length).toBe(asked.requirements.length)
        expect(score).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('a further value never lowers the score', () => {
    let raised = 0
    fc.assert(
      fc.property(cases, ({ profile: asked, item, added, text }) => {
        const before = scoreItem(asked, item, known).score
        const richer = structuredClone(item)
        add(richer, added, text)
        const after = scoreItem(asked, richer, known).score
        expect(after).toBeGreaterThanOrEqual(before)
        if (after > before) raised++
      }),
    )
    expect(raised).toBeGreaterThan(0)
  })

  test('the order of the requirements, and of what is in an item, makes no difference', () => {
    fc.assert(
      fc.property(cases, ({ profile: asked, item }) => {
        const turned = { ...asked, requirements: asked.requirements.toReversed() }
        const { missing: lacked, ...score } = scoreItem(asked, item, known)
        const { missing: otherwise, ...same } = scoreItem(turned, backwards(item), known)
        expect({ ...same, notJudged: same.notJudged.toReversed() }).toEqual(score)
        expect(otherwise.toReversed()).toEqual(lacked)
      }),
    )
  })
})

/** The same members, the last first. */
function backwards<T>(value: T): T
function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => backwards(one))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, one]) => [key, backwards(one)]),
  )
}

/**
 * Gives a field where it is blank; a list, one entry more. What is there stays as it is: neither is a product or a
 * retailer added to others, nor is it said anew what kind of thing something is (an attribute).
 */
function add(item: unknown, { steps }: ProfileField, text: string): void {
  let around: unknown = item
  for (const [depth, step] of steps.entries()) {
    if (!isObject(around)) return
    const isLast = depth === steps.length - 1
    const made =
      step.input === 'group'
        ? newGroup(
            text,
            step.fields.some(({ place }) => place === 'text'),
          )
        : text
    const present = around[step.key]
    if (step.repeat) {
      const list = Array.isArray(present) ? present : []
      around[step.key] = list
      const isOneOfEach = depth === 0 && (step.key === 'products' || step.key === 'retailer')
      if (list.length === 0 || (isLast && !isOneOfEach)) list.push(made)
      around = list[0]
    } else if (isLast) {
      const isBlank = present === undefined || (typeof present === 'string' && present.trim() === '')
      if (isBlank && step.place !== 'attribute') around[step.key] = made
    } else {
      around[step.key] ??= {}
      around = around[step.key]
    }
  }
}

const newGroup = (text: string, hasText: boolean): object =>
  hasText ? { text } : { url: text, view: 'A1C1' }
