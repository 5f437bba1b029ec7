/** Something a document showed that must not be. */
export interface Finding {
  /** The property that does not hold, such as `accepts-broken`. */
  property: string
  /** Which of our readers. */
  reader: string
  message: string
  /** The document, made as small as it could be. */
  document: Uint8Array
}

/** Findings that say the same of different documents are one. */
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

/** What one reading of one document took. */
export interface Cost {
  reader: string
  milliseconds: number
  /** Memory at its highest, beyond what there was before and the document itself. */
  bytes: number
}

/** For anything within the limits. */
export const goal = { milliseconds: 1000, bytes: 100e6 }
/** Beyond this the trial fails, whatever the machine is busy with. */
export const hardLimit = { milliseconds: 5 * goal.milliseconds, bytes: 5 * goal.bytes }

/** Notes a finding about the document at hand. */
export type Say = (property: string, reader: string, message: string) => undefined
