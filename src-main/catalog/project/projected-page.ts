/** Pages of items as they are kept: read and projected by the writer, or by another thread beside it. */
import { deserialize, serialize } from 'node:v8'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { type ItemPage, readItemPage, type ScannableAnswer, unprepared } from '../scan/item-page.ts'
import { prepareItemPage } from '../scan/prepare-page.ts'
import { type ItemProjection, projectItem } from './item-projection.ts'

/** An item's element with all that is made of it. */
export interface ProjectedItem {
  body: Uint8Array
  projection: ItemProjection
}
interface ProjectedPage extends Omit<ItemPage, 'items'> {
  items: ProjectedItem[]
}

/** A page that another thread has read: a message between threads would copy it as many objects, and twice. */
interface PackedPage {
  /** The answer, or what was prepared of it. */
  document: Uint8Array
  packed: Uint8Array
}

/** An answer as it came, prepared by prepare-page.ts, or read by `readApart`. */
export type ItemAnswerDocument = ScannableAnswer | PackedPage

type Packed = Omit<ProjectedPage, 'items'> & {
  items: { start: number; end: number; projection: ItemProjection }[]
}

/** @throws PlainError `unprepared` when the answer is not of a form that the scanner judges, or is broken */
export function projectPage(answer: ItemAnswerDocument): ProjectedPage {
  if ('packed' in answer) return unpack(answer)
  const page = readItemPage(answer)
  return {
    ...page,
    items: page.items.map(({ body, scanned }) => ({ body, projection: projectItem(body, scanned) })),
  }
}

/**
 * Reads an answer for a writer in another thread, and prepares it when it needs that.
 * @param room memory for the packed page, used when it is long enough
 * @returns `document` is absent when it is the answer itself
 * @throws PlainError when the answer cannot be read
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
    if (!(error instanceof PlainError) || error.code !== unprepared) throw error
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
  // Written by `readApart` of the same program.
  const { items, ...page } = deserialize(packed) as Packed
  return {
    ...page,
    items: items.map(({ start, end, projection }) => ({ body: document.subarray(start, end), projection })),
  }
}
