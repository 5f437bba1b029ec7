/** Progress of reading an export. */
export interface ExportProgress {
  /** Rows that were read. */
  itemsDone: number
  /** Items in the file; a Content+ feed has only items with content. */
  itemsWritten: number
  /** A remark about the whole file so far. */
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

/** Pictures that are ready to be written into their folder. */
export interface OpenPictures {
  items: number
  /** @returns the bytes that were written @throws PlainError when the disk refuses; the signal's reason */
  write(options?: ReadOptions): Promise<number>
}
