/** Programs in processes of their own, which can be ended at any moment without harm to this one. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The word by which the entry module of our own programs (src-main/thread.ts) knows which one to be. */
export const programWords = { pictureReader: 'picture-reader', localApiWorker: 'local-api-worker' } as const

/** A running program. Messages in both directions are plain data. */
export interface ChildProgram {
  /** Identifier of the process; undefined if it could not be started. */
  readonly pid: number | undefined
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** @param listener called once when the process has ended, with its exit code; null after a signal */
  onEnd(listener: (code: number | null) => void): void
  /** Ends the process at once, without asking it. */
  kill(): void
}

/**
 * Starts a module as a program in a process of its own.
 * @param megabytes limit of its JavaScript heap
 */
export type StartProgram = (entry: URL, words: string[], limits: { megabytes: number }) => ChildProgram

/**
 * A Node process without the right to write files, or to start processes or threads. It ends together with this one,
 * because the channel between them closes.
 */
export const startNodeProgram: StartProgram = (entry, words, { megabytes }) => {
  const child = fork(fileURLToPath(entry), words, {
    execArgv: [
      `--max-old-space-size=${megabytes}`,
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      // The message about sharp's addon would be printed for every process.
      '--disable-warning=SecurityWarning',
    ],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  return {
    pid: child.pid,
    send: (message) => void (child.connected && child.send(message as object, () => undefined)),
    onMessage: (listener) => void child.on('message', listener),
    onEnd(listener) {
      let ended = false
      const end = (code: number | null): void => {
        if (!ended) listener(code)
        ended = true
      }
      child.once('exit', end)
      child.once('error', () => end(null))
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

/** The end of the channel in the started program, under Node and under Electron. */
interface ParentPort {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
}

interface ElectronPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): void
}

/** @throws if this process was not started by a `StartProgram` */
export function openParentPort(): ParentPort {
  const { parentPort } = process as { parentPort?: ElectronPort }
  if (parentPort)
    return {
      send: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on('message', ({ data }) => listener(data)),
    }
  if (!process.send) throw new Error('This program is started by Catalog Desk, not by itself.')
  process.once('disconnect', () => process.exit(0))
  return {
    send: (message) => void process.send?.(message, undefined, {}, () => undefined),
    onMessage: (listener) => void process.on('message', listener),
  }
}
