import { describe, expect, test } from 'vitest'
import type { OutboxOverview } from '../../../src-shared/feeds/outbox/model.ts'
import { noFeeds } from '../../../src-shared/feeds/outbox/outbox-state.ts'
import type { Problem } from '../../../src-shared/problem.ts'
import { type FeedToSend, heldBack, waitingWords } from './feed-messages.ts'

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

async function check(problems: Problem[], options: Partial<FeedToSend> = {}) {
  const printed: string[] = []
  const questions: string[] = []
  const held = await heldBack({
    file: 'feed.xml',
    problems,
    codes: ['036000291452', ''],
    strict: false,
    yes: false,
    say: (line) => void printed.push(line),
    ...options,
    ...(options.confirm && {
      confirm: (question) => {
        questions.push(question)
        return options.confirm?.(question) ?? Promise.resolve(false)
      },
    }),
  })
  return { reason: held?.reason, words: held?.words, said: printed, questions }
}

describe('checks before a feed is queued', () => {
  test('prints every warning and does not hold the feed back', async () => {
    expect(await check([warning])).toMatchObject({
      reason: undefined,
      said: ['feed.xml:7: items/item[1]/products/product[1]/brandId: BRAND_UNKNOWN: warning: No such brand.'],
    })
    expect(await check([])).toMatchObject({ reason: undefined, said: [] })
  })

  test('prints the removals of a refresh by item and field', async () => {
    expect((await check(removals)).said).toEqual([
      'This refresh removes 3 values from the catalog:',
      '  item 1, 036000291452',
      '    media: Without media.',
      '    products/product[1]/warnings: Without products/product[1]/warnings.',
      '  item 2, without a code',
      '    categoryId: Without categoryId.',
    ])
  })

  test('holds back a feed with errors, even with --yes', async () => {
    const { reason, said: printed, words } = await check([warning, error], { yes: true })
    expect({ reason, said: printed.length }).toEqual({ reason: 'errors', said: 2 })
    expect(words).toBe('feed.xml cannot be sent as it is, so nothing was queued.')
  })

  test('--strict holds back any warning, even with --yes', async () => {
    expect(await check([warning], { strict: true })).toMatchObject({ reason: 'warnings' })
    const both = await check([warning, ...removals], { strict: true, yes: true })
    expect(both.words).toMatch(/--strict accepts no warnings, and there are 4\./)
    expect((await check([], { strict: true })).reason).toBeUndefined()
  })

  test("holds back removals without --yes or the person's consent", async () => {
    expect((await check(removals)).words).toMatch(/add --yes/)
    expect((await check(removals, { yes: true })).reason).toBeUndefined()
    const yes = await check(removals, { confirm: async () => true })
    expect(yes).toMatchObject({ reason: undefined, questions: ['Remove 3 values and send? [y/N] '] })
    expect(await check(removals, { confirm: async () => false })).toMatchObject({ reason: 'removals' })
    // No question is asked without removals.
    expect((await check([warning], { confirm: async () => false })).questions).toEqual([])
  })
})

const counts = { ...noFeeds, queued: 1 }
const entries = { 'under-way': 1, 'needs-you': 0, done: 0, withdrawn: 0 }
const online: OutboxOverview = {
  counts,
  entries,
  held: 0,
  elsewhere: [],
  paused: false,
  needsCredentials: false,
  reachable: true,
}
const queued = { state: 'queued' as const, waitsFor: [] }
const waitingForOther = { state: 'queued' as const, waitsFor: [{ id: 'f1', name: 'tea.xml' }] }

test('names the reason why a feed waits', () => {
  expect(waitingWords({ state: 'sending', waitsFor: [] }, online)).toBeUndefined()
  expect(waitingWords(waitingForOther, { ...online, paused: true })).toContain('is offline')
  expect(waitingWords(waitingForOther, { ...online, needsCredentials: true })).toContain('password')
  expect(
    waitingWords(waitingForOther, { ...online, reachable: false, reason: 'The connection was refused.' }),
  ).toBe('Waiting: The connection was refused. It is tried again from time to time.')
  expect(waitingWords(waitingForOther, online)).toBe('Waiting for “tea.xml” (f1), about the same items.')
  expect(waitingWords({ ...queued, note: 'Turned away for now.' }, online)).toBe(
    'Waiting: Turned away for now.',
  )
  expect(waitingWords(queued, online)).toContain('Waiting: Waits on this computer')
})
