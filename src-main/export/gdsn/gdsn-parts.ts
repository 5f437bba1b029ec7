import { randomUUID } from 'node:crypto'
import type { GdsnChoice } from '../../../src-shared/export/model.ts'
import { recordFieldWords } from '../../../src-shared/gdsn/trade-item.ts'
import { counted, say } from '../../../src-shared/texts/say.ts'
import { csvLines } from '../csv-table.ts'
import type { ExportPart } from '../export-part.ts'
import { defaultGdsn, type GdsnEnvelope, messageEnd, messageStart } from './gdsn-message.ts'
import type { GdsnPart } from './trade-items.ts'

/** The parts of an export that these files use. */
interface Options {
  choice: GdsnChoice | undefined
  /** Milliseconds since the epoch. */
  now: number
  read(rows: number[], envelope: GdsnEnvelope): Promise<GdsnPart>
  /** Reads the rows, one part at a time. */
  body(
    read: (rows: number[]) => Promise<ExportPart>,
    note: () => string | undefined,
  ): AsyncGenerator<Uint8Array, number>
}

const utf8 = new TextEncoder()

/** The message; its note summarizes the values that it leaves out. */
export async function* messageParts({
  choice = defaultGdsn,
  now,
  read,
  body,
}: Options): AsyncGenerator<Uint8Array> {
  const envelope: GdsnEnvelope = { ...choice, id: randomUUID(), made: new Date(now).toISOString() }
  const sums = openSums(choice)
  yield utf8.encode(messageStart(envelope))
  yield* body(async (some) => {
    const part = await read(some, envelope)
    sums.add(part)
    return part
  }, sums.note)
  yield utf8.encode(messageEnd)
}

const leftOutHeadings = ['Item identifier', 'GTIN', 'Name', 'What', 'Field', 'Value']

/** The report: one row for each value that the message cannot carry. */
export async function* leftOutParts({
  choice = defaultGdsn,
  read,
  body,
}: Options): AsyncGenerator<Uint8Array> {
  const sums = openSums(choice)
  yield utf8.encode(`\uFEFF${csvLines([leftOutHeadings], 'safe')}`)
  yield* body(async (some) => {
    const part = await read(some, { ...choice, id: '', made: '' })
    sums.add(part)
    return part
  }, sums.note)
}

/** Maximum number of fields listed in the note. */
const maxNamed = 6

/** Sums up the values that items lose, and the values that a data pool requires. */
function openSums({ informationProvider, dataRecipient }: GdsnChoice) {
  const items = { all: new Map<string, number>(), lacking: new Map<string, number>() }
  const count = (sum: Map<string, number>, more: readonly [string, number][]) => {
    for (const [name, some] of more) sum.set(name, (sum.get(name) ?? 0) + some)
  }
  return {
    add({ left, lacking }: Pick<GdsnPart, 'left' | 'lacking'>): void {
      count(items.all, left)
      count(items.lacking, lacking)
    },
    note(): string | undefined {
      const byItems = [...items.all].sort((a, b) => b[1] - a[1])
      const more = Math.max(0, byItems.length - maxNamed)
      const named = [
        ...byItems.slice(0, maxNamed).map(([path, some]) => `${recordFieldWords(path)} (${some})`),
        ...(more > 0 ? [say`and ${counted(more, 'more field')}`] : []),
      ].join('; ')
      const sentences = [
        ...[...items.lacking].map(
          ([what, some]) => say`${counted(some, 'item')} without ${what}, which GDSN requires.`,
        ),
        ...(informationProvider === undefined
          ? [say`No GLN of the information provider was given: a data pool asks for it.`]
          : []),
        ...(dataRecipient === undefined
          ? [say`No GLN of a recipient was given: GS1’s schema asks for it.`]
          : []),
        ...(named.length > 0
          ? [
              say`Not in the message, because GDSN has no field for it (with the number of items): ${named}.`,
              say`“What GDSN leaves out (CSV)” has every value.`,
            ]
          : []),
      ]
      return sentences.length > 0 ? sentences.join(' ') : undefined
    },
  }
}
