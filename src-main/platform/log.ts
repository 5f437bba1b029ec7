import pino, { type Logger } from 'pino'

export type { Logger }

/** Structured log lines on standard error, so that standard output stays free for answers. */
export function createLog(level: string = process.env['CATALOG_DESK_LOG'] ?? 'error'): Logger {
  return pino({ level, base: null }, pino.destination(2))
}
