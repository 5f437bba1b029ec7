import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { type ErrorShape, errorFromShape } from '../plain-failures.ts'
import type { TeamFunctions } from './commit-thread.ts'
import type { TeamAddress } from './team-database.ts'

/** The functions of the commit thread, synchronous. */
export type TeamClient = {
  [Name in keyof TeamFunctions]: (
    ...args: Parameters<TeamFunctions[Name]>
  ) => Awaited<ReturnType<TeamFunctions[Name]>>
} & { close(): void }

/** Longest wait for one answer, in milliseconds; the thread itself gives up earlier. */
const maxWait = 120_000

interface TeamAnswer {
  number: number
  value?: unknown
  error?: ErrorShape
}

/** Start data of a commit thread. */
export interface TeamThreadData {
  role: 'team'
  port: import('node:worker_threads').MessagePort
  answered: Int32Array
  address: TeamAddress
}

/** Starts the commit thread of a writer thread. @param entry entry module of the threads */
export function openTeamClient(entry: URL, address: TeamAddress): TeamClient {
  const { port1, port2 } = new MessageChannel()
  const answered = new Int32Array(new SharedArrayBuffer(4))
  const data: TeamThreadData = { role: 'team', port: port2, answered, address }
  const worker = new Worker(entry, { workerData: data, transferList: [port2] })
  worker.unref()
  port1.unref()
  let calls = 0
  const call = (name: keyof TeamFunctions, args: unknown[]): unknown => {
    const number = ++calls
    let seen = Atomics.load(answered, 0)
    port1.postMessage({ number, name, arguments: args })
    for (;;) {
      const received = receiveMessageOnPort(port1)?.message as TeamAnswer | undefined
      if (received?.number === number) {
        if (received.error) throw errorFromShape(received.error)
        return received.value
      }
      if (received) continue
      if (Atomics.wait(answered, 0, seen, maxWait) === 'timed-out')
        throw new PlainError(
          'TEAM_UNKNOWN',
          say`The team's database did not answer. It is not known whether it was saved; that shows when the database can be reached again.`,
        )
      seen = Atomics.load(answered, 0)
    }
  }
  const of =
    (name: keyof TeamFunctions) =>
    (...args: unknown[]): unknown =>
      call(name, args)
  return {
    head: of('head'),
    commit: of('commit'),
    beginChanges: of('beginChanges'),
    nextChanges: of('nextChanges'),
    endChanges: of('endChanges'),
    setMigration: of('setMigration'),
    counts: of('counts'),
    close: () => port1.close(),
  } as TeamClient
}
