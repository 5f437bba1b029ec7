import type { ReadingFailure } from '../../../src-shared/evidence/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { type ChildProgram, programWords, type StartProgram } from '../../platform/child-program.ts'
import { processorTime } from '../../platform/processor-time.ts'
import {
  backgroundWord,
  type FromReader,
  memoryExitCode,
  type PictureOutcome,
  type ReaderStart,
  type ReadPicture,
} from './protocol.ts'

/** Limits of one picture. */
export interface ReadingBudget {
  /**
   * Processor time of the process. Where it cannot be measured, and for a process that does nothing at all, the time
   * that passes counts.
   */
  milliseconds: number
  /** Memory of the whole process, in MB. */
  megabytes: number
}

/** A picture with 100 million pixels takes up to 300 MB while it is decoded. */
const defaultBudget: ReadingBudget = { milliseconds: 120_000, megabytes: 900 }

/** Limit of the JavaScript heap of the process, in MB; pictures are outside of it. */
const heapMegabytes = 256
/** How many times the budget may pass while a busy computer hardly runs the process. */
const maxWait = 10
/** Milliseconds between two looks at the processor time, whose resolution is 10 ms. */
const minWait = 20
/** Maximum milliseconds until a started process is ready for the first picture. */
const maxStart = 60_000
/** How long an idle process is kept, in milliseconds. */
const maxIdle = 10_000
/** Attempts to read a picture during which the process ends by itself; the last one is the result. */
const maxAttempts = 2

interface PictureReaderOptions {
  /** Entry module of the threads and of this process. */
  entry: URL
  startProgram: StartProgram
  budget?: ReadingBudget
  /** Reads at a low priority, because other programs are more urgent. At the lowest one, a busy computer would never get it done. */
  inBackground?: boolean
}

export type PictureReader = ReturnType<typeof createPictureReader>

/**
 * Reads pictures one at a time in a process of its own. A picture that exceeds its budget ends the process and is
 * reported as unreadable; the next picture starts another process.
 */
export function createPictureReader({
  entry,
  startProgram,
  budget = defaultBudget,
  inBackground = false,
}: PictureReaderOptions) {
  let running: { program: ChildProgram; next(): Promise<FromReader | 'ended' | number> } | undefined
  let idle: NodeJS.Timeout | undefined

  function end(): void {
    clearTimeout(idle)
    running?.program.kill()
    running = undefined
  }

  /** @throws PlainError `NO_IMAGE_LIBRARY` or `READER_NOT_STARTED` */
  async function start(signal: AbortSignal | undefined) {
    const words = [programWords.pictureReader, ...(inBackground ? [backgroundWord] : [])]
    const program = startProgram(entry, words, { megabytes: heapMegabytes })
    const started = { program, next: messagesOf(program) }
    running = started
    program.send({ megabytes: budget.megabytes } satisfies ReaderStart)
    const first = await within(started.next(), maxStart, signal)
    if (typeof first === 'object' && first.kind === 'ready') return started
    end()
    if (typeof first === 'object' && first.kind === 'no-library')
      throw new PlainError('NO_IMAGE_LIBRARY', first.message)
    throw new PlainError(
      'READER_NOT_STARTED',
      say`The program part that reads pictures did not start. Try again; the log has the details.`,
    )
  }

  async function attempt(
    job: ReadPicture,
    signal: AbortSignal | undefined,
  ): Promise<PictureOutcome | 'ended'> {
    const { program, next } = running ?? (await start(signal))
    const before = timeOf(program)
    program.send(job)
    const answering = next()
    let answer = await within(answering, budget.milliseconds, signal)
    for (let waits = 1; answer === 'too-long' && waits < maxWait; waits++) {
      const left = budget.milliseconds - (timeOf(program) - before)
      if (!(left > 0)) break
      answer = await within(answering, Math.max(left, minWait), signal)
    }
    if (typeof answer === 'object' && answer.kind === 'outcome') return answer.outcome
    end()
    if (answer === 'too-long') {
      const seconds = budget.milliseconds / 1000
      return failed('TOO_LONG', say`Reading the picture took longer than ${seconds} s and was stopped.`)
    }
    if (answer !== memoryExitCode) return 'ended'
    const { megabytes } = budget
    return failed(
      'TOO_MUCH_MEMORY',
      say`Reading the picture took more than ${megabytes} MB of memory and was stopped.`,
    )
  }

  return {
    /**
     * Reads one picture; call it again only when it has returned.
     * @throws PlainError if no process can be started; the reason of the signal, which ends the process
     */
    async read(job: ReadPicture, signal?: AbortSignal): Promise<PictureOutcome> {
      clearTimeout(idle)
      try {
        for (let count = 0; count < maxAttempts; count++) {
          const outcome = await attempt(job, signal)
          // A process that something else has ended says nothing about the picture.
          if (outcome !== 'ended') return outcome
        }
        return failed(
          'READER_ENDED',
          say`The program part that reads pictures ended while it read this picture.`,
        )
      } catch (error) {
        end()
        throw error
      } finally {
        idle = setTimeout(end, maxIdle).unref()
      }
    },
    /** Ends the process. */
    close: end,
  }
}

/** Processor time of a program in milliseconds; NaN if it cannot be measured. */
const timeOf = ({ pid }: ChildProgram): number =>
  (pid === undefined ? undefined : processorTime(pid)) ?? Number.NaN

const failed = (code: ReadingFailure['code'], message: string): PictureOutcome => ({
  failure: { code, message },
})

/** The messages of a program one by one, and then its exit code, or `ended` after a signal. */
function messagesOf(program: ChildProgram): () => Promise<FromReader | 'ended' | number> {
  type Answer = FromReader | 'ended' | number
  const arrived: Answer[] = []
  let waiting: ((answer: Answer) => void) | undefined
  const add = (answer: Answer): void => {
    if (waiting) waiting(answer)
    else arrived.push(answer)
    waiting = undefined
  }
  program.onMessage((message) => add(message as FromReader))
  program.onEnd((code) => add(code ?? 'ended'))
  return () =>
    new Promise((resolve) => {
      const first = arrived.shift()
      if (first !== undefined) resolve(first)
      else waiting = resolve
    })
}

/** The answer, or `too-long` after a time. @throws the reason of the signal */
async function within<T>(
  answer: Promise<T>,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<T | 'too-long'> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => resolve('too-long')), milliseconds)
    const aborted = () => settle(() => reject(signal?.reason))
    const settle = (then: () => void): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', aborted)
      then()
    }
    signal?.addEventListener('abort', aborted)
    void answer.then((value) => settle(() => resolve(value)))
  })
}
