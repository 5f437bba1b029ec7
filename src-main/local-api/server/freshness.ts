import { hash, randomBytes } from 'node:crypto'
import type { EndpointName } from '../../../src-shared/api/endpoints.ts'
import type { Storage } from '../../storage/index.ts'
import { syncReader } from '../../sync/index.ts'
import type { WorkspaceSettingsAccess } from '../../workspace/index.ts'
import { newestItemReader } from './api-store.ts'

/**
 * Names what the catalog answers to an address, by the last change to it and not by the bytes: as long as the tag is the
 * same, so is the answer. Weak (RFC 9110, 8.8.3), as no bytes were looked at. Of this run of the program only.
 */
export type EntityTag = (target: string, namespaceBase: string) => string

/** Ask before the answer is made: a change that comes meanwhile makes the tag old, and the client asks anew. */
export function createEntityTag(storage: Pick<Storage, 'changeNumber'>): EntityTag {
  const run = randomBytes(6).toString('base64url')
  return (target, namespaceBase) => {
    const state = `${storage.changeNumber('items')}-${storage.changeNumber('lookups')}`
    // A tag of another address says nothing of this one.
    const address = hash('sha1', `${namespaceBase}\n${target}`, 'base64url').slice(0, 12)
    return `W/"${run}-${state}-${address}"`
  }
}

/** Whether `If-None-Match` lists the tag, by weak comparison, as GET compares. */
export const isListed = (header: string, tag: string): boolean =>
  header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''))

/** How current the copy of a service's catalog is that answers come from. */
interface CopyState {
  /** When what is here was last known to be what the service has, milliseconds since the epoch. */
  confirmedAt: number
  /** When the service last changed a record of it, milliseconds since the epoch. */
  changedAt?: number | undefined
}

/** Undefined where this is the service itself, and where no sync has been completed yet. */
export type CopyStateOf = () => Promise<CopyState | undefined>

/** Calls that are answered from the catalog. */
export const fromCatalog: readonly EndpointName[] = [
  'manufacturer',
  'brand',
  'distributor',
  'retailer',
  'item',
]

/**
 * `Age`, and for records `Last-Modified` (RFC 9111, 5.1; RFC 9110, 8.8.2): the latest change anywhere in the copy, as
 * an item that was changed may have left the selection. Lookup lists carry no times of change, so none is claimed.
 */
export async function copyHeaders(
  name: EndpointName,
  copyState: CopyStateOf | undefined,
  now: number,
): Promise<Record<string, string>> {
  if (!copyState || !fromCatalog.includes(name)) return {}
  const copy = await copyState()
  if (!copy) return {}
  const age = String(Math.max(0, Math.floor((now - copy.confirmedAt) / 1000)))
  if (name !== 'item' || copy.changedAt === undefined) return { Age: age }
  // A service whose clock is ahead must not make an answer younger than itself.
  return { Age: age, 'Last-Modified': new Date(Math.min(copy.changedAt, now)).toUTCString() }
}

/** How current a connected workspace's copy is, by the last sync that was completed. Asked for every answer: kept until something changes. */
export function createCopyState(storage: Storage, settings: WorkspaceSettingsAccess): CopyStateOf {
  const sync = storage.reader(syncReader)
  const newest = storage.reader(newestItemReader)
  let asOf = ''
  let known: Promise<CopyState | undefined> = Promise.resolve(undefined)

  const find = async (): Promise<CopyState | undefined> => {
    if ((await settings.read()).role !== 'connected') return undefined
    const watermark = await sync.watermark()
    if (!watermark) return undefined
    return { confirmedAt: watermark.completeAt, changedAt: await newest.updatedAt() }
  }
  return () => {
    const now = (['workspace', 'sync', 'items'] as const)
      .map((topic) => storage.changeNumber(topic))
      .join(' ')
    if (now !== asOf) {
      asOf = now
      known = find()
      // A failed question is asked again with the next answer.
      known.catch(() => {
        asOf = ''
      })
    }
    return known
  }
}
