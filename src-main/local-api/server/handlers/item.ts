import { defaultItemPage } from '../../../../src-shared/api/endpoint.ts'
import { imageParameterNames } from '../../../../src-shared/api/item-parameters.ts'
import { medium as mediumGroup } from '../../../../src-shared/vocabulary/item.ts'
import { escapeAttribute } from '../../../../src-shared/vocabulary/kit/characters.ts'
import { writeElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { namespaceName, namespacePaths } from '../../../../src-shared/vocabulary/namespaces.ts'
import type { ItemBodies, ItemQuery } from '../../../catalog/index.ts'
import { spliceMedia } from '../../../catalog/index.ts'
import { notFound } from '../api-error.ts'
import type { ApiContext, Call, Handler } from '../handler.ts'
import type { ItemPieces } from '../large-items.ts'

/** Specification, endpoint 5: the stored bytes of the records, joined; media only when an image parameter asks. */
export const item: Handler<'item'> = async (call, context) => {
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
  const found = await context.answerItems(query)
  if (identifier !== undefined && found.count === 0) throw notFound(`There is no item ${identifier}.`)
  const written = async (bodies: ItemBodies): Promise<Uint8Array> =>
    bodies.gaps.length > 0 ? spliceMedia(bodies, await mediaElements(bodies, call, context)) : bodies.body
  const start = ({ count, total }: { count: number; total: number }) => {
    const namespace = escapeAttribute(namespaceName(namespacePaths.item, context.namespaceBase))
    return Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?><items xmlns="${namespace}" start="${query.idx}" count="${count}" total="${total}">`,
    )
  }
  if (found.large === undefined)
    return { body: [start(found), await written(found), end], items: found.count }

  const large = call.headOnly ? unread : await context.largeItems(query, found.large)
  return {
    items: large.count,
    body: {
      release: large.release,
      async *pieces() {
        yield start(large)
        for await (const piece of large.pieces()) yield written(piece)
        yield end
      },
    },
  }
}

const end = Buffer.from('</items>')

/** Of a large answer to HEAD: nothing is read. */
const unread: ItemPieces = { count: 0, total: 0, release: () => {}, async *pieces() {} }

const asksForImages = (values: Call<'item'>['values']) =>
  imageParameterNames.some((name) => values[name] !== undefined)

/** A `<media>` element for each gap of the answer, its addresses signed and on this server. */
async function mediaElements(
  { gaps }: ItemBodies,
  { values, version, origin }: Call<'item'>,
  { media, images }: ApiContext,
): Promise<Uint8Array[]> {
  const lists = await media.entries(gaps, { ...values, version })
  return gaps.map((_gap, index) => {
    const entries = lists[index] ?? []
    const written = entries.map(({ path, ...entry }) =>
      writeElement(mediumGroup, 'medium', { ...entry, url: images.sign(origin, path) }),
    )
    return Buffer.from(written.length === 0 ? '' : `<media>${written.join('')}</media>`)
  })
}
