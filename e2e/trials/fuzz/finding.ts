/** A fault of a reader that a document showed. */
export interface Finding {
  /** The property that does not hold, such as `accepts-broken`. */
  property: string
  /** The name of our reader. */
  reader: string
  message: string
  /** The document, made as small as it could be. */
  document: Uint8Array
}

/** The key under which the same findings of different documents count as one. */
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

/** The cost of one reading of one document. */
export interface Cost {
  reader: string
  milliseconds: number
  /** The highest memory, without the memory before the reading and that of the document. */
  bytes: number
}

/** The goal for every document within the limits. */
export const goal = { milliseconds: 1000, bytes: 100e6 }
/** The cost at which the trial fails, also on a busy machine. */
export const hardLimit = { milliseconds: 5 * goal.milliseconds, bytes: 5 * goal.bytes }

/** Notes a finding about the document at hand. */
export type Say = (property: string, reader: string, message: string) => undefined
