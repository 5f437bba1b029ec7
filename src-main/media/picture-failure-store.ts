import type { PictureFailureRow } from '../../src-shared/rpc/media-contract.ts'
import { defineReader, defineWriter } from '../storage/store.ts'
import { pictureAddress } from './picture-address.ts'
import { openNamedMedia } from './picture-store.ts'
import { retryDelay } from './retry-delay.ts'

export interface PictureFailure {
  url: string
  /** The item it was tried for. */
  itemId: string
  error: string
  /** The host could not be reached: that says nothing about the picture, and is not counted. */
  passing?: boolean
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
  return {
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
    INSERT INTO picture (address, attempts, error, retry_at, failed_item, failed_record, changed_at)
    VALUES (@address, @attempts, @error, @retryAt, @itemId, (SELECT updated_at FROM item WHERE id = @itemId), @now)
    ON CONFLICT (address) DO UPDATE SET attempts = excluded.attempts, error = excluded.error,
      retry_at = coalesce(excluded.retry_at, retry_at), failed_item = excluded.failed_item,
      failed_record = excluded.failed_record, changed_at = excluded.changed_at`)
  const tryAgain = db.prepare('UPDATE picture SET retry_at = NULL WHERE retry_at IS NOT NULL')
  return {
    /** Each is left alone for a while that grows with every failure of it (retry-delay.ts). */
    failed(failures: PictureFailure[]): void {
      for (const { url, itemId, error, passing } of failures) {
        const address = pictureAddress(url)
        const before = earlier.get(address) ?? 0
        const attempts = passing ? before : before + 1
        const retryAt = passing ? null : now() + retryDelay(attempts)
        fail.run({ address, attempts, error, retryAt, itemId, now: now() })
      }
      if (failures.length > 0) record({ topic: 'media' })
    },
    /** A person wants them now: none is left alone any longer. */
    tryAgain(): void {
      if (tryAgain.run().changes > 0) record({ topic: 'media' })
    },
  }
})
