/**
 * How a command ends before its time: by Ctrl+C or a termination, in one plain line and with the code a shell expects;
 * by a defect of ours, in one plain line too.
 */
import { writeSync } from 'node:fs'
import { constants } from 'node:os'

/** How long an orderly end may take, in milliseconds; longer, and the command ends as it is. */
const patience = 2000
/** npm passes a Ctrl+C on to us that the terminal has sent us already: one this soon after is the same, in milliseconds. */
const sameStop = 400
/** The code of a defect (`EX_SOFTWARE` of sysexits.h). */
const defectCode = 70

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type StopSignal = (typeof signals)[number]
const codeOf = (signal: StopSignal): number => 128 + constants.signals[signal]

let stopped: { by: StopSignal; at: number } | undefined
/** What a command does to end by itself; none while it has nothing to put in order. */
let end: (() => void) | undefined
let longestEnd = patience
let asAsked = false
let words = 'Stopped. Nothing was changed.'

/** Whatever happens, standard error may be gone. */
function say(line: string): void {
  try {
    writeSync(2, `${line}\n`)
  } catch {
    // Nobody reads it.
  }
}

function leave(signal: StopSignal, line: string): never {
  say(line)
  process.exit(codeOf(signal))
}

/** From now on every stop ends in words. Called once, before anything else is done. */
export function listenForStops(): void {
  for (const signal of signals)
    process.on(signal, () => {
      if (stopped) {
        if (performance.now() - stopped.at > sameStop) leave(stopped.by, `${words} (Ended at once.)`)
        return
      }
      stopped = { by: signal, at: performance.now() }
      if (!end) leave(signal, words)
      setTimeout(() => leave(signal, words), longestEnd).unref()
      end()
    })
  process.on('uncaughtException', leaveBroken)
  process.on('unhandledRejection', leaveBroken)
  // Whoever reads the answer may have read enough (`desk status | head -1`): that is no error.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return
      say(`The answer could not be written: ${error.message}`)
      process.exit(1)
    })
}

/** Ends the command for a failure that nobody foresaw. */
export function leaveBroken(error: unknown): never {
  const message = error instanceof Error ? error.message.split('\n')[0] : String(error)
  say(`Catalog Desk failed in a way it should not: ${message} (CATALOG_DESK_DEBUG=1 shows where.)`)
  sayWhere(error)
  process.exit(defectCode)
}

/** Where an error was thrown, for those who look for the cause. */
export function sayWhere(error: unknown): void {
  if (process.env['CATALOG_DESK_DEBUG'] === '1' && error instanceof Error) say(error.stack ?? '')
}

/** What is said to a stop from now on: what became of the work, and how it goes on. */
export function whenStoppedSay(line: string): void {
  words = line
}

/**
 * Calls `stop` once, at the first Ctrl+C or termination; the command then ends by itself, in an orderly way.
 * @param within milliseconds it may take for that
 */
export function whenStopped(stop: () => void, within: number = patience): void {
  end = stop
  longestEnd = within
  // It may have come before there was anything to end.
  if (stopped) stop()
}

/** For a command that ends only when it is stopped: that is success then, and nothing is said. */
export function endedAsAsked(): void {
  asAsked = true
}

/** The code and the words for a command that was stopped; undefined when it came to its own end. */
export const stop = (): { code: number; line: string } | undefined =>
  stopped && !asAsked ? { code: codeOf(stopped.by), line: words } : undefined
