/** A photograph that a person looks up: its codes, the items that have them, and the values of its label. */
import type { DraftCell } from './draft-cells.ts'
import type { Finding, NamedItem, PictureBox, PictureCode } from './model.ts'

/** A code of a photograph, and the items of the catalog that have it. */
export interface FoundCode {
  code: PictureCode
  items: CodeItems
}

/** The items with a code. */
export interface CodeItems {
  /** The first items with the code, or, if there are none, with the code of a unit in the case. */
  items: NamedItem[]
  /** Whether the code is that of a case, and the items are what it contains. */
  isCase: boolean
}

/** A photograph that is open for questions. */
export interface OpenPhotograph {
  id: string
  /** SHA-256 of the file, hexadecimal. */
  sha256: string
  codes: FoundCode[]
}

/** A copy of a photograph for the screen. */
export interface PhotographPreview {
  /** A data URL. */
  url: string
  width: number
  height: number
}

/** What the label in a photograph shows of the record of an item. */
export interface PhotographComparison {
  item: NamedItem
  /** Findings about values of the label only: `label-found`, `label-differs` and `allergen`. */
  findings: Finding[]
  /** Lines of text that were read. */
  lines: number
}

/** A value of a label that a person can take into the draft of a new item. */
export interface LabelSuggestion {
  /** Name of the value: `Protein`. */
  label: string
  /** As printed: `10 g`. */
  printed: string
  /** The quantity that it is for: `100 g`; '' for the net content. */
  per: string
  box: PictureBox
  cells: DraftCell[]
  /** Cells of the quantity, which are written only where the draft has none. */
  quantity: DraftCell[]
}

export interface PhotographSuggestions {
  suggestions: LabelSuggestion[]
  /** Lines of text that were read. */
  lines: number
}
