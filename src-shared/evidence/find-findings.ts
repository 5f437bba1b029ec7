/** Findings of one item: what its pictures show, compared with its record. */

import { checkPicture, isFront, type PictureRule } from '../media/picture-checks.ts'
import { counted, listed, say } from '../texts/say.ts'
import type { Item } from '../vocabulary/elements/item.ts'
import { mainContent } from './label/main-content.ts'
import { labelFindings } from './label-findings.ts'
import {
  type CodeFormat,
  type Finding,
  type FindingKind,
  findingKinds,
  type NamedItem,
  type PictureCode,
  type ReadingFailure,
  type Readings,
} from './model.ts'
import { codesOf } from './read-code.ts'

/** A stored picture of an item. */
export interface ItemPicture {
  sha256: string
  /** View code in the record; '' if there is none. */
  view: string
  readings: Partial<Readings>
  failure?: ReadingFailure
  /** Whether a smaller copy was stored than the source has. */
  isReduced?: boolean
}

interface EvidenceOfItem {
  pictures: readonly ItemPicture[]
  /** Rules for pictures. */
  rules: readonly PictureRule[]
  /** Codes of the item, in 14 digits, in each form that they may stand for. */
  ownCodes: ReadonlySet<string>
  /** Other items with a code: the first ones. */
  othersWith(gtin14: string): NamedItem[]
  /** The record of the item; called only if the text of a picture was read. */
  record(): Item | undefined
}

/** Findings of an item, the heaviest kinds first. The same file with several views is reported once. */
export function findingsOf({ pictures, rules, ownCodes, othersWith, record }: EvidenceOfItem): Finding[] {
  const different = new Map<string, ItemPicture>()
  for (const picture of pictures) if (!different.has(picture.sha256)) different.set(picture.sha256, picture)
  const found = [...different.values()].flatMap((picture) => {
    const { failure, readings } = picture
    return [
      ...(failure ? [unreadable(picture, failure)] : []),
      ...codeFindings(picture, codesOf(readings), ownCodes, othersWith),
      ...checkFindings(picture, rules),
    ]
  })
  const read = [...different.values()].flatMap(({ sha256, view, readings: { text } }) =>
    text && text.texts.length > 0 ? [{ sha256, view, text }] : [],
  )
  const recorded = read.length > 0 ? record() : undefined
  if (recorded) found.push(...labelFindings(recorded, read))
  return found.toSorted((one, other) => weightOf(one.kind) - weightOf(other.kind))
}

const weightOf = (kind: FindingKind): number => findingKinds.indexOf(kind)

const unreadable = ({ sha256, view }: ItemPicture, { message }: ReadingFailure): Finding => ({
  kind: 'unreadable',
  sha256,
  view,
  message,
})

function checkFindings(picture: ItemPicture, rules: readonly PictureRule[]): Finding[] {
  const { sha256, view, isReduced, readings } = picture
  if (readings.measures === undefined) return []
  // Only the content of fronts is checked.
  const content = readings.text && isFront(view) ? mainContent(readings.text) : undefined
  return checkPicture({ ...readings.measures, view, isReduced, content }, rules).map(
    ({ check, message }) => ({
      ...{ kind: 'check', sha256, view, message, rule: check },
    }),
  )
}

/** A picture that shows a code of the item may show further packages; their codes are no difference. */
function codeFindings(
  { sha256, view }: ItemPicture,
  codes: readonly PictureCode[],
  ownCodes: ReadonlySet<string>,
  othersWith: EvidenceOfItem['othersWith'],
): Finding[] {
  const own = codes.filter(({ gtin14 }) => isOwn(gtin14, ownCodes))
  if (own.length > 0)
    return own.map((code) => ({
      kind: 'right-code',
      sha256,
      view,
      code,
      message: say`The picture shows the code ${printedCode(code)} of this item.`,
    }))
  return codes.flatMap((code): Finding[] => {
    const others = othersWith(code.gtin14)
    const printed = printedCode(code)
    if (others.length === 0 && code.isFaint) return []
    if (others.length === 0)
      return [
        {
          kind: 'unknown-code',
          sha256,
          view,
          code,
          message: say`The picture shows the code ${printed}, which no item of the catalog has.`,
        },
      ]
    const names = listed(
      others.map(({ name, id }) => name || id),
      'and',
    )
    return [
      {
        kind: 'other-item',
        sha256,
        view,
        code,
        others,
        message: say`The picture shows the code ${printed} of ${counted(others.length, 'other item')}: ${names}.`,
      },
    ]
  })
}

/** Whether a code is of the item, or of a case of it: with another indicator digit and its own check digit. */
function isOwn(gtin14: string, ownCodes: ReadonlySet<string>): boolean {
  if (ownCodes.has(gtin14)) return true
  if (!/^[1-8]/.test(gtin14)) return false
  return [...ownCodes].some((own) => own.slice(1, 13) === gtin14.slice(1, 13))
}

const zeros: Partial<Record<CodeFormat, number>> = { 'EAN-13': 1, 'UPC-A': 2, 'UPC-E': 2, 'EAN-8': 6 }

/** The digits as printed below the bars; a UPC-E in its long form. */
export const printedCode = ({ gtin14, format }: PictureCode): string => gtin14.slice(zeros[format] ?? 0)
