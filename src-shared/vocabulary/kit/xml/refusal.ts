import { say } from '../../../texts/say.ts'
import { type DocumentLimits, type LimitName, limitWords } from '../limits.ts'

/** Thrown when a document cannot be read at all. `parseDocument` converts it to a problem. */
export class Refusal extends Error {
  readonly code: string
  /** Character offset in the text, if there is one. */
  readonly offset: number | undefined
  /** Local names and sibling positions of the open elements, the root first. */
  readonly open: readonly OpenElement[]
  /** 1-based line and column, used instead of an offset when the bytes could not be decoded to a text. */
  readonly position: { line: number; column: number } | undefined

  constructor(
    code: string,
    message: string,
    offset?: number,
    open: readonly OpenElement[] = [],
    position?: { line: number; column: number },
  ) {
    super(message)
    this.code = code
    this.offset = offset
    this.open = open
    this.position = position
  }
}

export interface OpenElement {
  name: string
  /** 1-based position among the siblings with the same name. */
  position: number
}

/** The refusal of text that is not well-formed. `why` completes "This is not well-formed XML: ...". */
export const malformed = (why: string, offset: number): Refusal =>
  new Refusal('not-well-formed', say`This is not well-formed XML: ${why}.`, offset)

/** The refusal of a character that XML does not allow. */
export const illegalAt = (offset: number): Refusal =>
  new Refusal(
    'illegal-character',
    say`The document holds a control character or half a character here, which XML does not allow. Remove it.`,
    offset,
  )

/** The refusal of a document that exceeds a limit. */
export function beyond(name: LimitName, limits: DocumentLimits, offset?: number): Refusal {
  const { code, message } = limitWords(name, limits)
  return new Refusal(code, message, offset)
}

/** Shortens a text for a message. */
export const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}...` : text)
