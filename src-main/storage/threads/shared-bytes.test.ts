import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOfCases } from '../../../src-shared/testing/number-of-cases.ts'
import { createBytePool, freeBytes, poolOf, releaseBytes, retainBytes } from './shared-bytes.ts'

test('never overlaps held pieces, and frees all memory at the end', () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ take: fc.integer({ min: 0, max: 3000 }) }),
      fc.record({ hold: fc.nat(50) }),
      fc.record({ drop: fc.nat(50) }),
    ),
    { maxLength: 120 },
  )
  fc.assert(
    fc.property(steps, (sequence) => {
      const pool = createBytePool(16_384)
      const held: { bytes: Uint8Array; mark: number; holds: number }[] = []
      let mark = 0
      for (const step of sequence) {
        if ('take' in step) {
          const bytes = pool.take(step.take)
          if (!bytes) continue
          mark = (mark + 1) % 256
          bytes.fill(mark)
          expect(bytes.length).toBe(step.take)
          held.push({ bytes, mark, holds: 1 })
        } else if ('hold' in step) {
          const one = held[step.hold % (held.length || 1)]
          if (one) retainBytes(one.bytes)
          if (one) one.holds++
        } else {
          const at = step.drop % (held.length || 1)
          const one = held[at]
          if (!one) continue
          releaseBytes(one.bytes)
          if (--one.holds === 0) held.splice(at, 1)
        }
        for (const { bytes, mark: own } of held) expect(bytes.every((byte) => byte === own)).toBe(true)
      }
      for (const { bytes, holds } of held) for (let n = 0; n < holds; n++) releaseBytes(bytes)
      expect(pool.take(16_384 - 16)?.length).toBe(16_384 - 16)
    }),
    { numRuns: numberOfCases(300) },
  )
})

test('returns undefined when full, until another thread releases a piece', async () => {
  const pool = createBytePool(4096)
  const [one, other] = [pool.take(2000), pool.take(2000)]
  if (!one || !other) throw new Error('there is room for two')
  expect(pool.take(2000)).toBeUndefined()
  const releaseSource = `
    const { parentPort } = require('node:worker_threads')
    parentPort.once('message', (bytes) => Atomics.sub(new Int32Array(bytes.buffer, bytes.byteOffset - 8, 1), 0, 1))`
  const worker = new Worker(releaseSource, { eval: true })
  worker.postMessage(one)
  await new Promise((resolve) => worker.once('exit', resolve))
  expect(pool.take(2000)?.byteOffset).toBe(one.byteOffset)
  expect(pool.take(2000)).toBeUndefined()
})

test('distinguishes pools', () => {
  const [one, other] = [createBytePool(4096), createBytePool(4096)]
  const poolNumber = (pool: typeof one) => poolOf(pool.take(10) as Uint8Array)
  expect(poolNumber(one)).toBe(poolNumber(one))
  expect(poolNumber(one)).not.toBe(poolNumber(other))
  expect(poolOf(new Uint8Array(10))).toBeUndefined()
})

test('throws when bytes are released too often', () => {
  const bytes = createBytePool(4096).take(10) as Uint8Array
  releaseBytes(bytes)
  expect(() => releaseBytes(bytes)).toThrow('more often')
})

test('does not count holders of other memory, and frees it at once', () => {
  const bytes = new Uint8Array(1000)
  retainBytes(bytes)
  releaseBytes(bytes)
  releaseBytes(bytes)
  freeBytes(bytes)
  expect(bytes.length).toBe(0)
})
