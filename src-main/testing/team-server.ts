import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectToTeam } from '../storage/team/team-database.ts'
import { type EmbeddedServer, openEmbeddedServer } from '../team/database/embedded-server.ts'

/** New databases of one PostgreSQL server, which starts with the first one. */
export function openTeamDatabases() {
  let starting: Promise<EmbeddedServer> | undefined
  let count = 0
  // Under the administrator's account, the server runs as another one, which must reach the folder.
  const folder = mkdtempSync(join(tmpdir(), 'team-'))
  chmodSync(folder, 0o711)
  return {
    /** Address of a new, empty database. */
    async create(): Promise<string> {
      starting ??= openEmbeddedServer(join(folder, 'server'))
      const { url } = await starting
      const name = `team_${++count}`
      const client = await connectToTeam({ url })
      await client.query(`CREATE DATABASE ${name}`)
      await client.end()
      return url.replace(/[^/]+$/, name)
    },
    async close(): Promise<void> {
      await (await starting)?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
