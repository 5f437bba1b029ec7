import { hash, randomBytes } from 'node:crypto'
import type { EndpointName } from '../../../../src-shared/api/endpoints.ts'
import type { WorkspaceRole } from '../../../../src-shared/workspace/model.ts'
import type { AnsweringStorage } from '../../../storage/index.ts'
import { syncReader } from '../../../sync/index.ts'
import { newestItemReader } from '../api-store.ts'

/**
 * The entity tag of a catalog answer for an address, derived from the number of the catalog's last change:
 * while the tag is the same, so is the answer. The tag is weak (RFC 9110, 8.8.3), because it is not derived
 * from the bytes, and is only valid during this run of the program.
 */
export type EntityTag = (target: string, namespaceBase: string) => string

/** A name for this run of the program, which its tags contain. */
export const newRunName = (): string => randomBytes(6).toString('base64url')

/**
 * Must be read before the answer is made: after a change in between, the tag is outdated and the client
 * requests again.
 */
export function createEntityTag(
  storage: Pick<AnsweringStorage, 'changeNumber'>,
  run: string = newRunName(),
): EntityTag {
  return (target, namespaceBase) => {
    const state = `${storage.changeNumber('items')}-${storage.changeNumber('lookups')}`
    // Each address has its own tag.
    const address = hash('sha1', `${namespaceBase}\n${target}`, 'base64url').slice(0, 12)
    return `W/"${run}-${state}-${address}"`
  }
}

/** Whether `If-None-Match` lists the tag, by weak comparison, which GET uses. */
export const isListed = (header: string, tag: string): boolean =>
  header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''))

/** How current the copy of a service's catalog is. */
export interface CopyState {
  /** When the copy was last known to be complete, in milliseconds since the epoch. */
  confirmedAt: number
  /** The latest change of a record in the copy, in milliseconds since the epoch. */
  changedAt?: number | undefined
}

/** Undefined in a sandbox, and before the first completed sync. */
export type CopyStateOf = () => Promise<CopyState | undefined>

/** Endpoints answered from the catalog. */
export const fromCatalog: readonly EndpointName[] = [
  'manufacturer',
  'brand',
  'distributor',
  'retailer',
  'item',
]

/**
 * The headers `Age` and, for records, `Last-Modified` (RFC 9111, 5.1; RFC 9110, 8.8.2): the latest change
 * anywhere in the copy, because a changed item may have left the selection. Lookup lists have no times of
 * change.
 * @param isDated whether the answer has records
 */
export function ageHeaders(
  { confirmedAt, changedAt }: CopyState,
  isDated: boolean,
  now: number,
): Record<string, string> {
  const age = String(Math.max(0, Math.floor((now - confirmedAt) / 1000)))
  if (!isDated || changedAt === undefined) return { Age: age }
  // If the service's clock is ahead, the change may be in the future.
  return { Age: age, 'Last-Modified': new Date(Math.min(changedAt, now)).toUTCString() }
}

/**
 * The freshness of a connected workspace's copy, by the last completed sync. It is cached until something
 * changes.
 */
export function createCopyState(storage: AnsweringStorage, role: () => Promise<WorkspaceRole>): CopyStateOf {
  const sync = storage.reader(syncReader)
  const newest = storage.reader(newestItemReader)
  let cachedFor = ''
  let cached: Promise<CopyState | undefined> = Promise.resolve(undefined)

  const find = async (): Promise<CopyState | undefined> => {
    if ((await role()) !== 'connected') return undefined
    const watermark = await sync.watermark()
    if (!watermark) return undefined
    return { confirmedAt: watermark.completeAt, changedAt: await newest.updatedAt() }
  }
  return () => {
    const now = (['workspace', 'sync', 'items'] as const)
      .map((topic) => storage.changeNumber(topic))
      .join(' ')
    if (now !== cachedFor) {
      cachedFor = now
      cached = find()
      // A failed query is repeated for the next answer.
      cached.catch(() => {
        cachedFor = ''
      })
    }
    return cached
  }
}
