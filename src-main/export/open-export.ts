/** Progress of reading an export. */
export interface ExportProgress {
  /** Rows read. */
  itemsDone: number
  /** Items written to the file; a Content+ feed contains only items with content. */
  itemsWritten: number
  /** Note on the entire file so far. */
  note?: string | undefined
}

export interface ReadOptions {
  signal?: AbortSignal
  /** Called after each part. */
  onProgress?: (progress: ExportProgress) => void
}

/** An export that is ready to be read. */
export interface OpenExport {
  items: number
  fileName: string
  parts(options?: ReadOptions): AsyncGenerator<Uint8Array>
}

/** Pictures that are ready to be written to a folder. */
export interface OpenPictures {
  items: number
  /** @returns bytes written @throws PlainError if the disk refuses; the signal's reason if it is aborted */
  write(options?: ReadOptions): Promise<number>
}
