import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'

test('runs all cases of one file with the given seed', { timeout: 120_000 }, () => {
  const output = execFileSync(
    'npm',
    ['run', '--silent', 'trial', '--', 'properties', '--seed', '7', 'src-shared/feeds/draft/columns'],
    {
      cwd: projectDirectory,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    },
  )
  expect(output).toContain('src-shared/feeds/draft/columns.test.ts')
  expect(output).toMatch(/Tests +\d+ passed/)
})
