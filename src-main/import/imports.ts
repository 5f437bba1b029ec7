/**
 * The import room: reads files of products (CSV, TSV, JSON Lines, gzipped or not), maps their columns onto the ingest
 * vocabulary, and brings the rows into a sandbox's catalog or into drafts. It owns the tables of migration 7. What a
 * file is, is decided by its content. Import is lenient where a feed is not: a name and a valid GTIN are required, the
 * rest is taken as it is. A row that cannot be taken is kept with its line and the reason.
 */
import type {
  ColumnMapping,
  ImportJob,
  ImportPreview,
  ImportTarget,
  RejectedRow,
} from '../../src-shared/rpc/import-contract.ts'
import type { Drafts } from '../feeds/drafts.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Storage } from '../storage/storage.ts'

export interface ImportsOptions {
  storage: Storage
  drafts: Drafts
  clock: Clock
  log: Logger
}

export interface Imports {
  /** Looks at the beginning of a file. @throws ImportError when it is not a file that can be imported */
  preview(input: { file: string; mapping?: ColumnMapping }): Promise<ImportPreview>
  /** Begins to import; answers at once. Without a mapping, the detected one. @throws ImportError as `preview` does */
  start(input: { file: string; mapping?: ColumnMapping; target: ImportTarget }): Promise<ImportJob>
  /** Resolves when the job has ended, in whatever way. */
  finished(id: string): Promise<ImportJob>
  /** Stops a running job; what was imported stays. A job that has ended is answered as it is. */
  cancel(id: string): Promise<ImportJob>
  /** The newest first. */
  jobs(): Promise<ImportJob[]>
  rejected(input: {
    id: string
    offset: number
    limit: number
  }): Promise<{ total: number; rows: RejectedRow[] }>
  /** Cancels what runs and waits for it. */
  close(): Promise<void>
}

export type ImportErrorCode =
  | 'FILE_UNREADABLE'
  | 'FILE_EMPTY'
  | 'NOT_A_TEXT_FILE'
  | 'NO_GTIN_COLUMN'
  | 'MAPPING_INVALID'
  | 'NOT_A_SANDBOX'
  | 'IMPORT_RUNNING'
  | 'IMPORT_NOT_FOUND'

/** An import that cannot be done; the message says why and what to do. */
export class ImportError extends Error {
  readonly code: ImportErrorCode
  constructor(code: ImportErrorCode, message: string) {
    super(message)
    this.name = 'ImportError'
    this.code = code
  }
}

export declare function createImports(options: ImportsOptions): Imports
