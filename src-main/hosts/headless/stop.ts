/**
 * Ends a command early: on Ctrl+C or a termination signal, with one plain line and the shell's exit code; on
 * a defect, with one plain line too.
 */
import { writeSync } from 'node:fs'
import { constants } from 'node:os'

/** Milliseconds for an orderly stop; after that the process exits. */
const maxOrderlyTime = 2000
/**
 * A second signal within this many milliseconds belongs to the same Ctrl+C, because both the terminal and npm
 * send one.
 */
const repeatTime = 400
/** The exit code of a defect (`EX_SOFTWARE` in sysexits.h). */
const defectCode = 70

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type StopSignal = (typeof signals)[number]
const codeOf = (signal: StopSignal): number => 128 + constants.signals[signal]

let stopped: { by: StopSignal; at: number } | undefined
/** Starts the orderly end of the command's work; undefined while no such work is running. */
let end: (() => void) | undefined
let maxEndTime = maxOrderlyTime
let isExpected = false
let stopLine = 'Stopped. Nothing was changed.'

/** Prints a line to standard error, if it is still open. */
function print(line: string): void {
  try {
    writeSync(2, `${line}\n`)
  } catch {
    // Standard error is closed.
  }
}

function exitFor(signal: StopSignal, line: string): void {
  print(line)
  exitAtOnce(codeOf(signal))
}

/**
 * Ends the process whatever its threads do. `process.exit` waits for them; about once in a hundred times it
 * hangs while one is being loaded, or aborts. Instead, the process is replaced by a shell that exits, which
 * ends the threads like a kill.
 */
function exitAtOnce(code: number): void {
  if (process.platform !== 'win32')
    try {
      process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {})
    } catch {
      // There is no shell, for example in a sandbox of the system.
    }
  process.exit(code)
}

/**
 * Stops the command like a signal: orderly the first time, immediately the second time. Under Electron,
 * `process.exit` returns, so nothing may follow it.
 */
export function requestStop(signal: StopSignal): void {
  if (stopped) {
    if (performance.now() - stopped.at > repeatTime) exitFor(stopped.by, `${stopLine} (Ended at once.)`)
    return
  }
  stopped = { by: signal, at: performance.now() }
  if (end) {
    setTimeout(() => exitFor(signal, stopLine), maxEndTime).unref()
    end()
  } else exitFor(signal, stopLine)
}

/** Handles stops and defects. Must be called once, before anything else. */
export function listenForStops(): void {
  for (const signal of signals) process.on(signal, () => requestStop(signal))
  process.on('uncaughtException', exitForDefect)
  process.on('unhandledRejection', exitForDefect)
  // The reader of the output may stop early (`desk status | head -1`), which is no error.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return
      print(`The answer could not be written: ${error.message}`)
      process.exit(1)
    })
}

/** Ends the process for an unexpected error. */
export function exitForDefect(error: unknown): never {
  const message = error instanceof Error ? error.message.split('\n')[0] : String(error)
  print(`Catalog Desk failed unexpectedly: ${message} (CATALOG_DESK_DEBUG=1 shows where.)`)
  printStack(error)
  process.exit(defectCode)
}

/** Prints an error's stack trace when CATALOG_DESK_DEBUG is 1. */
export function printStack(error: unknown): void {
  if (process.env['CATALOG_DESK_DEBUG'] === '1' && error instanceof Error) print(error.stack ?? '')
}

/** Sets the line that a stop prints from now on: the result of the work so far, and how it continues. */
export function setStopMessage(line: string): void {
  stopLine = line
}

/**
 * Calls `stop` once, at the first Ctrl+C or termination signal; the command must then end by itself.
 * @param within time in milliseconds that the command may take to end
 */
export function onStop(stop: () => void, within: number = maxOrderlyTime): void {
  end = stop
  maxEndTime = within
  // The stop may have happened before this call.
  if (stopped) stop()
}

/** Makes a stop the normal end of a command: nothing is printed, and the exit code is 0. */
export function expectStop(): void {
  isExpected = true
}

/** The exit code and the line of a stopped command; undefined when the command ended by itself. */
export const stop = (): { code: number; line: string } | undefined =>
  stopped && !isExpected ? { code: codeOf(stopped.by), line: stopLine } : undefined
