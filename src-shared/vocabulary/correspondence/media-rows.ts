import { say } from '../../texts/say.ts'
import type { IngestItem, IngestMedium } from '../elements/ingest.ts'
import type { Item, Medium } from '../elements/item.ts'
import { fieldRow } from './kinds-of-rows.ts'
import { type Row, type ToRecord, under } from './row.ts'
import { isNothing, isSame, lacking, mergeBy } from './values.ts'

/** The record's `type` for the `code` of a feed's medium. */
export const mediumType = ({ code }: IngestMedium): string => (code === 'EDITED' ? 'edited' : 'original')

function recordMedium(sent: IngestMedium, { moment }: ToRecord): Medium {
  const url = sent.url ?? ''
  return {
    type: mediumType(sent),
    view: sent.view,
    mimeType: mimeTypeOf(url),
    imageSource: 'feed',
    added: moment,
    description: '',
    url,
  }
}

/** Removes duplicate media (same type, view and address). */
function withoutDuplicates(media: Medium[]): Medium[] {
  const keyOf = ({ type, view, url }: Medium) => JSON.stringify([type, view, url])
  return [...new Map(media.map((medium) => [keyOf(medium), medium])).values()]
}

const mediumKey = ({ type, view, url }: Medium) => [type, view, url]
const mediumName = ({ view = '', type = '' }: Medium): string => view || type || 'a picture'
const shownMedia = fieldRow<'media', 'media', Medium[], IngestMedium[]>({
  record: 'media',
  feed: 'media',
  label: say`pictures`,
  paths: { record: 'media/medium' },
  many: true,
  isLoose: true,
  toRecord(sent, context) {
    const media = sent.map((medium) => context.keptMedium?.(medium) ?? recordMedium(medium, context))
    return media.length === 0 ? undefined : withoutDuplicates(media)
  },
  toFeed: (media) =>
    media
      .filter(({ url }) => url)
      .map(({ view, type, url }) => ({ view, url, code: type === 'edited' ? 'EDITED' : undefined })),
  missing: (present, next) => lacking(present, next, mediumName),
  isSame: (now, then) => isSame(now.map(mediumKey), then.map(mediumKey)),
  carried: { without: ['@mimeType', '@imageSource', '@added', 'description'] },
  /**
   * A picture that the record already has is kept unchanged; another picture of the same view is replaced.
   */
  merge(stored, imported) {
    const known = new Map(stored?.map((medium) => [medium.url, medium]))
    const kept = imported.map((medium) => ({ ...medium, ...known.get(medium.url), view: medium.view }))
    return mergeBy(stored, kept, ({ view }) => view ?? '')
  },
})

/**
 * The row for pictures. A record lacks pictures that the service has not fetched yet; pictures of missing
 * views are taken from the earlier feed.
 */
export const mediaRow: Row<Item, IngestItem> = {
  ...shownMedia,
  remember(now, then, sent, feed, memory, at) {
    const shown = new Set((now.media ?? []).map(({ type, view }) => `${type} ${view}`))
    const further = (sent.media ?? []).filter((medium) => !shown.has(`${mediumType(medium)} ${medium.view}`))
    shownMedia.remember(now, then, sent, feed, memory, at)
    if (isNothing(now.media) || further.length === 0) return
    const remembered = {
      path: under(at.feed, 'media'),
      label: say`pictures of ${further.map(({ view }) => view).join(', ')}`,
    }
    if (memory.isContradicted || memory.isTouched(under(at.record, 'media'))) memory.left.push(remembered)
    else {
      feed.media = [...(feed.media ?? []), ...further]
      memory.taken.push(remembered)
    }
  },
}

const mimeTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  webp: 'image/webp',
  gif: 'image/gif',
  tga: 'image/x-tga',
}

/** The media type for the file extension of an address; JPEG if it is unknown. */
export function mimeTypeOf(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  const ending = /\.(?<ending>[a-z]+)$/i.exec(path)?.groups?.['ending'] ?? ''
  return mimeTypes[ending.toLowerCase()] ?? 'image/jpeg'
}
