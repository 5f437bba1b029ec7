import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'

test('all cases of one file are tried with the seed that is given', { timeout: 120_000 }, () => {
  const said = execFileSync(
    'npm',
    ['run', '--silent', 'trial', '--', 'properties', '--seed', '7', 'src-shared/feeds/draft/columns'],
    {
      cwd: projectDirectory,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    },
  )
  expect(said).toContain('src-shared/feeds/draft/columns.test.ts')
  expect(said).toMatch(/Tests +\d+ passed/)
})
