/**
 * Converts stored records to GDSN transactions, or to table rows of the values left out. Runs in a reader
 * thread.
 */
import {
  missingForGdsn,
  notCarried,
  recordFieldWords,
  tradeItemOf,
} from '../../../src-shared/gdsn/trade-item.ts'
import { type Item, item as itemGroup } from '../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../src-shared/vocabulary/kit/kit.ts'
import { instant } from '../../catalog/index.ts'
import { csvLines, mainCode } from '../csv-table.ts'
import type { ExportPart } from '../export-part.ts'
import { type GdsnEnvelope, transaction } from './gdsn-message.ts'

/** A part of a message or of its report. */
export interface GdsnPart extends ExportPart {
  /** Record fields that the message does not carry, each with the number of items that have it. */
  left: [path: string, items: number][]
  /** Values required by GDSN, each with the number of items without it. */
  lacking: [what: string, items: number][]
}

const utf8 = new TextEncoder()

function lastChangeOf({ lastUpdated }: Item): string | undefined {
  const at = instant(lastUpdated?.text ?? '')
  return at === undefined ? undefined : new Date(at).toISOString()
}

/** @param as the message, or the table rows of the values left out */
export function gdsnPart(
  bodies: readonly Uint8Array[],
  as: 'message' | 'left-out',
  envelope: GdsnEnvelope,
): GdsnPart {
  const left = new Map<string, number>()
  const lacking = new Map<string, number>()
  const pieces: string[] = []
  let items = 0
  for (const body of bodies) {
    const item: Item | undefined = parseElement(itemGroup, body).value
    if (!item) continue
    items++
    const made = tradeItemOf(item, { ...envelope, lastChange: lastChangeOf(item) ?? envelope.made })
    const lost = notCarried(item, made, envelope)
    const lacks = missingForGdsn(made)
    for (const path of new Set(lost.map((one) => one.path))) left.set(path, (left.get(path) ?? 0) + 1)
    for (const what of lacks) lacking.set(what, (lacking.get(what) ?? 0) + 1)
    if (as === 'message') pieces.push(transaction(made, item.id ?? '', envelope))
    else {
      const about = [item.id ?? '', mainCode(item) ?? '', item.name ?? '']
      const rows = [
        ...lacks.map((what) => [...about, 'Required by GDSN, missing in the item', what, '']),
        ...lost.map(({ path, text }) => [...about, 'GDSN has no place for it', recordFieldWords(path), text]),
      ]
      if (rows.length > 0) pieces.push(csvLines(rows, 'spreadsheet'))
    }
  }
  return {
    bytes: utf8.encode(pieces.join('')),
    taken: bodies.length,
    items,
    left: [...left],
    lacking: [...lacking],
  }
}
