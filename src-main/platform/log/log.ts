import { writeSync } from 'node:fs'
import pino, { type Level, type Logger } from 'pino'
import { openLogFile } from './log-file.ts'

export type { Logger }

/** The level of the lines on standard error. */
const errorLevel = (): string => process.env['CATALOG_DESK_LOG'] ?? 'error'

/**
 * Writes structured log lines to standard error, since standard output is for answers. A line that cannot be written is
 * lost: pino's own destination would try again for ever.
 */
export function createLog(level: string = errorLevel()): Logger {
  return pino({ level, base: null }, standardError)
}

/**
 * The log of a long-running program: on standard error as {@link createLog}, and in the files of this computer's home,
 * whose level `CATALOG_DESK_LOG_LEVEL` sets. When no file can be written, the program goes on without files.
 * @param home whose `logs` folder holds the files
 * @param chosen the level that the person chose, where the environment names none
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
      // Several programs may write into one file.
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
      // This failure cannot be logged anywhere.
    }
  },
}

const numbers: Record<string, number> = pino.levels.values
const lowest = (levels: string[]): string =>
  levels.reduce((one, other) => ((numbers[one] ?? 0) <= (numbers[other] ?? 0) ? one : other))

/** The level of that name; undefined for any other text. */
const levelOf = (name: string | undefined): string | undefined =>
  name === 'silent' || (name !== undefined && name in numbers) ? name : undefined
