import { expect, test } from 'vitest'
import { errorMessage, isOutdatedPage, isUnreachable } from './errors.ts'

/** As this browser fails. */
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a part of the page that is gone is not taken for a program that does not answer', async () => {
  const gone = await failure(import(/* @vite-ignore */ new URL('/no-such-part.js', location.href).href))
  expect(isOutdatedPage(gone)).toBe(true)
  expect(isUnreachable(gone)).toBe(false)
  expect(errorMessage(gone)).toContain('Load the page again')
  const unanswered = await failure(fetch('http://127.0.0.1:1/'))
  expect(isOutdatedPage(unanswered)).toBe(false)
  expect(isUnreachable(unanswered)).toBe(true)
})
