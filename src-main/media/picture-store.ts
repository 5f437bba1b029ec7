import { ecommerceViews } from '../../src-shared/views.ts'
import { defineReader, defineWriter } from '../storage/store.ts'
import { pictureAddress } from './picture-address.ts'

export interface KeptPicture {
  sha256: string
  mimeType: string
  width: number
  height: number
  bytes: number
}
export interface PictureFailure {
  url: string
  error: string
}

const frontViews = ecommerceViews('front')

/** An address is given up after so many failed attempts; a full sync begins anew. */
const mostAttempts = 3

interface MediumRow {
  view: string
  url: string
}

export const pictureReader = defineReader('picture', ({ db }) => {
  const kept = db.prepare<[string], KeptPicture>(
    'SELECT sha256, mime_type AS mimeType, width, height, bytes FROM picture WHERE address = ? AND sha256 IS NOT NULL',
  )
  const byContent = db.prepare<[string], KeptPicture>(
    'SELECT sha256, mime_type AS mimeType, width, height, bytes FROM picture WHERE sha256 = ? LIMIT 1',
  )
  const settled = db
    .prepare<[string, number], number>(
      'SELECT 1 FROM picture WHERE address = ? AND (sha256 IS NOT NULL OR attempts >= ?)',
    )
    .pluck()
  const mediaOf = db.prepare<[string], MediumRow>(
    'SELECT view, url FROM medium WHERE item = (SELECT seq FROM item WHERE id = ?) ORDER BY position',
  )
  const mediaAfter = db.prepare<[number, number], { item: number; url: string }>(
    'SELECT item, url FROM medium WHERE item > ? ORDER BY item LIMIT ?',
  )
  const contents = db
    .prepare<[], string>('SELECT DISTINCT sha256 FROM picture WHERE sha256 IS NOT NULL')
    .pluck()

  const rank = ({ view }: MediumRow): number => {
    const place = frontViews.indexOf(view)
    return place < 0 ? frontViews.length : place
  }

  return {
    /** For each address, what is kept of it. */
    kept: (urls: string[]): (KeptPicture | undefined)[] => urls.map((url) => kept.get(pictureAddress(url))),
    content: (sha256: string): KeptPicture | undefined => byContent.get(sha256),
    /** For each item, the picture that shows its front best, of those that are kept. */
    fronts: (itemIds: string[]): (string | undefined)[] =>
      itemIds.map((id) => {
        const best = mediaOf.all(id).toSorted((a, b) => rank(a) - rank(b))
        for (const { url } of best) {
          const found = kept.get(pictureAddress(url))
          if (found) return found.sha256
        }
        return undefined
      }),
    /**
     * Addresses that records name and that are neither kept nor given up: those of one stretch of items. Ask again
     * with `next` until it is absent.
     */
    missing(after: number, limit: number): { urls: string[]; next?: number } {
      const rows = mediaAfter.all(after, limit)
      // The last item of a full stretch may have more media beyond it: it belongs to the next one.
      const last = rows.at(-1)?.item
      const whole =
        rows.length < limit || rows[0]?.item === last ? rows : rows.filter(({ item }) => item !== last)
      const urls = whole
        .map(({ url }) => url)
        .filter((url) => settled.get(pictureAddress(url), mostAttempts) === undefined)
      const next = whole.at(-1)?.item
      return rows.length < limit || next === undefined ? { urls } : { urls, next }
    },
    contents: (): string[] => contents.all(),
  }
})

export const pictureWriter = defineWriter('picture', ({ db, now, record }) => {
  const put = db.prepare(`
    INSERT INTO picture (address, sha256, mime_type, width, height, bytes, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (address) DO UPDATE SET sha256 = excluded.sha256, mime_type = excluded.mime_type,
      width = excluded.width, height = excluded.height, bytes = excluded.bytes, attempts = 0, error = NULL,
      changed_at = excluded.changed_at`)
  const fail = db.prepare(`
    INSERT INTO picture (address, attempts, error, changed_at) VALUES (?, 1, ?, ?)
    ON CONFLICT (address) DO UPDATE SET attempts = attempts + 1, error = excluded.error, changed_at = excluded.changed_at`)
  const forgive = db.prepare('UPDATE picture SET attempts = 0 WHERE sha256 IS NULL')
  return {
    put(pictures: ({ url: string } & KeptPicture)[]): void {
      for (const { url, sha256, mimeType, width, height, bytes } of pictures)
        put.run(pictureAddress(url), sha256, mimeType, width, height, bytes, now())
      if (pictures.length > 0) record({ topic: 'media' })
    },
    failed(failures: PictureFailure[]): void {
      for (const { url, error } of failures) fail.run(pictureAddress(url), error, now())
    },
    /** Lets addresses that were given up be tried again. */
    forgive(): void {
      forgive.run()
    },
  }
})
