import pino, { type Logger } from 'pino'

export type { Logger }

/** Structured log lines on standard error, so that standard output stays free for answers. */
export function createLog(level: string = process.env['CATALOG_DESK_LOG'] ?? 'error'): Logger {
  const lines = pino.destination(2)
  // What cannot be written, as to a file on a full disk, is lost; that stops nothing.
  lines.on('error', () => {})
  return pino({ level, base: null }, lines)
}
