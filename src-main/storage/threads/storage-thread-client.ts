import type { HeapInfo } from 'node:v8'
import { PlainError } from '../../../src-shared/plain-error.ts'
import type { ChangeBatch } from '../../../src-shared/rpc/changes.ts'
import type { Person } from '../../../src-shared/team/person.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { endThread, loadThread, returnThread } from '../../platform/load-thread.ts'
import type { OpenMode } from '../open-mode.ts'
import { errorFromShape, type StorageFailure, workspaceClosed } from '../plain-failures.ts'
import type { CallMessage, FromThread, ThreadData, ToThread } from './thread-protocol.ts'

export interface ThreadCall {
  store: string
  function: string
  arguments: unknown[]
  now: number
  person?: Person | undefined
  snapshot?: number
}
interface ThreadEvents {
  changes(batch: ChangeBatch): void
  /** @param failure the error of a failed call */
  answered(call: ThreadCall, milliseconds: number, failure?: StorageFailure): void
  slowStatement(sql: string, milliseconds: number): void
  /** What other hosts of the team have committed could not be fetched. */
  notCaughtUp?(error: Error): void
  /** The thread is ready. */
  started?: ((heap: HeapInfo) => void) | undefined
  /** The thread has ended by itself after it had opened the database. */
  failed?(error: Error): void
}

/** The main thread's handle of one storage thread. */
export interface StorageThread {
  /** The change number when the thread opened the database. */
  changeNumber: number
  /** The number of pending calls. */
  load(): number
  call(call: ThreadCall): Promise<unknown>
  /** Ends the snapshot with this number, after the earlier calls. */
  endSnapshot(snapshot: number): void
  /** Fetches what other hosts of the team have committed, after the earlier calls. */
  catchUp(): void
  /** Ends the thread at once and rejects pending calls with the reason. */
  end(reason: Error): Promise<void>
  /**
   * Waits for the earlier calls, then closes the database.
   * @param options `ends`: also ends the thread, to free its memory; otherwise it is kept for the next
   * database
   */
  close(options?: { ends: boolean }): Promise<void>
}

interface Pending {
  call: CallMessage
  resolve(value: unknown): void
  reject(error: Error): void
}

/**
 * Starts a thread and waits until it has opened the database; rejects with a plain error if that fails.
 * @param opening if given, the thread loads now and opens the database when this resolves with the way to
 * open it
 */
export function startThread(
  entry: URL,
  data: ThreadData,
  events: ThreadEvents,
  opening?: Promise<OpenMode>,
): Promise<StorageThread> {
  const { worker, waits } = loadThread(entry, opening ? { ...data, later: true } : data)
  const pending = new Map<number, Pending>()
  let nextId = 1
  let stopped: Error | undefined
  let endsWhenClosed = false
  let isReady = false

  const stop = (error: Error) => {
    stopped ??= error
    for (const { reject } of pending.values()) reject(stopped)
    pending.clear()
  }
  const closed = Promise.withResolvers<void>()
  const send = (message: ToThread) => worker.postMessage(message)

  const call = (threadCall: ThreadCall) =>
    new Promise<unknown>((resolve, reject) => {
      if (stopped) return reject(stopped)
      const message: CallMessage = { kind: 'call', id: nextId++, ...threadCall }
      send(message)
      pending.set(message.id, { call: message, resolve, reject })
    })

  return new Promise((resolve, reject) => {
    const failed = (error: Error) => {
      const isByItself = isReady && !stopped
      stop(error)
      reject(error)
      if (isByItself) events.failed?.(error)
    }
    const wayKnown = opening ?? Promise.resolve(data.way)
    wayKnown.then(
      (way) => {
        if (waits) send({ kind: 'open', data: { ...data, ...(way && { way }) } })
      },
      (error) => {
        failed(error)
        void worker.terminate()
      },
    )
    const exited = () => {
      failed(workspaceClosed())
      closed.resolve()
    }
    const broken = (error: NodeJS.ErrnoException) => {
      const code = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-much-memory' : 'thread-failed'
      failed(new PlainError(code, say`A storage thread failed: ${error.message}`, { cause: error }))
    }
    const receive = (message: FromThread) => {
      switch (message.kind) {
        case 'ready':
          isReady = true
          events.started?.(message.heap)
          return resolve({
            changeNumber: message.changeNumber,
            load: () => pending.size,
            call,
            endSnapshot: (snapshot) => {
              if (!stopped) send({ kind: 'end-snapshot', snapshot })
            },
            catchUp: () => {
              if (!stopped) send({ kind: 'catch-up' })
            },
            end: async (reason) => {
              stop(reason)
              await worker.terminate()
            },
            close: ({ ends } = { ends: false }) => {
              endsWhenClosed = ends
              if (!stopped) send({ kind: 'close' })
              stopped ??= workspaceClosed()
              return closed.promise
            },
          })
        case 'closed':
          worker.off('exit', exited).off('error', broken).off('message', receive)
          stop(workspaceClosed())
          void (endsWhenClosed ? endThread(worker) : returnThread(worker, entry, data.role)).then(
            closed.resolve,
          )
          return
        case 'failed':
          failed(errorFromShape(message.error))
          void worker.terminate()
          return
        case 'changes':
          return events.changes(message.batch)
        case 'not-caught-up':
          return events.notCaughtUp?.(errorFromShape(message.error))
        case 'slow-statement':
          return events.slowStatement(message.sql, message.milliseconds)
        case 'progress':
        case 'copied':
          return
        default: {
          const pendingCall = pending.get(message.id)
          if (!pendingCall) return
          pending.delete(message.id)
          const failure = message.kind === 'error' ? errorFromShape(message.error) : undefined
          if (message.kind === 'answer') pendingCall.resolve(message.value)
          else if (failure) pendingCall.reject(failure)
          events.answered(pendingCall.call, message.milliseconds, failure)
        }
      }
    }
    worker.once('exit', exited).on('error', broken).on('message', receive)
  })
}
