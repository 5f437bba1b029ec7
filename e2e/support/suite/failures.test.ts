import { expect, it } from 'vitest'
import { failuresIn } from './failures.ts'

it('names the failed tests of Vitest with their errors', () => {
  const output = [
    ' \u001B[32m✓\u001B[39m  shared  src-shared/a.test.ts (1 test) 1ms',
    '⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯',
    '',
    '\u001B[41m FAIL \u001B[49m  node  src-shared/b.test.ts > counts',
    'AssertionError: expected 1 to be 2',
    '',
    ' Test Files  1 failed | 1 passed (2)',
  ].join('\n')
  expect(failuresIn(output)).toEqual([
    'FAIL   node  src-shared/b.test.ts > counts\n  AssertionError: expected 1 to be 2',
  ])
})

it('names a failed test of Playwright once, though it is listed for each attempt', () => {
  const attempt = [
    '  1) [headless] › e2e/journeys/sync.test.ts:9:1 › syncs ─────────',
    '',
    '    Error: Timed out',
  ]
  const output = [...attempt, '', ...attempt, '  1 failed'].join('\n')
  expect(failuresIn(output)).toEqual([
    '1) [headless] › e2e/journeys/sync.test.ts:9:1 › syncs\n  Error: Timed out',
  ])
})

it('finds nothing in the output of passed tests', () => {
  expect(failuresIn(' Tests  2 passed (2)')).toEqual([])
})
