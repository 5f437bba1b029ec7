import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { PlainError } from '../../../src-shared/plain-error.ts'
import type { ChangeBatch } from '../../../src-shared/rpc/changes.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { collectAll, openIdleCollector } from '../../platform/memory/idle-collector.ts'
import { openChangeNumbers } from '../change-number.ts'
import { copyInThread } from '../copy-database.ts'
import { openDatabase } from '../open-database.ts'
import { errorToShape } from '../plain-failures.ts'
import { refuseForeignSchema } from '../schema/check-schema.ts'
import { migrate, requireMigrated } from '../schema/migrate.ts'
import type { Database } from '../store.ts'
import type { TeamThreadData } from '../team/commit-client.ts'
import type { openTeam } from '../team/open-team.ts'
import type { TeamCommits } from '../team/team-commits.ts'
import type { StatementWatch } from '../watch-statements.ts'
import { openRoomStores, type RoomModules, type RoomStores } from './room-stores.ts'
import {
  type Answered,
  openApartCalls,
  openReaderCalls,
  openSnapshots,
  openWriterCalls,
  type Snapshots,
} from './store-calls.ts'
import type { CallMessage, FromThread, ThreadData, ToThread } from './thread-protocol.ts'
import { transferable } from './thread-protocol.ts'

/** How often the writer checks for commits of other processes, in milliseconds. */
const foreignCommitInterval = 1000
/** How long further calls may join one transaction, and so share one wait for the disk, in milliseconds. */
const maxSharedLength = 150

/** Main function of a storage thread: opens the database and answers calls until a `close` message. */
export function serveStores(rooms: RoomModules): void {
  const stores = openRoomStores(rooms)
  const port = parentPort
  if (!port) throw new Error('A storage thread is started by openStorage, not by itself.')
  const data = workerData as ThreadData | TeamThreadData
  if (data.role === 'team') {
    void import('../team/commit-thread.ts').then(({ serveTeamCommits }) =>
      serveTeamCommits(data.port, data.answered, data.address),
    )
    return
  }
  const wait = () =>
    port.once('message', (message: ToThread) => {
      if (message.kind === 'open') begin(message.data)
      else if (message.kind !== 'close') wait()
      // After `close` nothing is pending, so the thread exits.
    })
  /** What a team needs is loaded only for one. */
  const begin = (opened: ThreadData): void => {
    if (!opened.team) serve(stores, port, opened, wait)
    else
      void import('../team/open-team.ts').then((loaded) => serve(stores, port, opened, wait, loaded.openTeam))
  }
  if (data.later) wait()
  else begin(data)
}

/** @param whenClosed called after the database is closed, when the thread can open another one */
function serve(
  stores: RoomStores,
  port: MessagePort,
  data: ThreadData,
  whenClosed: () => void,
  openTeamOf?: typeof openTeam,
): void {
  const { role, path = '', destination, way = 'shared', slowAfter = Number.POSITIVE_INFINITY } = data
  const send = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  if (role === 'copier') {
    let stopped = false
    port.once('message', () => {
      stopped = true
    })
    void copyInThread(path, way, destination ?? '', send, () => stopped).finally(() => port.close())
    return
  }

  const reply = (id: number, outcome: Answered): void => {
    const { milliseconds } = outcome
    if ('error' in outcome) send({ kind: 'error', id, error: errorToShape(outcome.error), milliseconds })
    else send({ kind: 'answer', id, value: outcome.value, milliseconds }, transferable(outcome.value))
  }
  if (role === 'apart') {
    const answerApart = openApartCalls((name) => stores.find('apart', name))
    port.on('message', async (message: ToThread) => {
      if (message.kind === 'close') port.close()
      if (message.kind !== 'call') return
      await stores.load(message.store)
      reply(message.id, await answerApart(message))
    })
    send({ kind: 'ready', changeNumber: 0, heap: getHeapStatistics() })
    return
  }

  const watch: StatementWatch = {
    slowAfter,
    slow: (sql, milliseconds) => send({ kind: 'slow-statement', sql, milliseconds }),
  }
  let db: Database | undefined
  let answer: (call: CallMessage, another: () => CallMessage | undefined) => Answered[]
  let foreignCommits: NodeJS.Timeout | undefined
  let snapshots: Snapshots | undefined
  let team: TeamCommits | undefined
  try {
    db = openDatabase(path, { readonly: role === 'reader', way, watch })
    if (role === 'writer') {
      // Checked before anything is written, because a foreign trigger would run; and again after the
      // migration, when all objects are known.
      refuseForeignSchema(db)
      migrate(db)
      refuseForeignSchema(db)
      const publish = (batch: ChangeBatch) => send({ kind: 'changes', batch })
      if (data.team) team = openTeamOf?.(db, data.team, publish)
      else refuseWithoutTeam(db)
      answer = openWriterCalls(db, (name) => stores.find('writer', name), publish, team)
      foreignCommits = watchForeignCommits(db, send)
    } else {
      refuseForeignSchema(db)
      if (way === 'frozen') requireMigrated(db)
      const find = (name: string) => stores.find('reader', name)
      const opened = openSnapshots(path, way, find, watch)
      const latest = openReaderCalls(db, find)
      answer = (call) => (call.snapshot === undefined ? latest(call) : opened.answer(call.snapshot, call))
      snapshots = opened
    }
    send({ kind: 'ready', changeNumber: openChangeNumbers(db).last(), heap: getHeapStatistics() })
  } catch (error) {
    send({ kind: 'failed', error: errorToShape(error) })
    return
  }

  const rest = openIdleCollector({
    collect() {
      db?.pragma('shrink_memory')
      collectAll()
    },
  })
  const catchUp = () => {
    try {
      team?.catchUp()
    } catch (error) {
      send({ kind: 'not-caught-up', error: errorToShape(error) })
    }
  }
  const close = () => {
    rest.stop()
    clearInterval(foreignCommits)
    if (role === 'writer') db?.pragma('optimize')
    snapshots?.close()
    team?.close()
    db?.close()
    port.off('message', receiveMessage)
    whenClosed()
    send({ kind: 'closed' })
  }
  /** Messages received but not handled yet; more than one only while a room is loading. */
  const waiting: ToThread[] = []
  const receive = (): ToThread | undefined => waiting.shift() ?? receiveMessageOnPort(port)?.message
  let isLoading = false
  const answerWaiting = (): void => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (next.kind === 'close') {
        close()
        return
      }
      if (next.kind === 'catch-up') catchUp()
      if (next.kind === 'end-snapshot') snapshots?.end(next.snapshot)
      if (next.kind !== 'call') continue
      const loading = stores.load(next.store)
      if (loading) {
        isLoading = true
        waiting.unshift(next)
        void loading.then(() => {
          isLoading = false
          answerWaiting()
        })
        return
      }
      const calls = takeSameFunction(receive, next)
      const answered = answer(next, calls.another)
      answered.forEach((outcome, index) => {
        const { id } = calls.taken[index] as CallMessage
        reply(id, outcome)
      })
      const following = calls.following()
      if (following) waiting.unshift(following)
    }
    rest.worked()
  }
  function receiveMessage(message: ToThread): void {
    waiting.push(message)
    if (!isLoading) answerWaiting()
  }
  port.on('message', receiveMessage)
}

/** @throws PlainError `TEAM_MISSING` if the workspace belongs to a team */
function refuseWithoutTeam(db: Database): void {
  if (db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM team_state)').pluck().get() === 1)
    throw new PlainError(
      'TEAM_MISSING',
      say`This workspace belongs to a team, and it is not known where the team's database is.`,
    )
}

/**
 * Returns the calls that wait behind the first one, as long as they call the same function: for example the
 * pages of a sync or the rows of an import. Calls of different functions never share a transaction, so none
 * waits for another's.
 */
function takeSameFunction(receive: () => ToThread | undefined, first: CallMessage) {
  const start = performance.now()
  const taken = [first]
  let following: ToThread | undefined
  return {
    taken,
    another(): CallMessage | undefined {
      // In a team, the transaction may run again: the message that follows must not be lost.
      if (following || performance.now() - start > maxSharedLength) return undefined
      const message = receive()
      const isSame =
        message?.kind === 'call' && message.store === first.store && message.function === first.function
      if (isSame) taken.push(message)
      else following = message
      return isSame ? message : undefined
    },
    /** The next message after these calls. */
    following: () => following,
  }
}

/**
 * Watches for commits of other processes to the same workspace. `data_version` changes only with commits of
 * other connections, and this is our only writing one. The database records which topics those commits
 * changed.
 */
function watchForeignCommits(db: Database, send: (message: FromThread) => void): NodeJS.Timeout {
  const changeNumbers = openChangeNumbers(db)
  const dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck()
  let seen = dataVersion.get()
  let known = changeNumbers.last()
  return setInterval(() => {
    const current = dataVersion.get()
    if (current === seen) return
    seen = current
    const changes = changeNumbers.topicsSince(known).map((topic) => ({ topic }))
    known = changeNumbers.last()
    if (changes.length > 0) send({ kind: 'changes', batch: { changeNumber: known, changes } })
  }, foreignCommitInterval)
}
