import type { PictureChoice } from '../../../src-shared/media/model.ts'
import { defineReader, defineWriter } from '../../storage/index.ts'
import { pictureAddress } from '../fetch/picture-address.ts'
import { openPinnedFiles } from './picture-keeping-store.ts'
import { type NamedMedium, openNamedMedia } from './picture-store.ts'
import { wantedMedia } from './wanted-views.ts'

/** A kept file as a choice is measured against it. */
export interface KeptFile {
  sha256: string
  /** Of the file itself, and with what is made from it. */
  bytes: number
  allBytes: number
  /** Pixels. */
  longestSide: number
  /** When it last came, milliseconds since the epoch. */
  cameAt: number
}

/** What a choice keeps of the pictures that are here. */
export const pictureFitReader = defineReader('picture-fit', ({ db }) => {
  const mediaAfter = db.prepare<[number, number], NamedMedium & { item: number }>(`
    SELECT medium.item, view, type, url FROM medium WHERE item > ? ORDER BY item, position LIMIT ?`)
  const restOf = db.prepare<[number], NamedMedium>(
    'SELECT view, type, url FROM medium WHERE item = ? ORDER BY position',
  )
  const contentOf = db
    .prepare<[string], string | null>('SELECT sha256 FROM picture WHERE address = ?')
    .pluck()
  const filesAfter = db.prepare<[string, number], KeptFile>(`
    SELECT file.sha256, file.bytes, file.bytes + thumbnail_bytes + preview_bytes AS allBytes,
      max(max(width, height)) AS longestSide, max(changed_at) AS cameAt
    FROM (SELECT * FROM picture_file WHERE sha256 > ? ORDER BY sha256 LIMIT ?) AS file
    JOIN picture ON picture.sha256 = file.sha256 GROUP BY file.sha256 ORDER BY file.sha256`)
  const pinnedFiles = openPinnedFiles(db)

  return {
    /** The contents that one stretch of items wants kept. Ask again with `next` until it is absent. */
    wanted(
      after: number,
      limit: number,
      views: PictureChoice['views'],
    ): { contents: string[]; next?: number } {
      const rows = mediaAfter.all(after, limit)
      const last = rows.at(-1)?.item
      const items = Map.groupBy(rows, ({ item }) => item)
      const contents: string[] = []
      // The stretch may have cut the last item in two.
      for (const [item, media] of items)
        for (const { url } of wantedMedia<NamedMedium>(item === last ? restOf.all(item) : media, views)) {
          const content = contentOf.get(pictureAddress(url))
          if (content) contents.push(content)
        }
      return rows.length < limit || last === undefined ? { contents } : { contents, next: last }
    },
    /** The contents of pinned items. */
    pinned: (): string[] => [...pinnedFiles().keys()],
    filesAfter: (after: string, limit: number): KeptFile[] => filesAfter.all(after, limit),
  }
})

export const pictureFitWriter = defineWriter('picture-fit', ({ db, record }) => {
  const removeFile = db.prepare('DELETE FROM picture_file WHERE sha256 = ?')
  const empty = db.prepare('UPDATE picture SET sha256 = NULL, reduced_to = NULL WHERE sha256 = ?')
  const failures = db.prepare<[], { address: string; item: string }>(`
    SELECT address, failed_item AS item FROM picture
    WHERE error IS NOT NULL AND sha256 IS NULL
      AND failed_item IS NOT NULL AND failed_item NOT IN (SELECT item FROM pinned_item)`)
  const forgetFailure = db.prepare(
    'UPDATE picture SET error = NULL, attempts = 0, retry_at = NULL WHERE address = ?',
  )
  const mediaOf = openNamedMedia(db)
  return {
    /** Failures of pictures that are not wanted any more are none: nobody tries them again. */
    forgetFailures(views: PictureChoice['views']): void {
      for (const { address, item } of failures.all()) {
        const wanted = wantedMedia(mediaOf(item), views)
        if (!wanted.some(({ url }) => pictureAddress(url) === address)) forgetFailure.run(address)
      }
    },
    /** These are not wanted any more; what stands for them stays. The files are the caller's to remove. */
    letGo(contents: string[]): void {
      for (const sha256 of contents) {
        removeFile.run(sha256)
        empty.run(sha256)
      }
      if (contents.length > 0) record({ topic: 'media' })
    },
  }
})
