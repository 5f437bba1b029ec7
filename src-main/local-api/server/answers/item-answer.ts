import { defaultItemPage } from '../../../../src-shared/api/endpoint.ts'
import { imageParameterNames } from '../../../../src-shared/api/item-parameters.ts'
import { medium as mediumGroup } from '../../../../src-shared/vocabulary/elements/item.ts'
import { writeElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { escapeAttribute } from '../../../../src-shared/vocabulary/kit/xml/characters.ts'
import { namespaceName, namespacePaths } from '../../../../src-shared/vocabulary/namespaces.ts'
import {
  type FoundItems,
  type ItemAnswer,
  type ItemBodies,
  type ItemQuery,
  itemPieceReader,
  spliceMedia,
} from '../../../catalog/index.ts'
import { releaseBytes, type Storage } from '../../../storage/index.ts'
import type { ApiContext, Call, Handler, ItemPieces } from '../handler.ts'
import type { LargeAnswers } from '../requests/connections.ts'
import { notFound } from './api-error.ts'
import type { KeptBody } from './body.ts'

/**
 * Specification, endpoint 5: the stored bytes of the records, concatenated; with media only if an image
 * parameter is given.
 */
export const answerItems: Handler<'item'> = async (call, context) => {
  const { identifier, values, version } = call
  const query: ItemQuery = {
    id: identifier,
    q: values.q,
    m: values.m,
    b: values.b,
    upc: values.upc,
    since: values.since,
    until: values.until,
    verified: values.v,
    idx: identifier === undefined ? (values.idx ?? 0) : 0,
    limit: Math.min(values.limit ?? defaultItemPage, context.conditions.mostItems),
    version,
    profile: values.profile ?? 'complete',
    media: asksForImages(values) ? 'gaps' : 'none',
  }
  const found = await context.items.answer(query)
  if (identifier !== undefined && found.count === 0) throw notFound(`There is no item ${identifier}.`)
  const release = () => releaseBytes(found.body)
  const written = async (bodies: ItemBodies): Promise<Uint8Array> =>
    bodies.gaps.length > 0 ? spliceMedia(bodies, await mediaElements(bodies, call, context)) : bodies.body
  const start = ({ count, total }: { count: number; total: number }) => {
    const namespace = escapeAttribute(namespaceName(namespacePaths.item, context.namespaceBase))
    return Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?><items xmlns="${namespace}" start="${query.idx}" count="${count}" total="${total}">`,
    )
  }
  if (found.large === undefined) {
    const before = start(found)
    const { count: items, gaps } = found
    if (gaps.length === 0)
      return {
        body: [before, found.body, end],
        items,
        release,
        again: keptBody(before, context.items.known(query)),
      }
    const spliced = await written(found).finally(release)
    return { body: [before, spliced, end], items }
  }
  const large = call.headOnly ? emptyPieces : await context.largeItems(query, found.large)
  return {
    items: large.count,
    release: large.release,
    body: {
      async *pieces() {
        yield start(large)
        for await (const piece of large.pieces()) yield written(piece)
        yield end
      },
    },
  }
}

const end = Buffer.from('</items>')

const keptBody = (start: Uint8Array, known: () => ItemAnswer | undefined) => (): KeptBody | undefined => {
  const body = known()?.body
  return body && { pieces: [start, body, end], release: () => releaseBytes(body) }
}

/** Placeholder of a large answer to HEAD; nothing is read. */
const emptyPieces: ItemPieces = { count: 0, total: 0, release: () => {}, async *pieces() {} }

const asksForImages = (values: Call<'item'>['values']) =>
  imageParameterNames.some((name) => values[name] !== undefined)

/**
 * A `<media>` element for each gap of the answer, with signed addresses on this server, or the addresses of
 * the record for pictures that are not stored here.
 */
async function mediaElements(
  { gaps }: ItemBodies,
  { values, version, origin }: Call<'item'>,
  { media, images }: ApiContext,
): Promise<Uint8Array[]> {
  const request = { ...values, version }
  const lists = await media.entries(gaps, request)
  const named = await media.named(gaps, request)
  return gaps.map((_gap, index) => {
    const entries = lists[index] ?? []
    const all = [
      ...entries.map(({ path, ...entry }) => ({ ...entry, url: images.sign(origin, path) })),
      ...(named[index] ?? []),
    ]
    const written = all.map((medium) => writeElement(mediumGroup, 'medium', medium))
    return Buffer.from(written.length === 0 ? '' : `<media>${written.join('')}</media>`)
  })
}

/** Maximum number of records per read; for large records fewer are returned. */
const recordsAtOnce = 512

export async function openLargeItems(
  storage: Pick<Storage, 'snapshot'>,
  largeAnswers: LargeAnswers,
  query: ItemQuery,
  found: FoundItems,
): Promise<ItemPieces> {
  const leave = await largeAnswers.enter()
  const snapshot = storage.snapshot()
  const release = () => {
    snapshot.end()
    leave()
  }
  try {
    const reader = snapshot.reader(itemPieceReader)
    // The found rows are valid for the snapshot only if no item has changed in between.
    const isCurrent = (await reader.changeNumber()) === found.changeNumber
    const { seqs, total } = isCurrent ? found : await reader.find(query)
    return {
      count: seqs.length,
      total,
      release,
      async *pieces() {
        for (let at = 0; at < seqs.length; ) {
          const { taken, ...piece } = await reader.piece(query, [...seqs.subarray(at, at + recordsAtOnce)])
          if (taken === 0) throw new Error('The snapshot has lost a record that it had.')
          at += taken
          yield piece
        }
      },
    }
  } catch (error) {
    release()
    throw error
  }
}
