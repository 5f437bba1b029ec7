/** The part of pino-roll that is used; it brings no types. */
declare module 'pino-roll' {
  import type { EventEmitter } from 'node:events'

  /** A stream of log lines; `error` tells of what could not be written, made or removed. */
  export interface RollingFile extends EventEmitter {
    write(line: string): boolean
  }
  export default function pinoRoll(options: {
    /** Path without the number and `.log`. */
    file: string
    /** When the next file is begun, such as `5m`. */
    size: string
    limit: { count: number; removeOtherLogFiles: boolean }
    mkdir: boolean
    sync: boolean
    /** Bytes kept back while nothing can be written; more are dropped. */
    maxLength: number
  }): Promise<RollingFile>
}
