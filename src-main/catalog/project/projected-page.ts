/**
 * Pages of items in the form in which they are stored: parsed and projected by the writer or by another
 * thread.
 */
import { deserialize, serialize } from 'node:v8'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { type ItemPage, needsPreparation, readItemPage, type ScannableAnswer } from '../scan/item-page.ts'
import { prepareItemPage } from '../scan/prepare-page.ts'
import { type ItemProjection, projectItem } from './item-projection.ts'

/** An item's element and its projection. */
export interface ProjectedItem {
  body: Uint8Array
  projection: ItemProjection
}
interface ProjectedPage extends Omit<ItemPage, 'items'> {
  items: ProjectedItem[]
}

/**
 * A page parsed by another thread. Packed, because a message between threads would copy it as many objects,
 * twice.
 */
interface PackedPage {
  /** The response, or its prepared form. */
  document: Uint8Array
  packed: Uint8Array
}

/** A response as received, prepared by prepare-page.ts, or parsed by `readApart`. */
export type ItemAnswerDocument = ScannableAnswer | PackedPage

type Packed = Omit<ProjectedPage, 'items'> & {
  items: { start: number; end: number; projection: ItemProjection }[]
}

/** @throws PlainError `needsPreparation` if the scanner does not support the response's form, or it is broken */
export function projectPage(answer: ItemAnswerDocument): ProjectedPage {
  if ('packed' in answer) return unpack(answer)
  const page = readItemPage(answer)
  return {
    ...page,
    items: page.items.map(({ body, scanned }) => ({ body, projection: projectItem(body, scanned) })),
  }
}

/**
 * Parses a response for a writer in another thread, and prepares it if necessary.
 * @param room memory for the packed page, used if long enough
 * @returns `document` is absent if it is the response itself
 * @throws PlainError if the response cannot be parsed
 */
export function readApart(
  bytes: Uint8Array,
  room?: Uint8Array,
): Omit<PackedPage, 'document'> & Partial<Pick<PackedPage, 'document'>> {
  let answer: ScannableAnswer = bytes
  let page: ProjectedPage
  try {
    page = projectPage(answer)
  } catch (error) {
    if (!(error instanceof PlainError) || error.code !== needsPreparation) throw error
    answer = prepareItemPage(bytes)
    page = projectPage(answer)
  }
  const document = answer instanceof Uint8Array ? answer : answer.document
  const items = page.items.map(({ body, projection }) => {
    const start = body.byteOffset - document.byteOffset
    return { start, end: start + body.length, projection }
  })
  const packed = serialize({ ...page, items } satisfies Packed)
  const part =
    room !== undefined && packed.length <= room.length ? room.subarray(0, packed.length) : undefined
  part?.set(packed)
  return { packed: part ?? packed, ...(document !== bytes && { document }) }
}

function unpack({ document, packed }: PackedPage): ProjectedPage {
  // Packed by `readApart` of the same program version.
  const { items, ...page } = deserialize(packed) as Packed
  return {
    ...page,
    items: items.map(({ start, end, projection }) => ({ body: document.subarray(start, end), projection })),
  }
}
