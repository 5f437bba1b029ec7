import { writeSync } from 'node:fs'
import pino, { type Logger } from 'pino'

export type { Logger }

/**
 * Structured log lines on standard error, so that standard output stays free for answers. What cannot be written, as to
 * a file on a full disk, is lost: pino's own destination would try again for ever.
 */
export function createLog(level: string = process.env['CATALOG_DESK_LOG'] ?? 'error'): Logger {
  const write = (line: string): void => {
    try {
      writeSync(2, line)
    } catch {
      // Nowhere is left to tell it.
    }
  }
  return pino({ level, base: null }, { write })
}
