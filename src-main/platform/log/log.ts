import { writeSync } from 'node:fs'
import pino, { type Level, type Logger } from 'pino'
import { openLogFile } from './log-file.ts'

export type { Logger }

/** The level of the lines on standard error. */
const errorLevel = (): string => process.env['CATALOG_DESK_LOG'] ?? 'error'

/**
 * Creates a logger that writes JSON lines to standard error; standard output is for results. A line that
 * cannot be written is dropped: pino's own destination would retry forever.
 */
export function createLog(level: string = errorLevel()): Logger {
  return pino({ level, base: null }, standardError)
}

/**
 * Opens the log of a long-running program: on standard error as in {@link createLog}, and in files of this
 * computer's home, whose level `CATALOG_DESK_LOG_LEVEL` sets. If no file can be written, the program
 * continues without files.
 * @param home the folder whose `logs` subfolder holds the files
 * @param chosen the level from the settings, used if the environment sets none
 */
export async function openLog(home: string, chosen?: string): Promise<Logger> {
  const fileLevel = levelOf(process.env['CATALOG_DESK_LOG_LEVEL']) ?? levelOf(chosen) ?? 'info'
  const level = errorLevel()
  const file = fileLevel === 'silent' ? undefined : await openLogFile(home)
  if (!file) return createLog()
  const streams = [
    { level: fileLevel as Level, stream: file },
    ...(level === 'silent' ? [] : [{ level: level as Level, stream: standardError }]),
  ]
  const log = pino(
    {
      level: lowest(streams.map((one) => one.level)),
      // Several programs may write to the same file.
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.multistream(streams),
  )
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'the program failed'))
  return log
}

const standardError = {
  write(line: string): void {
    try {
      writeSync(2, line)
    } catch {
      // There is nowhere left to log this failure.
    }
  },
}

const numbers: Record<string, number> = pino.levels.values
const lowest = (levels: string[]): string =>
  levels.reduce((one, other) => ((numbers[one] ?? 0) <= (numbers[other] ?? 0) ? one : other))

/** Returns the name if it is a log level, otherwise undefined. */
const levelOf = (name: string | undefined): string | undefined =>
  name === 'silent' || (name !== undefined && name in numbers) ? name : undefined
