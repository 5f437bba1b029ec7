import type { PictureChoice } from '../../../src-shared/media/model.ts'
import { openItemMedia } from '../../catalog/index.ts'
import { defineReader, defineWriter, openTextsOfFeeds, type TextRange } from '../../storage/index.ts'
import { contentsNamedIn, mediaPath } from '../serve/picture-path.ts'
import { wantedMedia } from './picture-choice.ts'
import { pictureAddress } from './picture-store.ts'
import { openProtectedFiles } from './space-store.ts'

/** A stored file with the facts needed to apply a choice. */
export interface KeptFile {
  sha256: string
  /** Bytes of the file itself. */
  bytes: number
  /** Bytes of the file and its variants. */
  allBytes: number
  /** Pixels. */
  longestSide: number
  /** When the file was last downloaded, milliseconds since the epoch. */
  cameAt: number
}

/** Reads ranges of rows for tasks that process all pictures. */
export const pictureUpkeepReader = defineReader('media/upkeep', ({ db }) => {
  const media = openItemMedia(db)
  const contentOf = db
    .prepare<[string], string | null>('SELECT sha256 FROM picture WHERE address = ?')
    .pluck()
  const measuredAfter = db.prepare<[string, number], KeptFile>(`
    SELECT file.sha256, file.bytes, file.bytes + thumbnail_bytes + preview_bytes AS allBytes,
      max(max(width, height)) AS longestSide, max(changed_at) AS cameAt
    FROM (SELECT * FROM picture_file WHERE sha256 > ? ORDER BY sha256 LIMIT ?) AS file
    JOIN picture ON picture.sha256 = file.sha256 GROUP BY file.sha256 ORDER BY file.sha256`)
  const isFile = db.prepare<[string], number>('SELECT 1 FROM picture_file WHERE sha256 = ?').pluck()
  const filesAfter = db.prepare<[string, number], { sha256: string; bytes: number }>(
    'SELECT sha256, bytes FROM picture_file WHERE sha256 > ? ORDER BY sha256 LIMIT ?',
  )
  const protectedFiles = openProtectedFiles(db)
  const added = db
    .prepare<[number], string>('SELECT address FROM picture WHERE is_added = 1 AND changed_at < ?')
    .pluck()
  const textsOfFeeds = openTextsOfFeeds(db)

  return {
    /** The addresses of pictures that a person added before a time. */
    addedBefore: (time: number): string[] => added.all(time),
    /** The contents of our own addresses in one range of items. Call again with `next` until it is absent. */
    contentsInItems(after: number, limit: number): { contents: string[]; next?: number } {
      const items = media.after(after, limit)
      const contents = items.flatMap(({ media: named }) => named.flatMap(({ url }) => contentsNamedIn(url)))
      const next = items.at(-1)?.item
      return items.length < limit || next === undefined ? { contents } : { contents, next }
    },
    /** The same in one range of drafts and feeds. */
    contentsInFeeds(range: TextRange): { contents: string[]; next?: TextRange } {
      const { texts, ...rest } = textsOfFeeds(mediaPath, range)
      return { contents: [...new Set(texts.flatMap(contentsNamedIn))], ...rest }
    },
    /** The contents that one range of items needs. Call again with `next` until it is absent. */
    wanted(
      after: number,
      limit: number,
      views: PictureChoice['views'],
    ): { contents: string[]; next?: number } {
      const items = media.after(after, limit)
      const contents = items.flatMap(({ media }) =>
        wantedMedia(media, views).flatMap(({ url }) => contentOf.get(pictureAddress(url)) ?? []),
      )
      const next = items.at(-1)?.item
      return items.length < limit || next === undefined ? { contents } : { contents, next }
    },
    /** The contents that no choice removes or reduces. */
    protected: (): string[] => [...protectedFiles()],
    measuredAfter: (after: string, limit: number): KeptFile[] => measuredAfter.all(after, limit),
    /** The given names that belong to no picture's file. */
    unknownNames: (names: string[]): string[] => names.filter((name) => isFile.get(name) === undefined),
    filesAfter: (after: string, limit: number) => filesAfter.all(after, limit),
  }
})

interface Forgotten {
  forgotten: number
  files: string[]
  bytes: number
}

export const pictureUpkeepWriter = defineWriter('media/upkeep', ({ db, record }) => {
  const media = openItemMedia(db)
  const mark = db.prepare<{ sweep: number; address: string }>(
    'UPDATE picture SET named_in = @sweep WHERE address = @address AND named_in < @sweep',
  )
  const unnamed = db.prepare<
    [number, number, number],
    { address: string; sha256: string | null; bytes: number | null }
  >(
    'SELECT address, sha256, bytes FROM picture WHERE named_in < ? AND changed_at < ? AND is_added = 0 LIMIT ?',
  )
  const forget = db.prepare('DELETE FROM picture WHERE address = ?')
  const dropFile = db.prepare<{ sha256: string }>(`
    DELETE FROM picture_file
    WHERE sha256 = @sha256 AND NOT EXISTS (SELECT 1 FROM picture WHERE picture.sha256 = @sha256)`)
  const addedAt = db.prepare<
    [string, number],
    { address: string; sha256: string | null; bytes: number | null }
  >('SELECT address, sha256, bytes FROM picture WHERE address = ? AND is_added = 1 AND changed_at < ?')

  /** Deletes rows. Returns their number, and the files that the caller deletes. */
  function forgetRows(rows: ReturnType<typeof unnamed.all>): Forgotten {
    const files: string[] = []
    let freed = 0
    for (const { address, sha256, bytes } of rows) {
      forget.run(address)
      if (sha256 === null || dropFile.run({ sha256 }).changes === 0) continue
      files.push(sha256)
      freed += bytes ?? 0
    }
    if (rows.length > 0) record({ topic: 'media' })
    return { forgotten: rows.length, files, bytes: freed }
  }

  return {
    /**
     * First half of a sweep: marks the pictures that one range of items names. Returns the start of the next
     * range.
     */
    markNamed(after: number, limit: number, sweep: number): number | undefined {
      const items = media.after(after, limit)
      for (const { media } of items)
        for (const { url } of media) mark.run({ sweep, address: pictureAddress(url) })
      return items.length < limit ? undefined : items.at(-1)?.item
    },
    /**
     * Second half of a sweep: deletes pictures that no record names and that are older than `changedBefore`.
     * Returns their number, and the files that the caller deletes.
     */
    forgetUnnamed: (sweep: number, changedBefore: number, limit: number): Forgotten =>
      forgetRows(unnamed.all(sweep, changedBefore, limit)),
    /** Deletes pictures that a person added, unless they were added again since a time. */
    forgetAdded: (addresses: string[], changedBefore: number): Forgotten =>
      forgetRows(addresses.flatMap((address) => addedAt.all(address, changedBefore))),
    /** Notifies the screens that a task on the pictures has made progress. */
    notifyProgress(): void {
      record({ topic: 'media-work' })
    },
  }
})
