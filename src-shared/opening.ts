/**
 * What other programs can ask the desktop app to open: a file of products ("Open with"), an archive of a
 * workspace, and links of the form `catalog-desk://item/GTIN` and `catalog-desk://feed/ID`. Opening changes
 * nothing: a file is shown as it was understood, and imported or restored only by the person.
 */
import { normaliseGtin } from './values/gtin.ts'

/** Something to open in a window. `path` is absolute; `gtin` has 8 to 14 digits. */
export type Opening =
  | { open: 'file'; path: string }
  | { open: 'archive'; path: string }
  | { open: 'item'; gtin: string }
  | { open: 'feed'; id: string }
  | { open: 'outbox' }

/** The scheme of links to this app. */
export const linkScheme = 'catalog-desk'

const minDigits = 8
const feedId = /^[\w-]{1,64}$/

/** What a link names; undefined for any other text, and for a link that is not understood. */
export function openingOfLink(link: string): Opening | undefined {
  const url = link.length <= 200 ? URL.parse(link) : null
  if (url?.protocol !== `${linkScheme}:` || url.username !== '' || url.password !== '' || url.port !== '')
    return undefined
  if (url.search !== '' || url.hash !== '') return undefined
  const name = url.pathname.slice(1)
  if (url.host === 'feed') return feedId.test(name) ? { open: 'feed', id: name } : undefined
  if (url.host !== 'item' || !/^[0-9]+$/.test(name)) return undefined
  const gtin = normaliseGtin(name)
  return gtin !== undefined && gtin.length >= minDigits ? { open: 'item', gtin } : undefined
}
