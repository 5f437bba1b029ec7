import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every glob pattern is relative: in the build, a pattern that starts with ** does not exclude files outside src-renderer', () => {
  const source = readFileSync(new URL('page-files.ts', import.meta.url), 'utf8')
  const patterns = source
    .split("'")
    .filter((text) => text.includes('resources/reference/') && !text.includes('`'))
  expect(patterns.length).toBeGreaterThan(2)
  expect(source).not.toContain("'!**")
  for (const pattern of patterns) expect(pattern).toMatch(/^!?\.\.\//)
})
