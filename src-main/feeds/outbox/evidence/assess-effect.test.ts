import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FeedKind, feedKinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { numberOfCases } from '../../../../src-shared/testing/number-of-cases.ts'
import { assessEffect, type Observation } from './assess-effect.ts'
import type { Sighting } from './catalog-view.ts'

const at = Date.UTC(2026, 0, 1, 12)
const moment = (seconds: number) => new Date(at + seconds * 1000).toISOString()
const absent: Sighting = { code: '1', is: 'absent' }
const there = (seconds: number, more: Partial<Sighting> = {}): Sighting => ({
  code: '1',
  is: 'there',
  id: 'a',
  names: ['a', '1'],
  created: moment(Math.min(seconds, -60)),
  lastUpdated: moment(seconds),
  digest: String(seconds),
  differs: [],
  ...more,
})
const judge = (kind: FeedKind, then: Sighting, now: Sighting, more: Partial<Observation> = {}) =>
  assessEffect({
    kind,
    items: 1,
    before: { at, sent: [], items: [then] },
    after: { sent: [], items: [now] },
    rivals: [],
    newest: 'ours',
    ...more,
  })

describe('assessEffect for one item', () => {
  test.each<[string, FeedKind, Sighting, Sighting, string]>([
    ['created by the feed', 'create', absent, there(5, { created: moment(5) }), 'shown'],
    ['created before the sending, but found late', 'create', absent, there(-60), 'open'],
    ['present before', 'create', there(-60), there(-60), 'open'],
    ['still absent', 'create', absent, absent, 'absent'],
    ['created with other values', 'create', absent, there(5, { differs: ['name'] }), 'open'],
    ['changed to the sent values', 'refresh', there(-60, { differs: ['name'] }), there(5), 'shown'],
    [
      'changed to the sent values before the sending',
      'refresh',
      there(-60, { differs: ['name'] }),
      there(-30),
      'open',
    ],
    ['sent values shown before', 'refresh', there(-60), there(5), 'open'],
    ['unchanged', 'update', there(-60, { differs: ['name'] }), there(-60, { differs: ['name'] }), 'absent'],
    ['no visible values', 'update', there(-60, { isMute: true }), there(5, { isMute: true }), 'open'],
    ['unchanged', 'contentplus', there(-60, { differs: ['e'] }), there(-60, { differs: ['e'] }), 'open'],
    ['deleted since', 'refresh', there(-60, { differs: ['name'] }), absent, 'open'],
    ['unclear before', 'refresh', { code: '1', is: 'unclear' }, there(5), 'open'],
  ])('%s: %s', (_, kind, then, now, verdict) => {
    const effect = judge(kind, then, now)
    expect(effect).toMatchObject({ verdict, isWhole: true })
    expect(effect.words.length).toBeGreaterThan(0)
  })

  test('stays open and names another feed of ours that may have made the change', () => {
    const effect = judge('refresh', there(-60, { differs: ['name'] }), there(5), { rivals: ['Tea'] })
    expect(effect.verdict).toBe('open')
    expect(effect.words.at(-1)).toContain('“Tea”')
  })

  test('stays open if a feed of another program may hide it', () => {
    expect(judge('create', absent, absent, { newest: 'foreign' }).verdict).toBe('open')
  })

  test('with unchecked items, only the newest feed proves that nothing has arrived', () => {
    const verdict = (newest: Observation['newest']) =>
      judge('create', absent, absent, { items: 2, newest }).verdict
    expect([verdict('ours'), verdict('unknown')]).toEqual(['absent', 'open'])
  })
})

/** A catalog record that consists of one word, with timestamps of the service's clock. */
interface StoredRecord {
  word: string
  created: number
  updated: number
}
type Event =
  | { who: 'we' }
  | { who: 'other'; kind: 'create' | 'refresh'; item: number; word: string }
  | { who: 'nobody' }
const words = ['ours', 'theirs', 'third']

describe('arbitrary histories of a catalog that others change too', () => {
  const items = 3
  const start = fc.array(fc.option(fc.constantFrom(...words), { nil: undefined }), {
    minLength: items,
    maxLength: items,
  })
  const event = fc.oneof(
    fc.constant<Event>({ who: 'we' }),
    fc.constant<Event>({ who: 'nobody' }),
    fc.record({
      who: fc.constant('other' as const),
      kind: fc.constantFrom('create' as const, 'refresh' as const),
      item: fc.nat(items - 1),
      word: fc.constantFrom('theirs', 'third'),
    }),
  )
  const history = fc.record({
    kind: fc.constantFrom(...feedKinds.filter((kind) => kind !== 'contentplus')),
    start,
    /** Indexes of the items in our feed. */
    feed: fc.uniqueArray(fc.nat(items - 1), { minLength: 1 }),
    acts: fc.array(event, { maxLength: 6 }),
  })

  test('a feed judged as shown has arrived, and one judged as absent has not', () => {
    const verdicts = new Set<string>()
    fc.assert(
      fc.property(history, ({ kind, start, feed, acts }) => {
        let clock = at - 60_000
        const catalog = start.map((word): StoredRecord | undefined =>
          word === undefined ? undefined : { word, created: clock, updated: clock },
        )
        const put = (item: number, word: string, how: FeedKind) => {
          const before = catalog[item]
          if (how === 'create' && before) return
          if (how === 'update' && !before) return
          catalog[item] = { word, created: before?.created ?? clock, updated: clock }
        }
        const see = (): Sighting[] =>
          feed.map((item) => {
            const record = catalog[item]
            if (!record) return { code: String(item), is: 'absent' }
            return {
              code: String(item),
              is: 'there',
              id: `i${item}`,
              created: new Date(record.created).toISOString(),
              lastUpdated: new Date(record.updated).toISOString(),
              digest: JSON.stringify(record),
              differs: record.word === 'ours' ? [] : ['word'],
            }
          })
        clock = at
        const before = { at, sent: [], items: see() }
        let arrived = false
        let others = false
        for (const one of acts) {
          clock += 1000
          if (one.who === 'we' && !arrived) {
            arrived = true
            for (const item of feed) put(item, 'ours', kind)
          }
          if (one.who === 'other') {
            others = true
            put(one.item, one.word, one.kind)
          }
        }
        const { verdict } = assessEffect({
          kind,
          items: feed.length,
          before,
          after: { sent: [], items: see() },
          rivals: [],
          newest: others || arrived ? 'foreign' : 'ours',
        })
        verdicts.add(verdict)
        if (verdict === 'shown') expect(arrived).toBe(true)
        if (verdict === 'absent') expect(arrived).toBe(false)
        // A service that does not report its newest feed, and has processed all feeds.
        const alone = assessEffect({
          kind,
          items: feed.length,
          before,
          after: { sent: [], items: see() },
          rivals: [],
          newest: 'unknown',
        })
        if (alone.verdict === 'absent') expect(arrived).toBe(false)
      }),
      { numRuns: numberOfCases(2000) },
    )
    expect(verdicts).toEqual(new Set(['shown', 'absent', 'open']))
  })
})
