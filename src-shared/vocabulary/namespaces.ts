/** The namespace names of the service. Their base is a setting of a connection; only the paths below it are fixed. */

import { withoutEnd } from './kit/xml/characters.ts'
export const defaultNamespaceBase = 'https://ns.catalog-desk.example'

/** Paths below the base, one for each schema; `problem` is absolute (RFC 9457 keeps the name RFC 7807 gave it). */
export const namespacePaths = {
  manufacturer: '/manufacturer',
  brand: '/brand',
  distributor: '/distributor',
  retailer: '/retailer',
  item: '/item',
  feedItem: '/feed/item',
  feedContentPlus: '/feed/contentplus',
  feed: '/feed',
  feedStatus: '/feed/status',
  problem: 'urn:ietf:rfc:7807',
} as const

/** The full namespace name: the base and a path below it, or the path itself when it is a name already. */
export const namespaceName = (path: string, base: string = defaultNamespaceBase): string =>
  path.startsWith('/') ? `${withoutEnd(base, '/')}${path}` : path
