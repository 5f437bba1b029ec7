/**
 * Ends a command early: at Ctrl+C or a termination, with one plain line and the exit code that a shell expects; at a
 * defect of ours, with one plain line too.
 */
import { writeSync } from 'node:fs'
import { constants } from 'node:os'

/** How long an orderly end may take, in milliseconds; after that the process exits. */
const patience = 2000
/** A second signal this soon, in milliseconds, is the same Ctrl+C: both the terminal and npm send each to us. */
const sameStop = 400
/** The exit code of a defect (`EX_SOFTWARE` of sysexits.h). */
const defectCode = 70

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type StopSignal = (typeof signals)[number]
const codeOf = (signal: StopSignal): number => 128 + constants.signals[signal]

let stopped: { by: StopSignal; at: number } | undefined
/** Ends the command's work in order; undefined while a command has no such work. */
let end: (() => void) | undefined
let maxEndTime = patience
let isExpected = false
let words = 'Stopped. Nothing was changed.'

/** Prints a line on standard error, if anything still reads there. */
function say(line: string): void {
  try {
    writeSync(2, `${line}\n`)
  } catch {
    // Standard error is closed.
  }
}

function exitFor(signal: StopSignal, line: string): void {
  say(line)
  exitAtOnce(codeOf(signal))
}

/**
 * Ends the process whatever its threads do. `process.exit` waits for them, about once in a hundred times for ever where
 * one is being loaded, or aborts. A shell that takes the process's place and exits ends them with it, as a kill would.
 */
function exitAtOnce(code: number): void {
  if (process.platform !== 'win32')
    try {
      process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {})
    } catch {
      // Where there is no shell, as in a sandbox of the system.
    }
  process.exit(code)
}

/**
 * Stops the command, as a signal does: the first time in order, the second time at once. Under Electron,
 * `process.exit` returns, so nothing may follow it.
 */
export function requestStop(signal: StopSignal): void {
  if (stopped) {
    if (performance.now() - stopped.at > sameStop) exitFor(stopped.by, `${words} (Ended at once.)`)
    return
  }
  stopped = { by: signal, at: performance.now() }
  if (end) {
    setTimeout(() => exitFor(signal, words), maxEndTime).unref()
    end()
  } else exitFor(signal, words)
}

/** Listens for stops and defects. Called once, before anything else. */
export function listenForStops(): void {
  for (const signal of signals) process.on(signal, () => requestStop(signal))
  process.on('uncaughtException', exitForDefect)
  process.on('unhandledRejection', exitForDefect)
  // A reader of the answer may stop early (`desk status | head -1`), which is no error.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return
      say(`The answer could not be written: ${error.message}`)
      process.exit(1)
    })
}

/** Ends the process for an error that no code expects. */
export function exitForDefect(error: unknown): never {
  const message = error instanceof Error ? error.message.split('\n')[0] : String(error)
  say(`Catalog Desk failed in a way it should not: ${message} (CATALOG_DESK_DEBUG=1 shows where.)`)
  sayWhere(error)
  process.exit(defectCode)
}

/** Prints an error's stack when CATALOG_DESK_DEBUG is 1. */
export function sayWhere(error: unknown): void {
  if (process.env['CATALOG_DESK_DEBUG'] === '1' && error instanceof Error) say(error.stack ?? '')
}

/** Sets what a stop prints from now on: what became of the work, and how the work goes on. */
export function whenStoppedSay(line: string): void {
  words = line
}

/**
 * Calls `stop` once, at the first Ctrl+C or termination; the command then ends in order by itself.
 * @param within how long the command may take to end, in milliseconds
 */
export function whenStopped(stop: () => void, within: number = patience): void {
  end = stop
  maxEndTime = within
  // The stop may have come before this call.
  if (stopped) stop()
}

/** Makes a stop the success of a command that only a stop ends: nothing is printed, and the exit code is 0. */
export function expectStop(): void {
  isExpected = true
}

/** The exit code and the words for a command that was stopped; undefined when the command came to its own end. */
export const stop = (): { code: number; line: string } | undefined =>
  stopped && !isExpected ? { code: codeOf(stopped.by), line: words } : undefined
