import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareItem } from '../../../../src-shared/feeds/compare/comparison.ts'
import { numberOfCases } from '../../../../src-shared/testing/number-of-cases.ts'
import { type Item, item as itemGroup } from '../../../../src-shared/vocabulary/elements/item.ts'
import { parseElement, writeElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { arbitraryOf } from '../../../../src-shared/vocabulary/kit/testing/arbitrary.ts'
import { openTemporaryDatabase } from '../../../testing/temporary-workspace.ts'
import { openKnowledge } from '../check/item-knowledge.ts'
import { startRefresh } from './drafts-start.ts'
import { openMergedItems } from './merged-item.ts'

let database: ReturnType<typeof openTemporaryDatabase>
beforeAll(() => {
  database = openTemporaryDatabase()
})
afterAll(() => database[Symbol.dispose]())

const records = arbitraryOf(itemGroup)
const bodyOf = (record: Item) => Buffer.from(writeElement(itemGroup, 'item', record))

/** The differences found by comparing the complete feeds. */
function differences(body: Uint8Array, merge: (stored: Item) => Item) {
  const { value: stored = {} } = parseElement(itemGroup, body)
  const known = openKnowledge(database.db)(stored)
  const { item: theirs } = startRefresh(stored, known)
  const { item: mine } = startRefresh(merge(stored), known, stored)
  return { theirs, mine, fields: compareItem('refresh', { theirs, mine }) }
}

test('finds the differences between the feeds before and after a merge', () => {
  const mergedWith = openMergedItems(database.db, 'refresh')
  fc.assert(
    fc.property(records, records, fc.array(fc.nat()), (record, other, chosen) => {
      const body = bodyOf(record)
      const keys = Object.keys(other)
      const taken = chosen.map((number) => keys[number % keys.length] ?? 'name')
      const merge = (stored: Item): Item => ({
        ...structuredClone(stored),
        ...Object.fromEntries(taken.map((key) => [key, Reflect.get(other, key)])),
      })
      const found = mergedWith({ id: 'i1', name: '', body }, merge)
      const { theirs, mine, fields } = differences(body, merge)
      expect(found?.fields).toEqual(fields)
      expect(found?.sides()).toEqual({ present: theirs, merged: mine })
    }),
    { numRuns: numberOfCases(100) },
  )
})

test('finds none after a merge that changes nothing', () => {
  const mergedWith = openMergedItems(database.db, 'refresh')
  fc.assert(
    fc.property(records, (record) => {
      const body = bodyOf(record)
      expect(mergedWith({ id: 'i1', name: '', body }, structuredClone)?.fields).toEqual([])
      expect(differences(body, structuredClone).fields).toEqual([])
    }),
    { numRuns: numberOfCases(100) },
  )
})
