import { documents } from '../../../src-shared/vocabulary/documents.ts'
import { parseDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import type { Upstream } from '../../upstream/index.ts'
import { pictureAddress } from './picture-address.ts'

/** Items whose addresses are remembered: the pictures of one item are fetched one after the other. */
const remembered = 32

/**
 * Addresses of pictures expire; a record that has just been asked for names them signed anew. Asking counts at the
 * service like any item.
 */
export function openFreshAddresses(upstream: Pick<Upstream, 'itemPage'>) {
  const items = new Map<string, Promise<Map<string, string>>>()

  const addressesOf = async (itemId: string, signal: AbortSignal): Promise<Map<string, string>> => {
    const bytes = await upstream.itemPage({ id: itemId, media: true }, { signal })
    const { value } = parseDocument(documents.items, bytes)
    const urls = (value?.item ?? []).flatMap(({ media }) => (media ?? []).flatMap(({ url }) => url ?? []))
    return new Map(urls.map((url) => [pictureAddress(url), url]))
  }
  return {
    /** Undefined when the address does not expire, or its item no longer names it. */
    async of(itemId: string, url: string, signal: AbortSignal): Promise<string | undefined> {
      const address = pictureAddress(url)
      if (!URL.canParse(url) || address === new URL(url).href) return undefined
      let found = items.get(itemId)
      if (!found) {
        found = addressesOf(itemId, signal)
        items.set(itemId, found)
        found.catch(() => items.delete(itemId))
        const [oldest] = items.keys()
        if (items.size > remembered && oldest !== undefined) items.delete(oldest)
      }
      const fresh = (await found).get(address)
      return fresh === url ? undefined : fresh
    },
  }
}
