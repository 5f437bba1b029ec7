/** A defect of a reader that a document revealed. */
export interface Finding {
  /** The violated property, such as `accepts-broken`. */
  property: string
  /** The name of our reader. */
  reader: string
  message: string
  /** The document, minimized. */
  document: Uint8Array
}

/** The key that groups equal findings of different documents. */
export const keyOf = ({ property, reader, message }: Omit<Finding, 'document'>): string =>
  `${property} ${reader} ${
    property === 'other-capture'
      ? ''
      : message
          .replace(/"(?:[^"\\]|\\.)*"/g, '""')
          .replace(/\[[^\]]*\]/g, '[]')
          .replace(/^\S*\/[^:]*:/, '')
          .replace(/\d+/g, '0')
  }`.slice(0, 160)

/** The cost of reading one document once. */
export interface Cost {
  reader: string
  milliseconds: number
  /** Peak memory minus the memory before the reading and the size of the document. */
  bytes: number
}

/** The limit for every document within the size limits. */
export const goal = { milliseconds: 1000, bytes: 100e6 }
/** The cost at which the trial fails even on a busy machine. */
export const hardLimit = { milliseconds: 5 * goal.milliseconds, bytes: 5 * goal.bytes }

/** Reports a finding about the current document. */
export type Say = (property: string, reader: string, message: string) => undefined
