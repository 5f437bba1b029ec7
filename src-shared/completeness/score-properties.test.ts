import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentPlusFeedItem } from '../vocabulary/elements/content-plus.ts'
import { ingestItem } from '../vocabulary/elements/ingest.ts'
import { arbitraryOf } from '../vocabulary/kit/testing/arbitrary.ts'
import { familyFor, type ProfileField, supportedChecks } from './fields.ts'
import { isObject, sides } from './judge-value.ts'
import { type Requirement, type RequirementProfile, requirement } from './model.ts'
import { validateProfile } from './read-profile.ts'
import { scoreItem } from './score-item.ts'

describe('for any profile and any item', () => {
  const families = [
    { kinds: ['create' as const], item: arbitraryOf(ingestItem) },
    { kinds: ['contentplus' as const], item: arbitraryOf(contentPlusFeedItem) },
  ].map((one) => ({ ...one, fields: [...familyFor(one).fields.values()] }))

  const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
  const requirementOf = (field: ProfileField): fc.Arbitrary<Requirement> => {
    const askable = supportedChecks(field)
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

  test('profiles of known fields are valid, and the score is 1 only if nothing is missing', () => {
    fc.assert(
      fc.property(cases, ({ profile: testProfile, item }) => {
        expect(validateProfile(testProfile)).toEqual({ profile: testProfile })
        const {
          score,
          missing: missingFields,
          required: must,
          wished,
          notChecked,
        } = scoreItem(testProfile, item, known)
        expect(score === 1).toBe(missingFields.length === 0)
        expect(must.of - must.met + wished.of - wished.met).toBe(missingFields.length)
        expect(must.of + wished.of + notChecked.length).toBe(testProfile.requirements.length)
        expect(score).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('an added value never lowers the score', () => {
    let raised = 0
    fc.assert(
      fc.property(cases, ({ profile: testProfile, item, added, text }) => {
        const before = scoreItem(testProfile, item, known).score
        const richer = structuredClone(item)
        add(richer, added, text)
        const after = scoreItem(testProfile, richer, known).score
        expect(after).toBeGreaterThanOrEqual(before)
        if (after > before) raised++
      }),
    )
    expect(raised).toBeGreaterThan(0)
  })

  test('the order of requirements and of item members has no effect', () => {
    fc.assert(
      fc.property(cases, ({ profile: testProfile, item }) => {
        const turned = { ...testProfile, requirements: testProfile.requirements.toReversed() }
        const { missing: missingFields, ...score } = scoreItem(testProfile, item, known)
        const { missing: otherwise, ...same } = scoreItem(turned, backwards(item), known)
        expect({ ...same, notChecked: same.notChecked.toReversed() }).toEqual(score)
        expect(otherwise.toReversed()).toEqual(missingFields)
      }),
    )
  })
})

/** The same value with members and entries in reverse order. */
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
 * Fills a blank field, or appends an entry to a list. Existing values are kept. No product or retailer is
 * added to existing ones, and no attribute is overwritten.
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
