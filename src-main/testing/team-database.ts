import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { connectToTeam } from '../storage/team/team-database.ts'
import { type EmbeddedServer, openEmbeddedServer } from '../team/database/embedded-server.ts'

/** Databases of one PostgreSQL server, which runs until the tests of a file end. */
export function teamDatabases() {
  let starting: Promise<EmbeddedServer> | undefined
  let count = 0
  // Under the administrator's account, the server runs as another one, which must reach the folder.
  const folder = mkdtempSync(join(tmpdir(), 'team-'))
  chmodSync(folder, 0o711)
  const server = () => (starting ??= openEmbeddedServer(join(folder, 'server')))
  afterAll(async () => {
    await (await starting)?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    server,
    /** Address of a new, empty database. */
    async create(): Promise<string> {
      const { url } = await server()
      const name = `team_${++count}`
      const client = await connectToTeam({ url })
      await client.query(`CREATE DATABASE ${name}`)
      await client.end()
      return url.replace(/[^/]+$/, name)
    },
  }
}
