import { type Database, defineReader, defineWriter } from '../../storage/index.ts'
import { pictureAddress } from '../fetch/picture-address.ts'
import { openNamedMedia } from './picture-store.ts'

/** Room that is taken, in bytes. */
export interface PictureUsage {
  files: number
  /** Of the pictures themselves. */
  bytes: number
  /** Of their thumbnails and previews. */
  derivedBytes: number
}
export interface KeepingCounts extends PictureUsage {
  pinnedItems: number
  pinnedBytes: number
  failed: number
  failure: string | null
  leftOut: number
}

/** The files of all pinned items, with the bytes of each and of what is made from it. */
export function openPinnedFiles(db: Database): () => Map<string, number> {
  const pinned = db.prepare<[], string>('SELECT item FROM pinned_item').pluck()
  const file = db.prepare<[string], { sha256: string; bytes: number }>(
    `SELECT sha256, picture_file.bytes + thumbnail_bytes + preview_bytes AS bytes
     FROM picture JOIN picture_file USING (sha256) WHERE address = ?`,
  )
  const mediaOf = openNamedMedia(db)
  return () => {
    const files = new Map<string, number>()
    for (const itemId of pinned.all())
      for (const { url } of mediaOf(itemId)) {
        const found = file.get(pictureAddress(url))
        if (found) files.set(found.sha256, found.bytes)
      }
    return files
  }
}

/** Something smaller was made of a file, to be shown. */
export interface MadeVariant {
  sha256: string
  variant: 'thumbnail' | 'preview'
  bytes: number
}

export const pictureKeepingReader = defineReader('picture-keeping', ({ db }) => {
  const usage = db.prepare<[], PictureUsage>(`
    SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes,
      coalesce(sum(thumbnail_bytes + preview_bytes), 0) AS derivedBytes
    FROM picture_file`)
  const nothing: PictureUsage = { files: 0, bytes: 0, derivedBytes: 0 }
  const pinnedCount = db.prepare<[], number>('SELECT count(*) FROM pinned_item').pluck()
  const failed = db
    .prepare<[], number>('SELECT count(*) FROM picture WHERE error IS NOT NULL AND sha256 IS NULL')
    .pluck()
  const failure = db
    .prepare<[], string>(
      'SELECT error FROM picture WHERE error IS NOT NULL AND sha256 IS NULL ORDER BY changed_at DESC LIMIT 1',
    )
    .pluck()
  const leftOut = db.prepare<[], number>('SELECT count(*) FROM picture WHERE left_out = 1').pluck()
  const isPinned = db.prepare<[string], number>('SELECT 1 FROM pinned_item WHERE item = ?').pluck()
  const isFile = db.prepare<[string], number>('SELECT 1 FROM picture_file WHERE sha256 = ?').pluck()
  const filesAfter = db.prepare<[string, number], { sha256: string; bytes: number }>(
    'SELECT sha256, bytes FROM picture_file WHERE sha256 > ? ORDER BY sha256 LIMIT ?',
  )
  const pinnedFiles = openPinnedFiles(db)
  const mediaOf = openNamedMedia(db)
  const picture = db.prepare<[string], { sha256: string | null; bytes: number | null; error: string | null }>(
    'SELECT sha256, bytes, error FROM picture WHERE address = ?',
  )

  return {
    usage: (): PictureUsage => usage.get() ?? nothing,
    counts(): KeepingCounts {
      const pinned = [...pinnedFiles().values()]
      return {
        ...(usage.get() ?? nothing),
        pinnedItems: pinnedCount.get() ?? 0,
        pinnedBytes: pinned.reduce((sum, bytes) => sum + bytes, 0),
        failed: failed.get() ?? 0,
        failure: failure.get() ?? null,
        leftOut: leftOut.get() ?? 0,
      }
    },
    /** An item's pictures by the addresses its record names; each address once. */
    item(itemId: string): {
      pinned: boolean
      pictures: { url: string; sha256: string | null; bytes: number | null; error: string | null }[]
    } {
      const pictures = new Map(
        mediaOf(itemId).map(({ url }) => {
          const found = picture.get(pictureAddress(url))
          return [pictureAddress(url), { url, ...(found ?? { sha256: null, bytes: null, error: null }) }]
        }),
      )
      return { pinned: isPinned.get(itemId) !== undefined, pictures: [...pictures.values()] }
    },
    /** Of these names those that are files of no picture. */
    strangers: (names: string[]): string[] => names.filter((name) => isFile.get(name) === undefined),
    filesAfter: (after: string, limit: number) => filesAfter.all(after, limit),
  }
})

export const pictureKeepingWriter = defineWriter('picture-keeping', ({ db, now, record }) => {
  const pin = db.prepare('INSERT OR IGNORE INTO pinned_item VALUES (?, ?)')
  const unpin = db.prepare('DELETE FROM pinned_item WHERE item = ?')
  const pinnedFiles = openPinnedFiles(db)
  const use = db.prepare('UPDATE picture_file SET used_at = ? WHERE sha256 = ? AND used_at < ?')
  const oldest = db.prepare<[number], { sha256: string; bytes: number }>(
    `SELECT sha256, bytes + thumbnail_bytes + preview_bytes AS bytes
     FROM picture_file WHERE used_at < ? ORDER BY used_at, bytes`,
  )
  const setThumbnail = db.prepare('UPDATE picture_file SET thumbnail_bytes = ? WHERE sha256 = ?')
  const setPreview = db.prepare('UPDATE picture_file SET preview_bytes = ? WHERE sha256 = ?')
  const removeFile = db.prepare('DELETE FROM picture_file WHERE sha256 = ?')
  const empty = db.prepare(
    'UPDATE picture SET sha256 = NULL, reduced_to = NULL, left_out = 1 WHERE sha256 = ?',
  )
  const invite = db.prepare('UPDATE picture SET left_out = 0 WHERE left_out = 1')
  const mediaAfter = db.prepare<[number, number], { item: number; url: string }>(
    'SELECT item, url FROM medium WHERE item > ? ORDER BY item LIMIT ?',
  )
  const restOf = db.prepare<[number], string>('SELECT url FROM medium WHERE item = ?').pluck()
  const mark = db.prepare<{ sweep: number; address: string }>(
    'UPDATE picture SET named_in = @sweep WHERE address = @address AND named_in < @sweep',
  )
  const unnamed = db.prepare<
    [number, number, number],
    { address: string; sha256: string | null; bytes: number | null }
  >('SELECT address, sha256, bytes FROM picture WHERE named_in < ? AND changed_at < ? LIMIT ?')
  const forget = db.prepare('DELETE FROM picture WHERE address = ?')
  const dropFile = db.prepare<{ sha256: string }>(`
    DELETE FROM picture_file
    WHERE sha256 = @sha256 AND NOT EXISTS (SELECT 1 FROM picture WHERE picture.sha256 = @sha256)`)

  return {
    setPinned(itemId: string, pinned: boolean): void {
      if (pinned) pin.run(itemId, now())
      else unpin.run(itemId)
      record({ topic: 'media' })
    },
    /** These files were looked at. Nobody is told: only what goes first depends on it. */
    used(uses: { sha256: string; at: number }[]): void {
      for (const { sha256, at } of uses) use.run(at, sha256, at)
    },
    /** Thumbnails and previews were made, of so many bytes. Nobody is told: the room they take is asked for anyway. */
    made(variants: MadeVariant[]): void {
      for (const { sha256, variant, bytes } of variants)
        (variant === 'thumbnail' ? setThumbnail : setPreview).run(bytes, sha256)
    },
    /**
     * Gives up files until `excess` bytes are free: the least recently used first, never one of a pinned item, never
     * one used at or after `before`. Answers the files, which are to be removed, and the bytes they had.
     */
    evict(excess: number, before: number): { files: string[]; bytes: number } {
      const pinned = pinnedFiles()
      const evicted: { sha256: string; bytes: number }[] = []
      let freed = 0
      for (const file of oldest.iterate(before)) {
        if (freed >= excess) break
        if (pinned.has(file.sha256)) continue
        evicted.push(file)
        freed += file.bytes
      }
      for (const { sha256 } of evicted) {
        removeFile.run(sha256)
        empty.run(sha256)
      }
      if (evicted.length > 0) record({ topic: 'media' })
      return { files: evicted.map(({ sha256 }) => sha256), bytes: freed }
    },
    /** There is room again: what was left out may be fetched. */
    invite(): void {
      if (invite.run().changes > 0) record({ topic: 'media' })
    },
    /** First half of a sweep: marks the pictures that one stretch of items names. Again with `next` until it is absent. */
    markNamed(after: number, limit: number, sweep: number): number | undefined {
      const rows = mediaAfter.all(after, limit)
      for (const { url } of rows) mark.run({ sweep, address: pictureAddress(url) })
      const last = rows.at(-1)?.item
      if (rows.length < limit || last === undefined) return undefined
      // The stretch may have cut the last item in two.
      for (const url of restOf.all(last)) mark.run({ sweep, address: pictureAddress(url) })
      return last
    },
    /**
     * Second half: forgets pictures that no record names and that were there before `changedBefore`. Answers how many,
     * and the files that are to be removed with them.
     */
    forgetUnnamed(
      sweep: number,
      changedBefore: number,
      limit: number,
    ): { forgotten: number; files: string[]; bytes: number } {
      const rows = unnamed.all(sweep, changedBefore, limit)
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
    },
    /** Tells the screens that a work on the pictures has come further. */
    tellProgress(): void {
      record({ topic: 'media-work' })
    },
  }
})
