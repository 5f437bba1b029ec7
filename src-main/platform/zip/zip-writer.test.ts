import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { openPromise } from 'yauzl'
import { numberOfCases } from '../../../src-shared/testing/number-of-cases.ts'
import { zip } from './zip-writer.ts'

test('restores all entries, stored or deflated', async () => {
  const entries = fc.array(
    fc.record({ bytes: fc.uint8Array({ maxLength: 2000 }), isStored: fc.boolean(), letters: fc.string() }),
    { maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(entries, async (given) => {
      const named = given.map((one, index) => ({ ...one, name: `${index}é` }))
      const bytes = await buffer(
        zip(
          named.map(({ name, bytes, isStored }) =>
            isStored ? { name, bytes } : { name, content: [bytes.subarray(0, 9), bytes.subarray(9)] },
          ),
        ),
      )
      const files = unzipSync(bytes)
      expect(Object.keys(files).length).toBe(named.length)
      for (const { name, bytes } of named) expect(Buffer.from(files[name] ?? [])).toEqual(Buffer.from(bytes))
    }),
    { numRuns: numberOfCases(50) },
  )
})

test('writes more entries than a plain zip can count', async () => {
  const many = 70_000
  function* entries() {
    for (let number = 0; number < many; number++) yield { name: `${number}`, bytes: Uint8Array.of(7) }
  }
  const folder = mkdtempSync(join(tmpdir(), 'catalog-desk-'))
  try {
    const path = join(folder, 'many.zip')
    writeFileSync(path, await buffer(zip(entries())))
    const opened = await openPromise(path, {})
    expect(opened.entryCount).toBe(many)
    opened.close()
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('fails with the error of an entry', async () => {
  async function* failing() {
    yield Uint8Array.of(1)
    throw new Error('gone')
  }
  await expect(buffer(zip([{ name: 'a', content: failing() }]))).rejects.toThrow('gone')
})

test.each(['bytes', 'content'])('stops reading the entries if its consumer stops early: %s', async (kind) => {
  let read = 0
  let hasEnded = false
  async function* entries() {
    try {
      for (; read < 1000; read++) {
        const bytes = randomBytes(100_000)
        yield kind === 'bytes' ? { name: `${read}`, bytes } : { name: `${read}`, content: [bytes, bytes] }
      }
    } finally {
      hasEnded = true
    }
  }
  for await (const _ of zip(entries())) break
  expect(hasEnded).toBe(true)
  expect(read).toBeLessThan(10)
})

test('writes the same file for the same entries', async () => {
  const entries = [
    { name: 'a', bytes: Uint8Array.of(1) },
    { name: 'b', content: [Uint8Array.of(2)] },
  ]
  const [first, second] = [await buffer(zip(entries)), await buffer(zip(entries))]
  expect(first.equals(second)).toBe(true)
  expect(first.readUInt32LE(10)).toBe(0x21_00_00)
})
