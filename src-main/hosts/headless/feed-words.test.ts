import { describe, expect, test } from 'vitest'
import type { OutboxOverview } from '../../../src-shared/feeds/outbox/model.ts'
import { noFeeds } from '../../../src-shared/feeds/outbox/outbox-state.ts'
import type { Problem } from '../../../src-shared/problem.ts'
import { type FeedToSend, heldBack, waitingWords } from './feed-words.ts'

const removal = (position: number, field: string): Problem => ({
  code: 'REFRESH_DROPS',
  path: `items/item[${position}]/${field}`,
  message: `Without ${field}.`,
  severity: 'warning',
})
const warning: Problem = {
  code: 'BRAND_UNKNOWN',
  path: 'items/item[1]/products/product[1]/brandId',
  message: 'No such brand.',
  severity: 'warning',
  line: 7,
}
const error: Problem = { code: 'missing', path: 'items/item[1]', message: 'No code.' }
const removals = [removal(1, 'media'), removal(2, 'categoryId'), removal(1, 'products/product[1]/warnings')]

async function asked(problems: Problem[], options: Partial<FeedToSend> = {}) {
  const said: string[] = []
  const questions: string[] = []
  const held = await heldBack({
    file: 'feed.xml',
    problems,
    codes: ['036000291452', ''],
    strict: false,
    yes: false,
    say: (line) => void said.push(line),
    ...options,
    ...(options.agrees && {
      agrees: (question) => {
        questions.push(question)
        return options.agrees?.(question) ?? Promise.resolve(false)
      },
    }),
  })
  return { reason: held?.reason, words: held?.words, said, questions }
}

describe('before a feed is queued', () => {
  test('every warning is said, and holds nothing back', async () => {
    expect(await asked([warning])).toMatchObject({
      reason: undefined,
      said: ['feed.xml:7: items/item[1]/products/product[1]/brandId: BRAND_UNKNOWN: warning: No such brand.'],
    })
    expect(await asked([])).toMatchObject({ reason: undefined, said: [] })
  })

  test('what a refresh removes is said item by item, field by field', async () => {
    expect((await asked(removals)).said).toEqual([
      'This refresh removes 3 things that the catalog has:',
      '  item 1, 036000291452',
      '    media: Without media.',
      '    products/product[1]/warnings: Without products/product[1]/warnings.',
      '  item 2, without a code',
      '    categoryId: Without categoryId.',
    ])
  })

  test('an error holds it back whatever was agreed to', async () => {
    const { reason, said, words } = await asked([warning, error], { yes: true })
    expect({ reason, said: said.length }).toEqual({ reason: 'errors', said: 2 })
    expect(words).toBe('feed.xml cannot be sent as it is, so nothing was queued.')
  })

  test('--strict passes over nothing, not even with --yes', async () => {
    expect(await asked([warning], { strict: true })).toMatchObject({ reason: 'warnings' })
    const both = await asked([warning, ...removals], { strict: true, yes: true })
    expect(both.words).toMatch(/--strict passes over no warning, and there are 4\./)
    expect((await asked([], { strict: true })).reason).toBeUndefined()
  })

  test('a removal wants --yes, or the yes of a person', async () => {
    expect((await asked(removals)).words).toMatch(/add --yes/)
    expect((await asked(removals, { yes: true })).reason).toBeUndefined()
    const yes = await asked(removals, { agrees: async () => true })
    expect(yes).toMatchObject({ reason: undefined, questions: ['Remove 3 things and send? [y/N] '] })
    expect(await asked(removals, { agrees: async () => false })).toMatchObject({ reason: 'removals' })
    // Nobody is asked where there is nothing to agree to.
    expect((await asked([warning], { agrees: async () => false })).questions).toEqual([])
  })
})

const counts = { ...noFeeds, queued: 1 }
const entries = { 'under-way': 1, 'needs-you': 0, done: 0, withdrawn: 0 }
const well: OutboxOverview = {
  counts,
  entries,
  held: 0,
  elsewhere: [],
  paused: false,
  needsCredentials: false,
  reachable: true,
}
const queued = { state: 'queued' as const, waitsFor: [] }
const behind = { state: 'queued' as const, waitsFor: [{ id: 'f1', name: 'tea.xml' }] }

test('whoever waits for a feed is told what it waits for', () => {
  expect(waitingWords({ state: 'sending', waitsFor: [] }, well)).toBeUndefined()
  expect(waitingWords(behind, { ...well, paused: true })).toContain('works offline')
  expect(waitingWords(behind, { ...well, needsCredentials: true })).toContain('password')
  expect(waitingWords(behind, { ...well, reachable: false, reason: 'Nothing answers there.' })).toBe(
    'Waiting: Nothing answers there. It is tried again from time to time.',
  )
  expect(waitingWords(behind, well)).toBe('Waiting for “tea.xml” (f1), about the same items.')
  expect(waitingWords({ ...queued, note: 'Turned away for now.' }, well)).toBe(
    'Waiting: Turned away for now.',
  )
  expect(waitingWords(queued, well)).toContain('Waiting: Waits on this computer')
})
