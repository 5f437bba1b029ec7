/** A part of an export. */
export interface ExportPart {
  bytes: Uint8Array
  /** Number of requested rows in this part, starting with the first; at least one. */
  taken: number
  /** Items in `bytes`. */
  items: number
  /** Texts in further languages, which the format cannot store. */
  hiddenTextCount?: number
}

/** A part ends with the item that reaches this size, in bytes of stored elements. */
export const partBytes = 512 * 1024
