import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../../testing/temporary-workspace.ts'
import { joinedNumbers, marksByRow, mergeAscending, numbersOf, openMatching, without } from './row-numbers.ts'

const numbers = fc.uniqueArray(fc.nat(200), { maxLength: 40 })
const ascending = (list: number[]) => Uint32Array.from(list).sort()

test('parses joined numbers in ascending order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(0xffff_ffff), { minLength: 1, maxLength: 40 }), (list) => {
      expect(numbersOf(Buffer.from(list.join(',')), list.length)).toEqual(ascending(list))
    }),
  )
})

test('subtracts, joins and marks lists of row numbers like sets', () => {
  fc.assert(
    fc.property(numbers, numbers, (one, other) => {
      const rest = one.filter((number) => !other.includes(number))
      expect(without(ascending(one), ascending(other))).toEqual(ascending(rest))
      expect([...joinedNumbers([ascending(rest), ascending(other)])]).toEqual([
        ...ascending(rest),
        ...ascending(other),
      ])
      expect(mergeAscending([ascending(rest), ascending(other)])).toEqual(ascending([...rest, ...other]))
      const marks = marksByRow(one, ascending(other))
      expect([...Array(201).keys()].filter((number) => marks[number] === 1)).toEqual([
        ...ascending([...new Set([...one, ...other])]),
      ])
    }),
  )
})

test('returns the rows of the index for an expression', () => {
  using database = openTemporaryDatabase()
  const put = database.db.prepare('INSERT INTO item_text (rowid, name) VALUES (?, ?)')
  for (const [row, name] of [
    [70_000, 'oat milk'],
    [3, 'oat'],
    [12, 'milk'],
  ])
    put.run(row, name)
  const matching = openMatching(database.db)
  expect([...matching('oat')]).toEqual([3, 70_000])
  expect([...matching('m*')]).toEqual([12, 70_000])
  expect([...matching('honey')]).toEqual([])
})
