import type { PictureTrouble } from '../../../src-shared/media/media-hosts.ts'
import type { PictureChoice, PictureFailureRow } from '../../../src-shared/media/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { openItemMedia } from '../../catalog/index.ts'
import { listedDelay } from '../../platform/retry.ts'
import { defineReader, defineWriter } from '../../storage/index.ts'
import { wantedMedia } from './picture-choice.ts'
import { pictureAddress } from './picture-store.ts'

/** Maximum number of entries, by host and reason; the failures of all others are one last entry. */
const maxTroubles = 20

export interface PictureFailure {
  url: string
  /** The item for which the download was attempted. */
  itemId: string
  error: string
  /** The host could not be reached, which does not depend on the picture: the failure is not counted. */
  passing?: boolean
  /** The host that the connection would have to allow. */
  refusedHost?: string | undefined
}

/** A picture to download, and an item that names it. */
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

/**
 * Delays before an address is tried again after its first, second, ... failure. The last one applies to all
 * further failures.
 */
const delays = [10 * minute, hour, 6 * hour, day, 3 * day, 7 * day] as const

/**
 * Milliseconds until a picture is tried again automatically. @param attempts number of failures, at least 1
 */
const retryDelay = (attempts: number): number => listedDelay(delays, attempts - 1)

/** The last failure of an address. */
interface LastFailure {
  /** Milliseconds since the epoch; null: at the next opportunity. */
  retryAt: number | null
  /** The item for which the download was attempted, and `lastUpdated` of its record at that time. */
  failedItem: string | null
  failedRecord: number | null
}

/** Whether a picture may be tried: the delay is over, or the record that names it has changed since. */
const mayTryAgain = (
  { retryAt, failedItem, failedRecord }: LastFailure,
  item: { id: string; updatedAt: number },
  now: number,
): boolean =>
  retryAt === null ||
  retryAt <= now ||
  (failedItem === item.id && failedRecord !== null && item.updatedAt > failedRecord)

/** Finds pictures that are wanted but not stored, and the reasons why some could not be downloaded. */
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
  const reasonOf = db
    .prepare<[string], string | null>('SELECT error FROM picture WHERE address = ? AND sha256 IS NULL')
    .pluck()
  const stateOf = db.prepare<
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
    const found = stateOf.get(pictureAddress(url))
    if (!found) return true
    if (!mayTryAgain(found, { id, updatedAt }, now)) return false
    if (found.sha256 === null) return pinned || found.leftOut === 0
    // The stored picture is smaller than the current choice.
    return found.reducedTo !== null && (longestSide === null || longestSide > found.reducedTo)
  }

  return {
    /**
     * Pictures named by one range of items that are wanted, not stored, and may be tried. Call again with
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
    /** For each address, why its last download failed; undefined if none failed. */
    reasons: (urls: string[]): (string | undefined)[] =>
      urls.map((url) => reasonOf.get(pictureAddress(url)) ?? undefined),
    /** Failures by host and reason, most frequent first; the least frequent are summed up at the end. */
    troubles(): PictureTrouble[] {
      const found = new Map<string, PictureTrouble>()
      for (const { address, error, refusedHost } of all.iterate()) {
        const host = URL.canParse(address) ? new URL(address).host : ''
        // An address in the text would make each reason unique.
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
    /** Pictures that could not be downloaded, latest first. */
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
    /**
     * Clears the failures of pictures that were refused because of these hosts: they are missing as if never
     * tried.
     */
    allowed(hosts: readonly string[]): void {
      if (allowed.run(JSON.stringify(hosts)).changes > 0) record({ topic: 'media' })
    },
    /** Records failures. A picture is not tried again for a time that grows with every failure (`delays`). */
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
    /** Ends all delays, because a person wants the pictures now. */
    tryAgain(): void {
      if (tryAgain.run().changes > 0) record({ topic: 'media' })
    },
    /** Marks pictures without space: they are not downloaded until a person requests them. */
    leaveOut(urls: string[]): void {
      for (const url of urls) leaveOut.run(pictureAddress(url), now())
    },
    /** Lets pictures that were left out be downloaded, because there is space again. */
    retryLeftOut(): void {
      if (retryLeftOut.run().changes > 0) record({ topic: 'media' })
    },
    /** Clears the failures of pictures that are not wanted any more. */
    forgetFailures(views: PictureChoice['views']): void {
      for (const { address, item } of failuresOfItems.all()) {
        const wanted = wantedMedia(media.ofId(item), views)
        if (!wanted.some(({ url }) => pictureAddress(url) === address)) forgetFailure.run(address)
      }
    },
  }
})
