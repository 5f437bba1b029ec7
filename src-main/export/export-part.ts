/** A part of an export. */
export interface ExportPart {
  bytes: Uint8Array
  /** How many of the rows asked for the part covers, from the first on; at least one. */
  taken: number
  /** Items that are in `bytes`. */
  items: number
  /** Texts in further languages, for which the form has no place. */
  furtherTexts?: number
}

/** A part ends with the item that reaches so many bytes of stored elements. */
export const partBytes = 512 * 1024
