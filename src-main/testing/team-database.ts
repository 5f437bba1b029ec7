import { afterAll } from 'vitest'
import { openTeamDatabases } from './team-server.ts'

/** Databases of one PostgreSQL server, which runs until the tests of a file end. */
export function teamDatabases() {
  const { create, close } = openTeamDatabases()
  afterAll(close)
  return { create }
}
