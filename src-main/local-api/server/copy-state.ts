import type { EndpointName } from '../../../src-shared/api/endpoints.ts'

/** How current the copy of a service's catalog is that answers come from. */
export interface CopyState {
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
