/** A value and the number of rows that have it. */
export interface CountedValue {
  text: string
  count: number
}

/**
 * `same`: the value differs from the others only in case, accents, spaces, punctuation or order of words.
 * `near`: a few letters differ, or the legal form of a company; a person decides. `decided`: a person merged
 * it before.
 */
export type Likeness = 'same' | 'near' | 'decided'

export interface AlikeValue extends CountedValue {
  likeness: Likeness
}

/** Values that may mean the same. */
export interface Cluster {
  /** The proposed value: the one decided before, or the most frequent one. */
  keep: string
  /** Most frequent first. */
  values: AlikeValue[]
}

export interface AlikeValues {
  /** Number of different values. */
  distinct: number
  clusters: Cluster[]
  /** Whether not all values were compared with each other, because there are too many. */
  isCut: boolean
}

/** Maximum number of remembered decisions of one kind; the oldest are forgotten. */
export const maxDecisions = 20_000

/** The kind of the decisions about words: those that a person added to the words of the workspace. */
export const spellingKind = 'spelling'

/** The kind of the names in a field of a feed: files and drafts have the same decisions. */
export const nameKindOf = (path: string): string => kindsByPath[path] ?? path
const kindsByPath: Readonly<Record<string, string>> = {
  'products/product/brandDescription': 'brand',
  'packageData/packageType': 'packageType',
}
