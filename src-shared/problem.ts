/**
 * One problem of an input, with a message for a person. Validation, the local API and the calls of the user
 * interface report lists of problems.
 */
export interface Problem {
  /** A stable code for programs, e.g. `missing` or `GTIN_EXISTS`. */
  code: string
  /** The element path with 1-based positions, e.g. `items/item[2]/productCodes/productCode[1]/@type`. */
  path: string
  /** The problem and its remedy. */
  message: string
  /** An `error` prevents sending; a `warning` does not. Absent means error. */
  severity?: 'error' | 'warning'
  /** 1-based line and column in the document, if there is one. */
  line?: number
  column?: number
}

export const isError = (problem: Problem): boolean => problem.severity !== 'warning'
