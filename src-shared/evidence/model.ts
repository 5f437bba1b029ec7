/**
 * Evidence: what the stored pictures of an item show, compared with its record. Readings are derived from the
 * content of a picture, findings from readings and records; both can be deleted and made again.
 */
import type { PictureMeasures } from '../media/picture-checks.ts'

import type { ReadText } from './label/read-text.ts'

/**
 * Kinds of reading, each with the version of its reader: after a change of the version, every picture is read
 * again. A further kind takes a line here, a member of `Readings` and a reader (src-main/evidence/reader).
 */
export const readingVersions = { codes: 2, measures: 1, text: 2 } as const
export type ReadingKind = keyof typeof readingVersions

/** The quick kinds are read of all pictures before the slow one, so that their findings appear early. */
export const slowKind: ReadingKind = 'text'

/** The result of each kind of reading, for one picture. */
export interface Readings {
  codes: { codes: PictureCode[] }
  measures: PictureMeasures
  /** Lines of text, in pixels of a copy of this size, and codes whose digits are among them. */
  text: { width: number; height: number; texts: ReadText[]; codes: PictureCode[] }
}

/** A part of a picture as displayed: fractions of its width and height, from the top left corner. */
export interface PictureBox {
  x: number
  y: number
  width: number
  height: number
}

/** A kind of barcode. */
export type CodeFormat =
  | 'EAN-13'
  | 'EAN-8'
  | 'UPC-A'
  | 'UPC-E'
  | 'ITF-14'
  | 'GS1 DataMatrix'
  | 'GS1 Digital Link'

/**
 * A product code with a correct check digit that two independent readings of a picture agree on: two of the bars, or
 * one of the digits and one of the bars above them.
 */
export interface PictureCode {
  format: CodeFormat
  gtin14: string
  box: PictureBox
  /**
   * Read from bars of about a pixel, where a misread code may have a correct check digit. It counts only if an item of
   * the catalog has it.
   */
  isFaint?: true
}

/** Why a picture could not be read. It is tried again after a change of the version of the reader. */
export interface ReadingFailure {
  code: 'NO_PICTURE' | 'TOO_LONG' | 'TOO_MUCH_MEMORY' | 'READER_ENDED' | 'DAMAGED_FILE'
  message: string
}

/** When pictures are read: never, by a call or a command, or also after each change of the pictures. */
export const evidenceModes = ['off', 'on-demand', 'background'] as const
export type EvidenceMode = (typeof evidenceModes)[number]

/**
 * Kinds of finding, the heaviest first. `allergen`: the label names an allergen that the record does not;
 * `other-item`: a code of another item of the catalog; `label-differs`: the label shows another value than the
 * record; `unknown-code`: a code that no item has; `check`: a rule for pictures that the picture does not
 * follow; `unreadable`: the picture could not be read; `right-code` and `label-found`: a code of the item, or a
 * value of its record, which support the record.
 */
export const findingKinds = [
  'allergen',
  'other-item',
  'label-differs',
  'unknown-code',
  'check',
  'unreadable',
  'right-code',
  'label-found',
] as const
export type FindingKind = (typeof findingKinds)[number]

/** Kinds that support the record. They are listed only on request. */
export const supportingKinds: readonly FindingKind[] = ['right-code', 'label-found']
/** The other kinds, heaviest first. */
export const differingKinds: readonly FindingKind[] = findingKinds.filter(
  (kind) => !supportingKinds.includes(kind),
)

/** The kinds that say that a picture and its record do not belong together. */
export const contradictingKinds: ReadonlySet<FindingKind> = new Set([
  'allergen',
  'other-item',
  'label-differs',
  'unknown-code',
])

export interface Finding {
  kind: FindingKind
  /** Content of the picture: SHA-256, hexadecimal. */
  sha256: string
  /** View code in the record; '' if there is none. */
  view: string
  message: string
  /** The code that was read; absent for other findings. */
  code?: PictureCode
  /** Other items with the code: the first ones. */
  others?: NamedItem[]
  /** Rule of a `check`. */
  rule?: string
  /** What the label shows of a value of the record; absent for findings that are not about a label. */
  value?: LabelValue
}

/** A value of a record that a label shows. */
export interface LabelValue {
  /** Path of the value in the record: `packageData/netWeight`. */
  path: string
  /** Name of the value: `Protein`; of an allergen that only the label names, the allergen. */
  label: string
  /** The value of the record with its unit and quantity; '' for an allergen. */
  recorded: string
  /** As printed: `1,2 g`. */
  printed: string
  /** Where it is printed. */
  box: PictureBox
}

/** Why a person dismissed a finding. `both-right`: picture and record are right, each for itself. */
export const dismissalReasons = ['both-right', 'misread', 'other-package', 'other'] as const
export type DismissalReason = (typeof dismissalReasons)[number]
/** Maximum characters of the text of a dismissal. */
export const maxNoteLength = 500

/**
 * Identity of a finding. A decision is remembered by it: it does not apply to another picture, another item or
 * another value.
 */
export interface FindingKey {
  itemId: string
  kind: FindingKind
  sha256: string
  subject: string
}

/** What a finding is about: its code, its rule, or the value with what is printed; '' for the whole picture. */
export const subjectOf = ({ code, rule, value }: Pick<Finding, 'code' | 'rule' | 'value'>): string =>
  code?.gtin14 ?? rule ?? (value ? [value.path, value.label, value.printed].join('\n') : '')

/**
 * What a person decided about a finding. An agreed finding is right and stays in the list; a dismissed one leaves it.
 */
export const decisionKinds = ['agreed', 'dismissed'] as const
export type DecisionKind = (typeof decisionKinds)[number]

export interface Decision {
  kind: DecisionKind
  /** Why it was dismissed; '' for an agreed finding. */
  reason: DismissalReason | ''
  /** As typed; '' for none. */
  note: string
  /** ISO 8601 */
  at: string
  /** Account of the computer; '' if unknown. */
  by: string
}

/** A finding with a new decision. */
export interface DecidedKey extends FindingKey, Pick<Decision, 'reason' | 'note'> {
  decision: DecisionKind
}

export interface NamedItem {
  id: string
  name: string
}

/** A finding in a list over the catalog. */
export interface FindingRow extends Finding {
  item: NamedItem & {
    /** The first product code of the record, unchanged. */
    code?: string
  }
  decision?: Decision
}

/** Which findings are listed: all but the dismissed ones, or those with a decision. */
export interface FindingsQuery {
  kinds?: readonly FindingKind[] | undefined
  itemId?: string | undefined
  decision?: DecisionKind | undefined
  offset: number
  limit: number
}

/** One decision about many findings. */
export interface DecisionStep {
  /** Number of findings that were decided about. */
  decided: number
  /** Identifies the step, to take it back. */
  step: number
}

export interface FindingPage {
  total: number
  /** Number of findings of the list that nobody has decided about. */
  undecided: number
  offset: number
  findings: FindingRow[]
}

/** Maximum number of findings that one decision names one by one. */
export const maxDecidedFindings = 5000

/** Progress of a run: pictures while `reading`, changed items while `comparing`. */
export interface EvidenceProgress {
  step: 'reading' | 'comparing'
  done: number
  total: number
}

export interface FindingCounts {
  /** Findings of each kind without the dismissed ones. */
  counts: Record<FindingKind, number>
  agreed: number
  dismissed: number
}

export interface EvidenceState extends FindingCounts {
  mode: EvidenceMode
  /** Different stored pictures, those with current readings, and how many of those could not be read. */
  pictures: number
  read: number
  unreadable: number
  /** Records or readings have changed since the findings were made, or none were made from the readings. */
  isOutOfDate: boolean
  running?: EvidenceProgress
  /** Why the last run failed; absent after a complete or a stopped one. */
  failure?: string
}

/** Findings of one item without the dismissed ones, made from its current record. */
export interface ItemEvidence {
  name: string
  findings: Finding[]
  /** Stored pictures of the item that have not been read yet. */
  unread: number
}

/** Maximum other items listed for a code. */
export const maxOthers = 5
