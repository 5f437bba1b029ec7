import { openItemMedia } from '../../catalog/index.ts'
import { type Database, defineReader, defineWriter } from '../../storage/index.ts'
import { pictureAddress } from './picture-store.ts'

/** Space used by pictures. */
interface PictureUsage {
  files: number
  /** Bytes of the pictures themselves. */
  bytes: number
  /** Bytes of their thumbnails and previews. */
  derivedBytes: number
}
interface SpaceCounts extends PictureUsage {
  pinnedItems: number
  pinnedBytes: number
  failed: number
  failure: string | null
  leftOut: number
}

/** The files of all pinned items, with the bytes of each file including its variants. */
function openPinnedFiles(db: Database): () => Map<string, number> {
  const pinned = db.prepare<[], string>('SELECT item FROM pinned_item').pluck()
  const file = db.prepare<[string], { sha256: string; bytes: number }>(
    `SELECT sha256, picture_file.bytes + thumbnail_bytes + preview_bytes AS bytes
     FROM picture JOIN picture_file USING (sha256) WHERE address = ?`,
  )
  const media = openItemMedia(db)
  return () => {
    const files = new Map<string, number>()
    for (const itemId of pinned.all())
      for (const { url } of media.ofId(itemId)) {
        const found = file.get(pictureAddress(url))
        if (found) files.set(found.sha256, found.bytes)
      }
    return files
  }
}

/** The files that are never deleted for space: those of pinned items, and pictures that a person added. */
export function openProtectedFiles(db: Database): () => Set<string> {
  const pinnedFiles = openPinnedFiles(db)
  const added = db
    .prepare<[], string>('SELECT sha256 FROM picture WHERE is_added = 1 AND sha256 IS NOT NULL')
    .pluck()
  return () => new Set([...pinnedFiles().keys(), ...added.all()])
}

/** A screen variant derived from a file. */
export interface MadeVariant {
  sha256: string
  variant: 'thumbnail' | 'preview'
  bytes: number
}

/** Reads the space used by pictures, and the pinned items. */
export const pictureSpaceReader = defineReader('media/space', ({ db }) => {
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
  const pinnedFiles = openPinnedFiles(db)
  const media = openItemMedia(db)
  const picture = db.prepare<[string], { sha256: string | null; bytes: number | null; error: string | null }>(
    'SELECT sha256, bytes, error FROM picture WHERE address = ?',
  )

  return {
    usage: (): PictureUsage => usage.get() ?? nothing,
    counts(): SpaceCounts {
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
    /** The pictures of an item, each address of its record once. */
    item(itemId: string): {
      pinned: boolean
      pictures: { url: string; sha256: string | null; bytes: number | null; error: string | null }[]
    } {
      const pictures = new Map(
        media.ofId(itemId).map(({ url }) => {
          const found = picture.get(pictureAddress(url))
          return [pictureAddress(url), { url, ...(found ?? { sha256: null, bytes: null, error: null }) }]
        }),
      )
      return { pinned: isPinned.get(itemId) !== undefined, pictures: [...pictures.values()] }
    },
  }
})

export const pictureSpaceWriter = defineWriter('media/space', ({ db, now, record }) => {
  const pin = db.prepare('INSERT OR IGNORE INTO pinned_item VALUES (?, ?)')
  const unpin = db.prepare('DELETE FROM pinned_item WHERE item = ?')
  const protectedFiles = openProtectedFiles(db)
  const use = db.prepare('UPDATE picture_file SET used_at = ? WHERE sha256 = ? AND used_at < ?')
  const oldest = db.prepare<[number], { sha256: string; bytes: number }>(
    `SELECT sha256, bytes + thumbnail_bytes + preview_bytes AS bytes
     FROM picture_file WHERE used_at < ? ORDER BY used_at, bytes`,
  )
  const setThumbnail = db.prepare('UPDATE picture_file SET thumbnail_bytes = ? WHERE sha256 = ?')
  const setPreview = db.prepare('UPDATE picture_file SET preview_bytes = ? WHERE sha256 = ?')
  const removeFile = db.prepare('DELETE FROM picture_file WHERE sha256 = ?')
  const leaveOut = db.prepare(
    'UPDATE picture SET sha256 = NULL, reduced_to = NULL, left_out = 1 WHERE sha256 = ?',
  )
  const empty = db.prepare('UPDATE picture SET sha256 = NULL, reduced_to = NULL WHERE sha256 = ?')

  return {
    setPinned(itemId: string, pinned: boolean): void {
      if (pinned) pin.run(itemId, now())
      else unpin.run(itemId)
      record({ topic: 'media' })
    },
    /** Records when files were viewed. No change is published: only the order of eviction depends on it. */
    used(uses: { sha256: string; at: number }[]): void {
      for (const { sha256, at } of uses) use.run(at, sha256, at)
    },
    /** Records the bytes of variants. No change is published: the screens query the used space anyway. */
    made(variants: MadeVariant[]): void {
      for (const { sha256, variant, bytes } of variants)
        (variant === 'thumbnail' ? setThumbnail : setPreview).run(bytes, sha256)
    },
    /**
     * Evicts files until `excess` bytes are free: least recently used first, never a protected file, never a
     * file used at or after `before`. Returns the files, which the caller deletes, and their bytes.
     */
    evict(excess: number, before: number): { files: string[]; bytes: number } {
      const kept = protectedFiles()
      const evicted: { sha256: string; bytes: number }[] = []
      let freed = 0
      for (const file of oldest.iterate(before)) {
        if (freed >= excess) break
        if (kept.has(file.sha256)) continue
        evicted.push(file)
        freed += file.bytes
      }
      for (const { sha256 } of evicted) {
        removeFile.run(sha256)
        leaveOut.run(sha256)
      }
      if (evicted.length > 0) record({ topic: 'media' })
      return { files: evicted.map(({ sha256 }) => sha256), bytes: freed }
    },
    /**
     * Deletes contents that are not wanted any more; their placeholders are kept. The caller deletes the
     * files.
     */
    giveUp(contents: string[]): void {
      for (const sha256 of contents) {
        removeFile.run(sha256)
        empty.run(sha256)
      }
      if (contents.length > 0) record({ topic: 'media' })
    },
  }
})
