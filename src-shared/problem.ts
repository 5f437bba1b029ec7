/**
 * One thing that is wrong with an input, in words a person can act on. Every error that crosses a boundary
 * (validation, the local API, the interface) is a list of these.
 */
export interface Problem {
  /** A stable word for programs, e.g. `missing` or `GTIN_EXISTS`. */
  code: string
  /** Where: the element path with 1-based positions, e.g. `items/item[2]/productCodes/productCode[1]/@type`. */
  path: string
  /** What is wrong and what to do. */
  message: string
  /** An `error` forbids sending; a `warning` is worth a look. Absent means error. */
  severity?: 'error' | 'warning'
  /** 1-based line and column in the document, where there is one. */
  line?: number
  column?: number
  /** The feed in the outbox that it is about, where it is about one. */
  feed?: { id: string; name: string }
}

export const isError = (problem: Problem): boolean => problem.severity !== 'warning'
