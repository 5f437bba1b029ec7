/** Calls between the program and the processes that answer for its local API, in both directions. */
import { type BirpcReturn, createBirpc } from 'birpc'
import type { FeedIntake } from '../../feeds/targets/sandbox/index.ts'
import type { MediaSource } from '../../media/index.ts'
import { type ErrorShape, errorFromShape, errorToShape, type OpenMode } from '../../storage/index.ts'
import type { AnsweredRequest } from '../server/answered-request.ts'
import type { ApiUser } from '../server/requests/credentials.ts'
import type { WrongAttempt } from '../server/requests/wrong-passwords.ts'
import type { ServiceConditions } from '../server/service-conditions.ts'
import type { UsageMeter } from '../server/usage-meter.ts'

/** What a worker answers by, and what may change while it runs. */
export interface WorkerState {
  users: readonly ApiUser[]
  conditions: ServiceConditions
  /** The namespace base of the answers; our own if undefined. */
  namespaceBase: string | undefined
}

export interface WorkerStart {
  /** The database file, and how the program has opened it. */
  path: string
  way: OpenMode
  /** Address of the entry module of a storage thread. */
  thread: string
  mediaKey: Uint8Array
  /** Key and certificate for TLS; plain HTTP if absent. */
  tls: { key: string; cert: string } | undefined
  port: number
  /** A name for this run of the program, so that all workers give an answer the same entity tag. */
  run: string
  state: WorkerState
}

/** What the program can ask of a worker. */
export interface Worker {
  /** Starts to listen. Rejects with the error of the port. */
  start(start: WorkerStart): Promise<{ address: string; port: number }>
  /** Resolves when all further requests are answered by this state. */
  update(state: WorkerState): void
  /** Counts a wrong password that another worker was given. */
  countWrongPassword(attempt: WrongAttempt): void
  /** Finishes the answers in progress, then ends the process. */
  close(): Promise<void>
}

/** Answered requests of a short time. */
export interface WorkerReport {
  /** The newest ones, for the request log. */
  newest: AnsweredRequest[]
  /** All of them by user, with the items in their answers that no limit was asked for. */
  used: Record<string, { requests: number; items: number }>
}

/** What a worker can ask of the program. */
export interface Program {
  submit: FeedIntake['submit']
  status: FeedIntake['status']
  pictureEntries: MediaSource['entries']
  picturesNamed: MediaSource['named']
  openPicture: MediaSource['open']
  used: UsageMeter['used']
  takeItems: UsageMeter['takeItems']
  report(report: WorkerReport): void
  noteWrongPassword(attempt: WrongAttempt): void
  /** An entry of the worker's log (src-main/platform/log/forwarded-log.ts). */
  log(line: string): void
}

/** One end of the channel between two processes. */
interface ChannelEnd {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
}

/** An answer of the library's protocol; only a failed call has an error. */
interface Message {
  e?: unknown
}

/** Opens one end of the channel. Errors keep their code and their problems on the way. */
export const openChannel = <Remote extends object, Local extends object>(
  functions: Local,
  { send, onMessage }: ChannelEnd,
): BirpcReturn<Remote, Local> =>
  createBirpc<Remote, Local>(functions, {
    post: send,
    on: onMessage,
    serialize: (message: Message) =>
      message.e === undefined ? message : { ...message, e: errorToShape(message.e) },
    deserialize: (message: Message) =>
      message.e === undefined ? message : { ...message, e: errorFromShape(message.e as ErrorShape) },
    // A large feed may take longer than any limit; a process that ends rejects its calls.
    timeout: -1,
  })
