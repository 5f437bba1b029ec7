import PQueue from 'p-queue'
import type { Upstream } from '../../upstream/index.ts'
import { UpstreamError } from '../../upstream/index.ts'
import type { NewPicture } from '../keep/picture-store.ts'
import { fetchInto } from './fetch-picture.ts'
import { openFreshAddresses } from './fresh-addresses.ts'
import type { PartialFiles } from './partial-files.ts'
import { pictureAddress } from './picture-address.ts'
import { type ReceiveOptions, receivePicture } from './receive-picture.ts'

/** Files under way at once, decoded or waiting for it included: what is in memory is bounded by this. */
const atOnce = 4
const urgency = { asked: 2, ahead: 1 } as const

export interface FetcherOptions extends Omit<ReceiveOptions, 'longestSide'> {
  upstream: Upstream
  /** Hosts that may be asked beside the service itself; they may change. */
  hosts(): readonly string[]
  partials: PartialFiles
  longestSide(): Promise<number | null>
}
export interface FetchRequest {
  url: string
  /** An item that names it. */
  itemId: string
  /** `asked`: somebody waits for it, and it comes before all that is fetched `ahead`. */
  purpose: keyof typeof urgency
  signal: AbortSignal
}

/** Pictures from the service this workspace is connected to, into the store; the rows are the caller's. */
export interface PictureFetcher {
  /** @throws UpstreamError, PictureError */
  fetch(request: FetchRequest): Promise<NewPicture>
  /** The service's own host. */
  readonly serviceHost: string
}

export function createPictureFetcher(options: FetcherOptions): PictureFetcher {
  const { upstream, partials } = options
  const queue = new PQueue({ concurrency: atOnce })
  const underway = new Map<string, Promise<Omit<NewPicture, 'url'>>>()
  const fresh = openFreshAddresses(upstream)

  const fetchOnce = async ({ url, itemId, signal }: FetchRequest): Promise<Omit<NewPicture, 'url'>> => {
    signal.throwIfAborted()
    const part = await partials.open(pictureAddress(url))
    const hosts = options.hosts()
    try {
      await fetchInto(part, url, { upstream, hosts, signal })
    } catch (error) {
      if (!mayHaveExpired(error)) throw error
      const again = await fresh.of(itemId, url, signal)
      if (again === undefined) throw error
      await fetchInto(part, again, { upstream, hosts, signal })
    }
    return receivePicture(part, { ...options, longestSide: await options.longestSide() })
  }

  return {
    serviceHost: new URL(upstream.address).host,
    async fetch(request) {
      const address = pictureAddress(request.url)
      let picture = underway.get(address)
      if (!picture) {
        picture = queue
          .add(() => fetchOnce(request), { priority: urgency[request.purpose] })
          .finally(() => underway.delete(address))
        underway.set(address, picture)
      }
      return { url: request.url, ...(await picture) }
    },
  }
}

const mayHaveExpired = (error: unknown): boolean =>
  error instanceof UpstreamError && [401, 403, 404, 410].includes(error.status ?? 0)
