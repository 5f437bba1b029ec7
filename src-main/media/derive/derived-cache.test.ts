import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'
import { openDerivedCache } from './derived-cache.ts'

let directory: string
beforeEach(() => {
  directory = temporaryDirectory()
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const open = (capacity = 1_000_000) => openDerivedCache({ directory, capacity, log: createLog('silent') })
const kilobyte = () => randomBytes(1024)

test('a hundred equal requests are one piece of work', async () => {
  const cache = open()
  let made = 0
  const make = async () => {
    made += 1
    await new Promise((resolve) => setTimeout(resolve, 20))
    return kilobyte()
  }
  const answers = await Promise.all(Array.from({ length: 100 }, () => cache.get('aa-one', make)))
  expect(made).toBe(1)
  expect(new Set(answers).size).toBe(1)
  await cache.close()
})

test('what was made is still there after a restart', async () => {
  const first = open()
  const made = await first.get('aa-one', async () => kilobyte())
  await first.close()
  const again = await open().get('aa-one', async () => {
    throw new Error('made twice')
  })
  expect(Buffer.from(again ?? [])).toEqual(Buffer.from(made ?? []))
})

test('the least recently used go first when the space is full', async () => {
  const cache = open(3 * 1024)
  for (const name of ['aa-one', 'bb-two', 'cc-three']) await cache.get(name, async () => kilobyte())
  await cache.get('aa-one', async () => undefined)
  await cache.get('dd-four', async () => kilobyte())
  const files = (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
  expect(files.toSorted()).toEqual(['aa-one', 'cc-three', 'dd-four'])
})

test('a failure is told to everybody who waits, and not kept', async () => {
  const cache = open()
  const failing = async (): Promise<Uint8Array> => {
    throw new Error('no such picture')
  }
  await expect(Promise.all([cache.get('aa-one', failing), cache.get('aa-one', failing)])).rejects.toThrow(
    'no such picture',
  )
  expect(await cache.get('aa-one', async () => kilobyte())).toHaveLength(1024)
})
