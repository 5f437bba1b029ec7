import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every pattern of files is relative: one that begins with ** leaves out nothing outside src-renderer in the build', () => {
  const source = readFileSync(new URL('page-files.ts', import.meta.url), 'utf8')
  const patterns = source
    .split("'")
    .filter((text) => text.includes('resources/reference/') && !text.includes('`'))
  expect(patterns.length).toBeGreaterThan(2)
  expect(source).not.toContain("'!**")
  for (const pattern of patterns) expect(pattern).toMatch(/^!?\.\.\//)
})
