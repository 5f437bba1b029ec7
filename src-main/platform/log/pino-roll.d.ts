/** Types for the used part of pino-roll, which has none. */
declare module 'pino-roll' {
  import type { EventEmitter } from 'node:events'

  /** A stream of log lines. `error` reports a failed write, creation or removal. */
  export interface RollingFile extends EventEmitter {
    write(line: string): boolean
  }
  export default function pinoRoll(options: {
    /** Path without the number and `.log`. */
    file: string
    /** Size at which the next file starts, such as `5m`. */
    size: string
    limit: { count: number; removeOtherLogFiles: boolean }
    mkdir: boolean
    sync: boolean
    /** Maximum bytes buffered while writing fails; more are dropped. */
    maxLength: number
  }): Promise<RollingFile>
}
