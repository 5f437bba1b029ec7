import { stripVTControlCharacters } from 'node:util'

/** How a failed test begins: ` FAIL  node  FILE > NAME` of Vitest, `  1) [headless] › FILE › NAME` of Playwright. */
const failedTest = /^\s*(?:FAIL\s|\d+\) \[)/

/** Lines after the name of a failed test among which its error is looked for. */
const linesToError = 4

/**
 * Returns the names of the failed tests in the output of Vitest or Playwright, each with the first line of
 * its error. A test that was tried again is named once.
 */
export function failuresIn(output: string): string[] {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
  const failures = lines.flatMap((line, index) => {
    if (!failedTest.test(line)) return []
    const error = lines
      .slice(index + 1, index + 1 + linesToError)
      .find((next) => next !== '' && !failedTest.test(next))
    const name = line.replace(/[\s─]+$/, '')
    return [error === undefined ? name : `${name}\n  ${error}`]
  })
  return [...new Set(failures)]
}
