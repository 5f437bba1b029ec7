import type { Client } from 'pg'
import { say } from '../../../src-shared/texts/say.ts'
import type { Logger } from '../../platform/log/log.ts'
import { connectToTeam, prepareTeam, sendingLock, type TeamAddress, teamChannel } from './team-database.ts'

/** The connection of a host to its team, besides that of its writer. */
export interface TeamConnection {
  /** Why the team's database cannot be reached; undefined while it can. */
  trouble(): string | undefined
  /**
   * Whether this host may send feeds: no other one may until the connection ends. Asked for at most one time a
   * second.
   */
  maySend(): Promise<boolean>
  /** Tells the other hosts something, which none of them stores. */
  tell(word: object): void
  /** Calls the listener with what other hosts tell. */
  listen(listener: (word: unknown) => void): () => void
  close(): Promise<void>
}

interface FollowOptions {
  address: TeamAddress
  host: string
  /** Called when other hosts have committed, or may have. */
  onCommits(): void
  log?: Logger | undefined
}

/** Pauses before the next attempt to connect, in milliseconds. */
const pauses = [500, 1000, 2000, 5000]
const minAskPause = 1000
/** NOTIFY takes fewer than 8000 bytes. */
const maxWordBytes = 7000

/** Follows the commits of other hosts, and connects again whenever the connection is lost. */
export function followTeam({ address, host, onCommits, log }: FollowOptions): TeamConnection {
  const listeners = new Set<(word: unknown) => void>()
  let client: Client | undefined
  let trouble: string | undefined
  let isClosed = false
  let attempts = 0
  let timer: NodeJS.Timeout | undefined
  let isSender = false
  let askedAt = Number.NEGATIVE_INFINITY

  async function connect(): Promise<void> {
    try {
      const opened = await connectToTeam(address)
      opened.on('end', () => lost(opened))
      opened.on('notification', ({ payload = '' }) => received(payload))
      await prepareTeam(opened)
      await opened.query(`LISTEN ${teamChannel}`)
      if (isClosed) return void (await opened.end())
      client = opened
      trouble = undefined
      attempts = 0
      onCommits()
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error)
      if (attempts === 0) log?.warn({ err: error }, 'the database of the team cannot be reached')
      again()
    }
  }
  function again(): void {
    if (isClosed) return
    timer = setTimeout(() => void connect(), pauses[Math.min(attempts++, pauses.length - 1)])
    timer.unref()
  }
  function lost(ended: Client): void {
    if (client !== ended) return
    client = undefined
    // PostgreSQL has released the lock.
    isSender = false
    if (isClosed) return
    trouble = say`The connection to the team's database was lost.`
    log?.warn({}, 'the connection to the database of the team was lost')
    again()
  }
  function received(payload: string): void {
    const [kind, from, ...rest] = payload.split(' ')
    if (from === host) return
    if (kind === 'commit') onCommits()
    if (kind !== 'word') return
    try {
      const word: unknown = JSON.parse(rest.join(' '))
      for (const listener of listeners) listener(word)
    } catch (error) {
      log?.warn({ err: error }, 'a word of another host')
    }
  }
  const connecting = connect()

  return {
    trouble: () => trouble,
    async maySend() {
      await connecting
      if (isSender || !client || performance.now() - askedAt < minAskPause) return isSender
      askedAt = performance.now()
      const asked = client
      const { rows } = await asked
        .query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${sendingLock}) AS held`)
        .catch(() => ({ rows: [] }))
      if (rows[0]?.held !== true) return false
      // From this commit on, no other host can record that it is sending a feed.
      await asked.query('UPDATE catalog_desk.team SET sender = $1', [host])
      isSender = client === asked
      return isSender
    },
    tell(word) {
      const text = JSON.stringify(word)
      if (Buffer.byteLength(text) > maxWordBytes) return
      void client
        ?.query('SELECT pg_notify($1, $2)', [teamChannel, `word ${host} ${text}`])
        .catch(() => undefined)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await connecting
      await client?.end().catch(() => undefined)
    },
  }
}
