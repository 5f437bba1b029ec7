import { expect, test } from 'vitest'
import { errorMessage, isOutdatedPage, isUnreachable } from './errors.ts'

/** The error of a rejected promise, as this browser creates it. */
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a missing page module is not reported as an unreachable backend', async () => {
  const gone = await failure(import(/* @vite-ignore */ new URL('/no-such-part.js', location.href).href))
  expect(isOutdatedPage(gone)).toBe(true)
  expect(isUnreachable(gone)).toBe(false)
  expect(errorMessage(gone)).toContain('Load the page again')
  const unanswered = await failure(fetch('http://127.0.0.1:1/'))
  expect(isOutdatedPage(unanswered)).toBe(false)
  expect(isUnreachable(unanswered)).toBe(true)
})
