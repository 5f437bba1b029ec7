import cluster, { type Worker as WorkerProcess } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { programWords } from '../../platform/child-program.ts'
import { freePort } from '../../platform/free-port.ts'
import { writeForwarded } from '../../platform/log/forwarded-log.ts'
import type { Logger } from '../../platform/log/log.ts'
import { backoffDelay } from '../../platform/retry.ts'
import { openChannel, type Program, type Worker, type WorkerStart } from './protocol.ts'

interface WorkerGroupOptions extends Omit<WorkerStart, 'port' | 'state'> {
  /** Number of processes. */
  count: number
  /** The state at the time of the call. */
  state(): WorkerStart['state']
  /** What the workers can ask. */
  program: Omit<Program, 'log'>
  log: Logger
}

/** Pauses before an ended worker is started again, in milliseconds. */
const restartPauses = { first: 100, longest: 10_000 }
/** Time in milliseconds for a worker to finish its answers; then it is ended. */
const maxCloseTime = 8000
/** Memory limit of a worker's JavaScript heap, in MB. */
const maxHeap = 1024

interface RunningWorker {
  process: WorkerProcess
  calls: ReturnType<typeof openChannel<Worker, Program>>
}

export type WorkerGroup = ReturnType<typeof createWorkerGroup>

/**
 * Answers for the local API in several processes that share its port. Each opens the database itself, so an
 * answer from the catalog needs no message to this process. A worker that ends is started again.
 */
export function createWorkerGroup({ count, state, program, log, ...start }: WorkerGroupOptions) {
  const running = new Set<RunningWorker>()
  let isClosing = false
  let failures = 0
  let port = 0

  const startWorker = async (): Promise<{ address: string; port: number }> => {
    const process = forkWorker(start.thread)
    const worker: RunningWorker = {
      process,
      calls: openChannel<Worker, Program>(
        {
          ...program,
          noteWrongPassword(attempt) {
            program.noteWrongPassword(attempt)
            // All workers count the same attempts, so that more workers allow no more guesses.
            for (const other of running)
              if (other !== worker) void other.calls.countWrongPassword.asEvent(attempt)
          },
          log: (line) => writeForwarded(log, line),
        },
        {
          send: (message) => void (process.isConnected() && process.send(message as object)),
          onMessage: (listener) => void process.on('message', listener),
        },
      ),
    }
    running.add(worker)
    process.once('exit', (code, signal) => {
      running.delete(worker)
      worker.calls.$close(new Error('The worker ended.'))
      if (isClosing) return
      log.warn({ worker: process.process.pid, code, signal }, 'a worker of the local API ended')
      setTimeout(startAgain, backoffDelay(restartPauses, failures++)).unref()
    })
    try {
      return await worker.calls.start({ ...start, port, state: state() })
    } catch (error) {
      process.process.kill('SIGKILL')
      throw error
    }
  }
  const startAgain = (): void => {
    if (isClosing) return
    startWorker().then(
      () => {
        failures = 0
      },
      // The worker that failed has ended, so another one is started after the next pause.
      (error: unknown) => log.warn({ err: error }, 'a worker of the local API did not start'),
    )
  }
  const startFirst = async (wanted: number): Promise<{ address: string; port: number }> => {
    // Workers cannot ask for any free port themselves: `cluster` would give all groups the same.
    port = wanted || (await freePort())
    try {
      return await startWorker()
    } catch (error) {
      // Another program may have taken the free port in the meantime.
      if (wanted !== 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      return startFirst(0)
    }
  }
  const end = async ({ process, calls }: RunningWorker): Promise<void> => {
    const ended = new Promise<void>((resolve) => {
      process.once('exit', () => resolve())
    })
    const timer = setTimeout(() => process.process.kill('SIGKILL'), maxCloseTime)
    await calls.close().catch(() => undefined)
    await ended
    clearTimeout(timer)
  }

  return {
    /** @param at port 0 picks a free port. Rejects if the port is taken. */
    async listen(at: { port: number }): Promise<{ address: string; port: number }> {
      const first = await startFirst(at.port)
      await Promise.all(Array.from({ length: count - 1 }, () => startWorker()))
      return first
    },
    /** The identifiers of the running processes. */
    processes: (): number[] => [...running].flatMap(({ process }) => process.process.pid ?? []),
    /** Resolves when every worker answers by the current state. */
    async update(): Promise<void> {
      const now = state()
      // A worker that ends meanwhile gets the state when it is started again.
      await Promise.allSettled([...running].map(({ calls }) => calls.update(now)))
    },
    /** Finishes the answers in progress, then ends the workers. */
    async close(): Promise<void> {
      isClosing = true
      await Promise.all([...running].map(end))
    },
  }
}

/** A process that may read files and start threads, but cannot write files or start programs. */
function forkWorker(thread: string): WorkerProcess {
  cluster.setupPrimary({
    exec: fileURLToPath(thread),
    args: [programWords.localApiWorker],
    execArgv: [
      `--max-old-space-size=${maxHeap}`,
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      '--allow-worker',
      '--disable-warning=SecurityWarning',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return cluster.fork()
}
