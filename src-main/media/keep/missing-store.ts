import type { PictureTrouble } from '../../../src-shared/media/media-hosts.ts'
import type { PictureChoice, PictureFailureRow } from '../../../src-shared/media/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { openItemMedia } from '../../catalog/index.ts'
import { listedPause } from '../../platform/retry.ts'
import { defineReader, defineWriter } from '../../storage/index.ts'
import { wantedMedia } from './picture-choice.ts'
import { pictureAddress } from './picture-store.ts'

/** Troubles told by host and reason; the rest are told as one. */
const maxTroubles = 20

export interface PictureFailure {
  url: string
  /** The item for which the picture was tried. */
  itemId: string
  error: string
  /** The host could not be reached, which tells nothing about the picture: the failure does not count. */
  passing?: boolean
  /** The host that the connection would have to allow. */
  refusedHost?: string | undefined
}

/** A picture to be fetched, and an item that names the picture. */
export interface MissingPicture {
  url: string
  itemId: string
  pinned: boolean
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

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long an address is not tried after its first, second, ... failure. The last pause is for all that follow. */
const delays = [10 * minute, hour, 6 * hour, day, 3 * day, 7 * day] as const

/** Milliseconds until a picture may be tried again by itself. @param attempts failed ones, at least 1 */
const retryDelay = (attempts: number): number => listedPause(delays, attempts - 1)

/** The last failure of an address. */
interface LastFailure {
  /** Milliseconds since the epoch; null: at the next opportunity. */
  retryAt: number | null
  /** The item for which the picture was tried, and the `lastUpdated` of its record then. */
  failedItem: string | null
  failedRecord: number | null
}

/** Whether a picture may be tried: the delay is over, or the record that names the picture has changed since. */
const mayTryAgain = (
  { retryAt, failedItem, failedRecord }: LastFailure,
  item: { id: string; updatedAt: number },
  now: number,
): boolean =>
  retryAt === null ||
  retryAt <= now ||
  (failedItem === item.id && failedRecord !== null && item.updatedAt > failedRecord)

/** Reads which pictures are wanted and not kept, and why some could not be fetched. */
export const missingPictureReader = defineReader('media/missing', ({ db }) => {
  const page = db.prepare<[number, number], FailedPicture>(`
    SELECT address, error, attempts, picture.changed_at AS failedAt, retry_at AS retryAt, failed_item AS itemId,
      item.name AS itemName
    FROM picture LEFT JOIN item ON item.id = failed_item
    WHERE error IS NOT NULL AND sha256 IS NULL ORDER BY picture.changed_at DESC, address LIMIT ? OFFSET ?`)
  const media = openItemMedia(db)
  const instant = (moment: number): string => new Date(moment).toISOString()
  const all = db.prepare<[], { address: string; error: string; refusedHost: string | null }>(
    `SELECT address, error, refused_host AS refusedHost FROM picture WHERE error IS NOT NULL AND sha256 IS NULL`,
  )
  const fate = db.prepare<
    [string],
    LastFailure & { sha256: string | null; leftOut: number; reducedTo: number | null }
  >(`
    SELECT sha256, left_out AS leftOut, reduced_to AS reducedTo, retry_at AS retryAt, failed_item AS failedItem,
      failed_record AS failedRecord
    FROM picture WHERE address = ?`)
  const isPinned = db.prepare<[string], number>('SELECT 1 FROM pinned_item WHERE item = ?').pluck()
  const isMissing = (
    { url, id, updatedAt, pinned }: { url: string; id: string; updatedAt: number; pinned: boolean },
    { longestSide }: PictureChoice,
    now: number,
  ): boolean => {
    const found = fate.get(pictureAddress(url))
    if (!found) return true
    if (!mayTryAgain(found, { id, updatedAt }, now)) return false
    if (found.sha256 === null) return pinned || found.leftOut === 0
    // The kept picture was made smaller than is wanted now.
    return found.reducedTo !== null && (longestSide === null || longestSide > found.reducedTo)
  }

  return {
    /**
     * The pictures that one stretch of items names, that are wanted and not kept, and that may be tried. Ask again with
     * `next` until it is absent.
     */
    pictures(
      after: number,
      limit: number,
      choice: PictureChoice,
      now: number,
    ): { pictures: MissingPicture[]; next?: number } {
      const items = media.after(after, limit)
      const pictures = items.flatMap(({ id, updatedAt, media }) => {
        const pinned = isPinned.get(id) !== undefined
        return wantedMedia(media, pinned ? 'all' : choice.views)
          .filter(({ url }) => isMissing({ url, id, updatedAt, pinned }, choice, now))
          .map(({ url }) => ({ url, itemId: id, pinned }))
      })
      const next = items.at(-1)?.item
      return items.length < limit || next === undefined ? { pictures } : { pictures, next }
    },
    /** Failures by host and reason, the most frequent first; the rarest count together at the end. */
    troubles(): PictureTrouble[] {
      const found = new Map<string, PictureTrouble>()
      for (const { address, error, refusedHost } of all.iterate()) {
        const host = URL.canParse(address) ? new URL(address).host : ''
        // With its address in it, each reason would be another.
        const reason = address === '' ? error : error.replaceAll(address, 'it')
        const trouble = found.get(`${host} ${reason}`)
        if (trouble) trouble.count += 1
        else
          found.set(`${host} ${reason}`, {
            host,
            reason,
            count: 1,
            allow: refusedHost ?? undefined,
          })
      }
      const troubles = [...found.values()].toSorted((one, other) => other.count - one.count)
      const rest = troubles.slice(maxTroubles)
      if (rest.length === 0) return troubles
      const count = rest.reduce((sum, trouble) => sum + trouble.count, 0)
      return [...troubles.slice(0, maxTroubles), { host: '', reason: say`For other reasons.`, count }]
    },
    /** Pictures that could not be fetched, the latest first. */
    failures: (offset: number, limit: number): PictureFailureRow[] =>
      page.all(limit, offset).map(({ address, error, attempts, failedAt, retryAt, itemId, itemName }) => {
        const named = itemId === null ? [] : media.ofId(itemId)
        const view = named.find(({ url }) => pictureAddress(url) === address)?.view
        return {
          address,
          reason: error,
          attempts,
          failedAt: instant(failedAt),
          retryAt: retryAt === null ? undefined : instant(retryAt),
          item: itemId === null || itemName === null ? undefined : { id: itemId, name: itemName },
          view,
        }
      }),
  }
})

export const missingPictureWriter = defineWriter('media/missing', ({ db, now, record }) => {
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
  const leaveOut = db.prepare(`
    INSERT INTO picture (address, left_out, changed_at) VALUES (?, 1, ?)
    ON CONFLICT (address) DO UPDATE SET left_out = 1, changed_at = excluded.changed_at WHERE sha256 IS NULL`)
  const retryLeftOut = db.prepare('UPDATE picture SET left_out = 0 WHERE left_out = 1')
  const failuresOfItems = db.prepare<[], { address: string; item: string }>(`
    SELECT address, failed_item AS item FROM picture
    WHERE error IS NOT NULL AND sha256 IS NULL
      AND failed_item IS NOT NULL AND failed_item NOT IN (SELECT item FROM pinned_item)`)
  const forgetFailure = db.prepare(
    'UPDATE picture SET error = NULL, attempts = 0, retry_at = NULL WHERE address = ?',
  )
  const media = openItemMedia(db)
  return {
    /** Clears failures of pictures that were refused for these hosts: they are missing as if never tried. */
    allowed(hosts: readonly string[]): void {
      if (allowed.run(JSON.stringify(hosts)).changes > 0) record({ topic: 'media' })
    },
    /** Notes failures; a picture is not tried for a time that grows with every failure (`delays`). */
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
    /** Ends every delay, since a person wants the pictures now. */
    tryAgain(): void {
      if (tryAgain.run().changes > 0) record({ topic: 'media' })
    },
    /** Notes pictures for which there is no room: they are not fetched until somebody asks for them. */
    leaveOut(urls: string[]): void {
      for (const url of urls) leaveOut.run(pictureAddress(url), now())
    },
    /** Lets pictures that were left out be fetched, since there is room again. */
    retryLeftOut(): void {
      if (retryLeftOut.run().changes > 0) record({ topic: 'media' })
    },
    /** Clears failures of pictures that are not wanted any more. */
    forgetFailures(views: PictureChoice['views']): void {
      for (const { address, item } of failuresOfItems.all()) {
        const wanted = wantedMedia(media.ofId(item), views)
        if (!wanted.some(({ url }) => pictureAddress(url) === address)) forgetFailure.run(address)
      }
    },
  }
})
