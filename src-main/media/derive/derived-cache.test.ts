import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../platform/log/log.ts'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'
import { openDerivedCache } from './derived-cache.ts'

let directory: string
beforeEach(() => {
  directory = temporaryDirectory()
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const open = (capacity = 1_000_000) => openDerivedCache({ directory, capacity, log: createLog('silent') })
const kilobyte = () => randomBytes(1024)
/** A separate source for each picture. */
const from = (make: () => Promise<Uint8Array | undefined>) => ({
  key: String(Math.random()),
  async make() {
    const bytes = await make()
    return bytes && [bytes]
  },
})
const ofKilobyte = from(async () => kilobyte())

test('derives a picture once for a hundred equal requests', async () => {
  const cache = open()
  let made = 0
  const make = async () => {
    made += 1
    await new Promise((resolve) => setTimeout(resolve, 20))
    return kilobyte()
  }
  const answers = await Promise.all(Array.from({ length: 100 }, () => cache.get('aa-one', from(make))))
  expect(made).toBe(1)
  expect(new Set(answers).size).toBe(1)
  await cache.close()
})

test('keeps derived pictures across a restart', async () => {
  const first = open()
  const made = await first.get('aa-one', ofKilobyte)
  await first.close()
  const again = await open().get(
    'aa-one',
    from(async () => {
      throw new Error('made twice')
    }),
  )
  expect(Buffer.from(again ?? [])).toEqual(Buffer.from(made ?? []))
})

test('evicts the least recently used pictures when it is full', async () => {
  const cache = open(3 * 1024)
  for (const name of ['aa-one', 'bb-two', 'cc-three']) await cache.get(name, ofKilobyte)
  await cache.get(
    'aa-one',
    from(async () => undefined),
  )
  await cache.get('dd-four', ofKilobyte)
  const files = (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
  expect(files.toSorted()).toEqual(['aa-one', 'cc-three', 'dd-four'])
})

test('rejects all waiting requests on failure, and does not cache it', async () => {
  const cache = open()
  const failing = from(async () => {
    throw new Error('no such picture')
  })
  await expect(Promise.all([cache.get('aa-one', failing), cache.get('aa-one', failing)])).rejects.toThrow(
    'no such picture',
  )
  expect(await cache.get('aa-one', ofKilobyte)).toHaveLength(1024)
})

test('derives the pictures of one source together if they are requested while it waits', async () => {
  const cache = open()
  const turns: string[][] = []
  const source = (key: string) => ({
    key,
    async make(names: string[]) {
      turns.push([...names])
      await new Promise((resolve) => setTimeout(resolve, 20))
      return names.map((name) => Buffer.from(name))
    },
  })
  const ask = (name: string) => cache.get(name, source(name.slice(0, 2)))
  const names = ['aa-1', 'bb-1', 'cc-1', 'cc-2', 'cc-3', 'bb-2']
  const answers = await Promise.all(names.map(ask))
  expect(answers.map(String)).toEqual(names)
  expect(turns.map((turn) => turn.toSorted()).toSorted()).toEqual([
    ['aa-1'],
    ['bb-1', 'bb-2'],
    ['cc-1', 'cc-2', 'cc-3'],
  ])
  expect(String(await ask('cc-4'))).toBe('cc-4')
  expect(turns.at(-1)).toEqual(['cc-4'])
  await cache.close()
})
