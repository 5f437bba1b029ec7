/**
 * One thing that is wrong with an input, with a message for a person. Validation, the local API and the calls of the face
 * report lists of problems.
 */
export interface Problem {
  /** A stable word for programs, e.g. `missing` or `GTIN_EXISTS`. */
  code: string
  /** Where: the element path with 1-based positions, e.g. `items/item[2]/productCodes/productCode[1]/@type`. */
  path: string
  /** What is wrong and what to do. */
  message: string
  /** An `error` prevents sending; a `warning` does not. Absent means error. */
  severity?: 'error' | 'warning'
  /** 1-based line and column in the document, where there is one. */
  line?: number
  column?: number
}

export const isError = (problem: Problem): boolean => problem.severity !== 'warning'
