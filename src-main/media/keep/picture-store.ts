import { isTransientParameter } from '../../../src-shared/history/transient.ts'
import { rankToShow } from '../../../src-shared/views.ts'
import { openItemMedia } from '../../catalog/index.ts'
import { defineReader, defineWriter, type PictureRow } from '../../storage/index.ts'

/** The permanent part of a picture's address: the service signs the same picture again at every sync. */
export function pictureAddress(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  if (parsed.search !== '')
    for (const name of [...parsed.searchParams.keys()])
      if (isTransientParameter(name)) parsed.searchParams.delete(name)
  if (url.includes('#')) parsed.hash = ''
  return parsed.href
}

export interface KeptPicture {
  sha256: string
  mimeType: string
  width: number
  height: number
  bytes: number
}
/** A newly downloaded picture. */
export interface NewPicture extends KeptPicture {
  url: string
  /** WebP, a few pixels; absent if it is made later. */
  placeholder?: Uint8Array | undefined
  /** Longest side of a reduced picture in pixels; absent for an original. */
  reducedTo?: number | undefined
  /** Bytes of its thumbnail; absent if the thumbnail is made later. */
  thumbnailBytes?: number | undefined
  /** Whether a person added it on this computer. */
  isAdded?: boolean | undefined
}
/** What is known of a picture's address. */
interface KnownAddress {
  /** The stored picture; absent while it is not stored. */
  picture?: KeptPicture
  placeholder?: Uint8Array
  isAdded: boolean
  /** Message of the last failed attempt to fetch it. */
  error?: string
}
/**
 * The picture of an item in a list: the file of its best front view, and a placeholder until the file is
 * loaded.
 */
export interface FrontPicture {
  sha256?: string
  placeholder?: Uint8Array
}

/** Items searched for an address at a time. */
const namingRange = 1000

interface NamedMedium {
  view: string
  type: string
  url: string
}

/**
 * Media ordered by their suitability as front view. The rank of each is computed once, because lists request
 * many.
 */
const bestFrontFirst = (media: readonly NamedMedium[]): NamedMedium[] =>
  media
    .map((medium) => ({ medium, rank: rankToShow(medium.view, 'front') ?? Number.MAX_SAFE_INTEGER }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ medium }) => medium)

/** Reads the stored pictures, by the addresses in records and by content. */
export const pictureReader = defineReader('media', ({ db }) => {
  const columns = 'sha256, mime_type AS mimeType, width, height, bytes'
  const kept = db.prepare<[string], KeptPicture>(
    `SELECT ${columns} FROM picture WHERE address = ? AND sha256 IS NOT NULL`,
  )
  const shown = db.prepare<[string], { sha256: string | null; placeholder: Uint8Array | null }>(
    'SELECT sha256, placeholder FROM picture WHERE address = ?',
  )
  const known = db.prepare<
    [string],
    Pick<
      PictureRow,
      'sha256' | 'mime_type' | 'width' | 'height' | 'bytes' | 'placeholder' | 'is_added' | 'error'
    >
  >(
    'SELECT sha256, mime_type, width, height, bytes, placeholder, is_added, error FROM picture WHERE address = ?',
  )
  const byContent = db.prepare<[string], KeptPicture>(
    `SELECT ${columns} FROM picture WHERE sha256 = ? LIMIT 1`,
  )
  const bare = db
    .prepare<[string], number>('SELECT 1 FROM picture WHERE sha256 = ? AND placeholder IS NULL LIMIT 1')
    .pluck()
  const addressesOf = db.prepare<[string], string>('SELECT address FROM picture WHERE sha256 = ?').pluck()
  const anything = db.prepare<[], number>('SELECT 1 FROM picture LIMIT 1').pluck()
  const media = openItemMedia(db)
  return {
    /** The stored picture of each address. */
    kept: (urls: string[]): (KeptPicture | undefined)[] => urls.map((url) => kept.get(pictureAddress(url))),
    /** What is known of each address; undefined for an address that was never stored or fetched. */
    known: (urls: string[]): (KnownAddress | undefined)[] =>
      urls.map((url) => {
        const row = known.get(pictureAddress(url))
        if (!row) return undefined
        const { sha256, mime_type: mimeType, width, height, bytes } = row
        return {
          picture:
            sha256 === null
              ? undefined
              : {
                  sha256,
                  mimeType: mimeType ?? '',
                  width: width ?? 0,
                  height: height ?? 0,
                  bytes: bytes ?? 0,
                },
          placeholder: row.placeholder ?? undefined,
          isAdded: row.is_added === 1,
          error: sha256 === null ? (row.error ?? undefined) : undefined,
        }
      }),
    content: (sha256: string): KeptPicture | undefined => byContent.get(sha256),
    lacksPlaceholder: (sha256: string): boolean => bare.get(sha256) !== undefined,
    placeholders: (urls: string[]): (Uint8Array | undefined)[] =>
      urls.map((url) => shown.get(pictureAddress(url))?.placeholder ?? undefined),
    /**
     * For each item, the stored picture that shows its front best; otherwise the placeholder of a picture
     * stored earlier.
     */
    fronts(itemIds: string[]): FrontPicture[] {
      // If no picture was ever requested, no record need be read.
      if (anything.get() === undefined) return itemIds.map(() => ({}))
      const named = media.ofIds(itemIds)
      return itemIds.map((id) => {
        const front: FrontPicture = {}
        for (const { url } of bestFrontFirst(named.get(id) ?? [])) {
          const found = shown.get(pictureAddress(url))
          const placeholder = found?.placeholder ?? undefined
          if (found?.sha256) return { sha256: found.sha256, placeholder }
          front.placeholder ??= placeholder
        }
        return front
      })
    },
    /**
     * Searches one range of items for one that names an address. This is slow over an entire catalog: for
     * rare use. Call again with `next` until it is absent.
     * @returns `url` is the address as written in the record
     */
    naming(address: string, after: number): { found?: { url: string; itemId: string }; next?: number } {
      const items = media.after(after, namingRange)
      for (const { id: itemId, media } of items)
        for (const { url } of media) if (pictureAddress(url) === address) return { found: { url, itemId } }
      return items.length < namingRange ? {} : { next: items.at(-1)?.item }
    },
    addressesOf: (sha256: string): string[] => addressesOf.all(sha256),
  }
})

export const pictureWriter = defineWriter('media', ({ db, now, record }) => {
  const contentOf = db
    .prepare<[string], string | null>('SELECT sha256 FROM picture WHERE address = ?')
    .pluck()
  const put = db.prepare(`
    INSERT INTO picture (address, sha256, mime_type, width, height, bytes, placeholder, reduced_to, changed_at,
      is_added)
    VALUES (@address, @sha256, @mimeType, @width, @height, @bytes, @placeholder, @reducedTo, @now, @isAdded)
    ON CONFLICT (address) DO UPDATE SET sha256 = excluded.sha256, mime_type = excluded.mime_type,
      width = excluded.width, height = excluded.height, bytes = excluded.bytes,
      placeholder = coalesce(excluded.placeholder, placeholder), reduced_to = excluded.reduced_to, attempts = 0,
      error = NULL, retry_at = NULL, failed_item = NULL, failed_record = NULL, left_out = 0,
      changed_at = excluded.changed_at, is_added = max(is_added, excluded.is_added)`)
  const putFile = db.prepare(`
    INSERT INTO picture_file (sha256, bytes, used_at, thumbnail_bytes) VALUES (?, ?, ?, ?)
    ON CONFLICT (sha256) DO UPDATE SET bytes = excluded.bytes, used_at = max(used_at, excluded.used_at),
      thumbnail_bytes = max(thumbnail_bytes, excluded.thumbnail_bytes)`)
  const dropFile = db.prepare<{ sha256: string }>(`
    DELETE FROM picture_file
    WHERE sha256 = @sha256 AND NOT EXISTS (SELECT 1 FROM picture WHERE picture.sha256 = @sha256)`)
  const forget = db.prepare('DELETE FROM picture WHERE address = ?')
  const setPlaceholder = db.prepare('UPDATE picture SET placeholder = ? WHERE sha256 = ?')
  const lose = db.prepare(
    'UPDATE picture SET sha256 = NULL, attempts = 0, retry_at = NULL, error = ? WHERE sha256 = ?',
  )

  return {
    /** Returns the contents that no picture references any more. */
    put(pictures: NewPicture[]): string[] {
      const released: string[] = []
      for (const picture of pictures) {
        const {
          url,
          placeholder = null,
          reducedTo = null,
          isAdded = false,
          thumbnailBytes = 0,
          ...kept
        } = picture
        const { sha256, bytes } = kept
        const address = pictureAddress(url)
        const before = contentOf.get(address)
        put.run({ ...kept, address, placeholder, reducedTo, now: now(), isAdded: Number(isAdded) })
        putFile.run(sha256, bytes, now(), thumbnailBytes)
        if (before && before !== sha256 && dropFile.run({ sha256: before }).changes > 0) released.push(before)
      }
      if (pictures.length > 0) record({ topic: 'media' })
      return released
    },
    setPlaceholder(sha256: string, placeholder: Uint8Array): void {
      setPlaceholder.run(placeholder, sha256)
      record({ topic: 'media' })
    },
    /** Removes addresses. Files stay: a sweep deletes those that no address has. */
    forget(addresses: string[]): void {
      for (const address of addresses) forget.run(address)
      if (addresses.length > 0) record({ topic: 'media' })
    },
    /** Marks the pictures of a content as missing, because its file is missing or damaged. */
    lost(sha256: string, reason: string): void {
      lose.run(reason, sha256)
      dropFile.run({ sha256 })
      record({ topic: 'media' })
    },
  }
})
