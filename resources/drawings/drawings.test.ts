import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { outboxEventNames, outboxTransitions } from '../../src-shared/feeds/outbox/outbox-machine.ts'
import { outboxStateDescriptions, outboxStates } from '../../src-shared/feeds/outbox/outbox-state.ts'
import { ingestItem } from '../../src-shared/vocabulary/elements/ingest.ts'
import { item } from '../../src-shared/vocabulary/elements/item.ts'
import type { Group, Member } from '../../src-shared/vocabulary/kit/description.ts'
import { atItem, recordAndFeed } from '../../src-shared/vocabulary/record-and-feed.ts'

/** The words of a drawing. `generated-files.test.ts` checks that the file is up to date. */
const wordsOf = (name: string): string[] => {
  const drawing = readFileSync(new URL(`../reference/pictures/${name}.svg`, import.meta.url), 'utf8')
  return drawing
    .split('<text')
    .slice(1)
    .flatMap((text) => text.slice(text.indexOf('>') + 1, text.indexOf('</text>')).split(/,\s*/))
    .filter(Boolean)
}

test('the life of a feed shows every state, and every event that changes a state', () => {
  const drawn = wordsOf('life-of-a-feed')
  const changing = outboxEventNames.filter((event) =>
    outboxStates.some((state) => ![state, undefined].includes(outboxTransitions[state][event])),
  )
  expect(drawn).toEqual(
    expect.arrayContaining(outboxStates.map((state) => outboxStateDescriptions[state].label)),
  )
  expect(outboxEventNames.filter((event) => drawn.includes(event))).toEqual(changing)
})

test('the threads show every room with stores', () => {
  const thread = readFileSync(new URL('../../src-main/thread.ts', import.meta.url), 'utf8')
  const rooms = [...thread.matchAll(/^ {2}'?([a-z-]+)'?: /gm)].map(([, room]) => room)
  expect(rooms.length).toBeGreaterThan(10)
  expect(wordsOf('storage-threads')).toEqual(expect.arrayContaining(rooms))
})

/** Whether an element of the vocabulary has a member at a path. */
function hasPath(group: Group, path: string): boolean {
  let around: Group | undefined = group
  const names = path.replace(/\[\d+\]/g, '').split('/')
  for (let at = 0; at < names.length; at++) {
    const name: string = names[at] ?? ''
    const member: Member | undefined = name.startsWith('@')
      ? around?.attributes.get(name.slice(1))
      : around?.elements.get(name)
    if (!member) return false
    // The entry of a list is not a separate member.
    if (member.cardinality === 'list' && names[at + 1] === member.entry) at++
    around = member.type.kind === 'group' ? member.type : undefined
  }
  return true
}

test('the carried fields exist in the vocabulary of records and of feeds', () => {
  const carried = recordAndFeed.carried(atItem)
  expect(carried.length).toBeGreaterThan(50)
  expect(carried.map(({ record }) => record).filter((path) => !hasPath(item, path))).toEqual([])
  expect(carried.map(({ feed }) => feed).filter((path) => !hasPath(ingestItem, path))).toEqual([])
})
