import type { PictureFailureRow } from '../../../src-shared/media/model.ts'
import type { PictureTrouble } from '../../../src-shared/media-hosts.ts'
import { defineReader, defineWriter } from '../../storage/index.ts'
import { pictureAddress } from '../fetch/picture-address.ts'
import { openNamedMedia } from './picture-store.ts'
import { retryDelay } from './retry-delay.ts'

/** Told by host and reason; the rest is told as one. */
const mostTroubles = 20

export interface PictureFailure {
  url: string
  /** The item it was tried for. */
  itemId: string
  error: string
  /** The host could not be reached: that says nothing about the picture, and is not counted. */
  passing?: boolean
  /** The host that the connection would have to allow. */
  refusedHost?: string | undefined
}

interface FailedPicture {
  address: string
  error: string
  attempts: number
  failedAt: number
  retryAt: number | null
  itemId: string | null
  itemName: string | null
}

export const pictureFailureReader = defineReader('picture-failure', ({ db }) => {
  const page = db.prepare<[number, number], FailedPicture>(`
    SELECT address, error, attempts, picture.changed_at AS failedAt, retry_at AS retryAt, failed_item AS itemId,
      item.name AS itemName
    FROM picture LEFT JOIN item ON item.id = failed_item
    WHERE error IS NOT NULL AND sha256 IS NULL ORDER BY picture.changed_at DESC, address LIMIT ? OFFSET ?`)
  const mediaOf = openNamedMedia(db)
  const instant = (moment: number): string => new Date(moment).toISOString()
  const all = db.prepare<[], { address: string; error: string; refusedHost: string | null }>(
    `SELECT address, error, refused_host AS refusedHost FROM picture WHERE error IS NOT NULL AND sha256 IS NULL`,
  )
  return {
    /** By host and reason, the most first; what few share counts together at the end. */
    troubles(): PictureTrouble[] {
      const found = new Map<string, PictureTrouble>()
      for (const { address, error, refusedHost } of all.iterate()) {
        const host = URL.canParse(address) ? new URL(address).host : ''
        // What names the single picture would make each a reason of its own.
        const reason = error.replaceAll(address, 'it')
        const trouble = found.get(`${host} ${reason}`)
        if (trouble) trouble.count += 1
        else
          found.set(`${host} ${reason}`, {
            ...{ host, reason, count: 1 },
            ...(refusedHost !== null && { allow: refusedHost }),
          })
      }
      const troubles = [...found.values()].toSorted((one, other) => other.count - one.count)
      const rest = troubles.slice(mostTroubles)
      if (rest.length === 0) return troubles
      const count = rest.reduce((sum, trouble) => sum + trouble.count, 0)
      return [...troubles.slice(0, mostTroubles), { host: '', reason: 'For other reasons.', count }]
    },
    /** What could not be fetched, the latest first. */
    page: (offset: number, limit: number): PictureFailureRow[] =>
      page.all(limit, offset).map(({ address, error, attempts, failedAt, retryAt, itemId, itemName }) => {
        const named = itemId === null ? [] : mediaOf(itemId)
        const view = named.find(({ url }) => pictureAddress(url) === address)?.view
        return {
          address,
          reason: error,
          attempts,
          failedAt: instant(failedAt),
          ...(retryAt !== null && { retryAt: instant(retryAt) }),
          ...(itemId !== null && itemName !== null && { item: { id: itemId, name: itemName } }),
          ...(view !== undefined && { view }),
        }
      }),
  }
})

export const pictureFailureWriter = defineWriter('picture-failure', ({ db, now, record }) => {
  const earlier = db.prepare<[string], number>('SELECT attempts FROM picture WHERE address = ?').pluck()
  const fail = db.prepare(`
    INSERT INTO picture (address, attempts, error, retry_at, refused_host, failed_item, failed_record, changed_at)
    VALUES (@address, @attempts, @error, @retryAt, @refusedHost, @itemId, (SELECT updated_at FROM item WHERE id = @itemId), @now)
    ON CONFLICT (address) DO UPDATE SET attempts = excluded.attempts, error = excluded.error,
      retry_at = coalesce(excluded.retry_at, retry_at), refused_host = excluded.refused_host, failed_item = excluded.failed_item,
      failed_record = excluded.failed_record, changed_at = excluded.changed_at`)
  const tryAgain = db.prepare('UPDATE picture SET retry_at = NULL WHERE retry_at IS NOT NULL')
  const allowed = db.prepare(`
    UPDATE picture SET error = NULL, retry_at = NULL, attempts = 0, refused_host = NULL
    WHERE sha256 IS NULL AND refused_host IN (SELECT value FROM json_each(?))`)
  return {
    /** What failed for want of these hosts has not failed any more: it is missing, like what was never tried. */
    allowed(hosts: readonly string[]): void {
      if (allowed.run(JSON.stringify(hosts)).changes > 0) record({ topic: 'media' })
    },
    /** Each is left alone for a while that grows with every failure of it (retry-delay.ts). */
    failed(failures: PictureFailure[]): void {
      for (const { url, itemId, error, passing, refusedHost = null } of failures) {
        const address = pictureAddress(url)
        const before = earlier.get(address) ?? 0
        const attempts = passing ? before : before + 1
        const retryAt = passing ? null : now() + retryDelay(attempts)
        fail.run({ address, attempts, error, retryAt, refusedHost, itemId, now: now() })
      }
      if (failures.length > 0) record({ topic: 'media' })
    },
    /** A person wants them now: none is left alone any longer. */
    tryAgain(): void {
      if (tryAgain.run().changes > 0) record({ topic: 'media' })
    },
  }
})
