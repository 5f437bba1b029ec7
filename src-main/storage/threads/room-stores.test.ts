import { expect, test } from 'vitest'
import { defineReader, defineWriter } from '../store.ts'
import { openRoomStores } from './room-stores.ts'

const itemReader = defineReader('item', () => ({}))
const itemWriter = defineWriter('item', () => ({}))
const codeReader = defineReader('item/code', () => ({}))

test('loads a room once, at the first call to one of its stores', async () => {
  let loads = 0
  const stores = openRoomStores({
    item: async () => {
      loads++
      return { itemReader, itemWriter, codeReader }
    },
  })
  expect(() => stores.find('reader', 'item')).toThrow('The module stores.ts of the room "item" has no reader')
  await stores.load('item/code')
  expect(stores.load('item')).toBeUndefined()
  expect(loads).toBe(1)
  expect(stores.find('reader', 'item')).toBe(itemReader)
  expect(stores.find('writer', 'item')).toBe(itemWriter)
  expect(stores.find('reader', 'item/code')).toBe(codeReader)
  expect(() => stores.find('writer', 'item/code')).toThrow('has no writer "item/code"')
})

test('does not load an unknown room', () => {
  const stores = openRoomStores({})
  expect(stores.load('toString')).toBeUndefined()
  expect(() => stores.find('reader', 'toString')).toThrow('room "toString"')
})

test('reports why a room failed to load, and retries at the next call', async () => {
  let isBroken = true
  const stores = openRoomStores({
    item: async () => {
      if (isBroken) throw new Error('The file is gone')
      return { itemReader }
    },
  })
  await stores.load('item')
  expect(() => stores.find('reader', 'item')).toThrow('The file is gone')
  isBroken = false
  await stores.load('item')
  expect(stores.find('reader', 'item')).toBe(itemReader)
})
