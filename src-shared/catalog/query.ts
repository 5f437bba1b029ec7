/** The words of a catalog search, with its fields: placeholder of the language, see the contract. */
import type { QueryProblem } from './model.ts'

/** A field that a term of a query can name: `brand:oatlark`. */
export interface QueryField {
  name: string
  label: string
  example: string
  help: string
}
export const queryFields: readonly QueryField[] = []

export interface ReadQuery {
  problems: QueryProblem[]
}
export const readQuery = (_text: string): ReadQuery => ({ problems: [] })
