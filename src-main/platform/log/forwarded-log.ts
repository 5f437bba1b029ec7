/** The log of a process whose entries another process writes. */
import pino, { type Logger } from 'pino'

/** The log of a process that sends each entry as a line of JSON. */
export const forwardedLog = (send: (line: string) => void): Logger =>
  pino(
    {
      level: 'warn',
      base: { worker: process.pid },
      timestamp: false,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: send },
  )

/** Writes an entry of a {@link forwardedLog} to the log of this process. */
export function writeForwarded(log: Logger, line: string): void {
  const { level, msg, ...values } = JSON.parse(line) as { level: pino.Level; msg: string }
  log[level](values, msg)
}
