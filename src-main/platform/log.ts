import { writeSync } from 'node:fs'
import pino, { type Level, type Logger } from 'pino'
import { openLogFile } from './log-file.ts'

export type { Logger }

/** Of what goes to standard error. */
const errorLevel = (): string => process.env['CATALOG_DESK_LOG'] ?? 'error'

/**
 * Structured log lines on standard error, so that standard output stays free for answers. What cannot be written, as to
 * a file on a full disk, is lost: pino's own destination would try again for ever.
 */
export function createLog(level: string = errorLevel()): Logger {
  return pino({ level, base: null }, standardError)
}

/**
 * The log of a program that goes on: as {@link createLog} on standard error, and in the files of this computer's home
 * as well, where `CATALOG_DESK_LOG_LEVEL` sets the level. Where no file can be written, the program goes on without.
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
      // Nowhere is left to tell it.
    }
  },
}

const numbers: Record<string, number> = pino.levels.values
const lowest = (levels: string[]): string =>
  levels.reduce((one, other) => ((numbers[one] ?? 0) <= (numbers[other] ?? 0) ? one : other))

/** A level that there is; undefined for every other text. */
const levelOf = (name: string | undefined): string | undefined =>
  name === 'silent' || (name !== undefined && name in numbers) ? name : undefined
