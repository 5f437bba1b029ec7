import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { scanItem } from '../scan/item-scanner.ts'
import { fact } from './fact-layout.ts'
import { openFactTable } from './item-facts.ts'
import { projectItem } from './item-projection.ts'

const factsOf = (brand: string) => {
  const body = Buffer.from(
    `<item id="1"><name>Tea</name><products><product><brand id="${brand}">${brand}</brand></product></products></item>`,
  )
  return projectItem(body, scanItem(body)).facts
}

test('does not reuse the cached number of a value after a rollback', () => {
  using database = openTemporaryDatabase()
  const { db } = database
  const table = openFactTable(db)
  const put = (item: number, brand: string) => table.put(item, factsOf(brand))
  expect(() =>
    db.transaction(() => {
      put(1, 'lost')
      throw new Error('rolled back')
    })(),
  ).toThrow('rolled back')
  put(1, 'kept')
  put(2, 'lost')
  const brandOf = (item: number) => {
    const packed = db
      .prepare<[number], Buffer>('SELECT packed FROM item_fact WHERE item = ?')
      .pluck()
      .get(item)
    const number = packed?.readUInt32LE(4 * fact.brand)
    return db.prepare("SELECT id FROM item_value WHERE kind = 'brand' AND number = ?").pluck().get(number)
  }
  expect([brandOf(1), brandOf(2)]).toEqual(['kept', 'lost'])
})
