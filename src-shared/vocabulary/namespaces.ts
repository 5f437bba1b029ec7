/**
 * The namespace names of the service. The base is a setting of the connection; only the paths below it are
 * fixed.
 */

import { withoutEnd } from './kit/xml/characters.ts'
export const defaultNamespaceBase = 'https://ns.catalog-desk.example'

/** Paths below the base, one per schema. `problem` is absolute (RFC 9457 keeps the name from RFC 7807). */
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

/** The full namespace name: base and path, or the path itself if it is an absolute name. */
export const namespaceName = (path: string, base: string = defaultNamespaceBase): string =>
  path.startsWith('/') ? `${withoutEnd(base, '/')}${path}` : path
