import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../testing/temporary-workspace.ts'
import { itemXml } from '../fixtures/item-fixture.ts'
import { catalogWriter } from '../index.ts'
import { categoryReader } from './category-store.ts'

let workspace: TemporaryWorkspace
beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
})
afterEach(() => workspace.close())

const categorized = (id: string, name: string, category: string): Buffer =>
  Buffer.from(
    itemXml({ id, name, brand: ['b1', 'Oatlark'] }).replace(
      '<category type="GPC" id="1">Groceries</category>',
      `<category type="GPC" id="${category}">Name of ${category}</category>`,
    ),
  )
const put = (items: Buffer[]) => workspace.storage.writer(catalogWriter).putItems(items)
const suggest = async (name: string) => {
  const reader = workspace.storage.reader(categoryReader, { apart: true })
  const [found = []] = await reader.suggest([{ name, brandId: 'b1' }])
  return found.map(({ id, name: label, like }) => ({ id, label, like }))
}

test('suggests the categories of similar items, and learns from many new ones', async () => {
  await put([categorized('1', 'Oat drink', 'milk'), categorized('2', 'Dark chocolate', 'sweets')])
  expect((await suggest('Oat drink with calcium'))[0]).toEqual({
    id: 'milk',
    label: 'Name of milk',
    like: 'Oat drink',
  })
  await put([categorized('3', 'Basmati rice', 'rice')])
  expect((await suggest('Jasmine rice'))[0]?.id).toBe('rice')
})

test('suggests no category that is not in the list', async () => {
  await put([Buffer.from(categorized('1', 'Oat drink', 'milk').toString().replace('Name of milk', ''))])
  expect(await suggest('Oat drink')).toEqual([])
})
