import { expect, test } from 'vitest'
import { boundedCache } from './bounded-cache.ts'

const bytesCache = (maxBytes: number) => boundedCache<Uint8Array>(maxBytes, (bytes) => bytes.byteLength)

test('evicts the least recently used value first', () => {
  const cache = bytesCache(4000)
  for (const key of ['a', 'b', 'c']) cache.set(key, new Uint8Array(1000))
  cache.get('a')
  cache.set('d', new Uint8Array(1000))
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key))).toEqual(['a', 'c', 'd'])
})

test('counts a value that is set again once', () => {
  const cache = bytesCache(2000)
  for (let times = 0; times < 10; times++) cache.set('a', new Uint8Array(1000))
  cache.set('b', new Uint8Array(100))
  expect(cache.get('a')).toBeDefined()
})

test('does not keep a value larger than the cache', () => {
  const cache = bytesCache(2000)
  cache.set('large', new Uint8Array(5000))
  expect(cache.get('large')).toBeUndefined()
  cache.set('small', new Uint8Array(100))
  expect(cache.get('small')).toBeDefined()
})

test('counts the keys of empty values', () => {
  const cache = bytesCache(100_000)
  for (let number = 0; number < 1000; number++) cache.set(`${number} ${'x'.repeat(1000)}`, new Uint8Array())
  const kept = Array.from({ length: 1000 }, (_, number) => cache.get(`${number} ${'x'.repeat(1000)}`)).filter(
    Boolean,
  )
  expect(kept.length).toBeGreaterThan(10)
  expect(kept.length).toBeLessThanOrEqual(50)
})
