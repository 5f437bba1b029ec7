import { expect, test } from 'vitest'
import { errorMessage, isOutdatedPage, isUnreachable } from './errors.ts'

/** The error of a rejected promise, as this browser creates it. */
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a missing page module is not reported as an unreachable backend', async () => {
  const importError = await failure(
    import(/* @vite-ignore */ new URL('/no-such-part.js', location.href).href),
  )
  expect(isOutdatedPage(importError)).toBe(true)
  expect(isUnreachable(importError)).toBe(false)
  expect(errorMessage(importError)).toContain('Load the page again')
  const fetchError = await failure(fetch('http://127.0.0.1:1/'))
  expect(isOutdatedPage(fetchError)).toBe(false)
  expect(isUnreachable(fetchError)).toBe(true)
})
