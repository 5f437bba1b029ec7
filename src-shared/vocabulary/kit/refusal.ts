/** Why a document cannot be read at all. Thrown inside the kit only; `parseDocument` turns it into a problem. */
export class Refusal extends Error {
  readonly code: string
  /** Character offset in the text, where there is one. */
  readonly offset: number | undefined
  /** Local names and sibling numbers of the elements open at that moment, the root first. */
  readonly open: readonly OpenElement[]

  constructor(code: string, message: string, offset?: number, open: readonly OpenElement[] = []) {
    super(message)
    this.code = code
    this.offset = offset
    this.open = open
  }
}

export interface OpenElement {
  name: string
  /** 1-based position among the siblings of the same name. */
  position: number
}
