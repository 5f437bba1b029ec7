import PQueue from 'p-queue'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import { parseDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { unreadablePicture } from '../../platform/image-library.ts'
import { type Upstream, UpstreamError } from '../../upstream/index.ts'
import { type ImageQueue, inspectPicture } from '../derive/decode.ts'
import { makePlaceholder, makeVariant, reducePicture } from '../derive/picture-variants.ts'
import type { ScreenVariants } from '../derive/screen-variants.ts'
import type { PictureFiles } from '../keep/picture-files.ts'
import { type NewPicture, pictureAddress } from '../keep/picture-store.ts'
import type { PartialFile, PartialFiles } from './partial-files.ts'
import { fetchInto } from './resumable-transfer.ts'

/**
 * Maximum number of files being downloaded, decoded, or waiting to be decoded; limits the memory they take.
 */
const maxConcurrent = 4
const urgency = { asked: 2, ahead: 1 } as const

interface FetcherOptions extends Omit<ReceiveOptions, 'longestSide'> {
  upstream: Upstream
  /** Hosts currently allowed in addition to the service itself. */
  hosts(): readonly string[]
  partials: PartialFiles
  longestSide(): Promise<number | null>
}
interface FetchRequest {
  url: string
  /** An item that names the picture; absent for an address that only a draft names. */
  itemId?: string
  /** `asked`: a person waits for the picture, which has priority over pictures downloaded `ahead`. */
  purpose: keyof typeof urgency
  signal: AbortSignal
}

/** Downloads pictures from the connected service into the store. The caller writes the rows. */
export interface PictureFetcher {
  /** @throws UpstreamError, PlainError `NO_PICTURE` */
  fetch(request: FetchRequest): Promise<NewPicture>
  /** Host of the service itself. */
  readonly serviceHost: string
}

export function createPictureFetcher(options: FetcherOptions): PictureFetcher {
  const { upstream, partials } = options
  const queue = new PQueue({ concurrency: maxConcurrent })
  const pending = new Map<string, Promise<Omit<NewPicture, 'url'>>>()
  const fresh = openFreshAddresses(upstream)

  const fetchOnce = async ({ url, itemId, signal }: FetchRequest): Promise<Omit<NewPicture, 'url'>> => {
    signal.throwIfAborted()
    const part = await partials.open(pictureAddress(url))
    const hosts = options.hosts()
    try {
      await fetchInto(part, url, { upstream, hosts, signal })
    } catch (error) {
      if (!isMaybeExpired(error)) throw error
      const again = itemId === undefined ? undefined : await fresh.of(itemId, url, signal)
      if (again === undefined) throw error
      await fetchInto(part, again, { upstream, hosts, signal })
    }
    return receivePicture(part, { ...options, longestSide: await options.longestSide() })
  }

  return {
    serviceHost: new URL(upstream.address).host,
    async fetch(request) {
      // A catalog can name millions of pictures at a host that is not allowed: no file is opened for them.
      upstream.checkMediaAddress(request.url, options.hosts())
      const address = pictureAddress(request.url)
      let picture = pending.get(address)
      if (!picture) {
        picture = queue
          .add(() => fetchOnce(request), { priority: urgency[request.purpose] })
          .finally(() => pending.delete(address))
        pending.set(address, picture)
      }
      return { url: request.url, ...(await picture) }
    },
  }
}

const isMaybeExpired = (error: unknown): boolean =>
  error instanceof UpstreamError && [401, 403, 404, 410].includes(error.status ?? 0)

interface ReceiveOptions {
  files: PictureFiles
  variants: ScreenVariants
  images: ImageQueue
  /** Limit for the longest side of a stored picture, in pixels; null: no limit. */
  longestSide: number | null
}

/**
 * Moves a complete download into the store: decodes it completely, makes it smaller if a person chose so, and
 * makes its thumbnail and placeholder.
 * @throws PlainError `NO_PICTURE` if the file is not a picture; the part is deleted, so that the next attempt
 * starts again
 */
async function receivePicture(
  part: PartialFile,
  { files, variants, images, longestSide }: ReceiveOptions,
): Promise<Omit<NewPicture, 'url'>> {
  try {
    const received = await part.content()
    const { mimeType, width, height, kept, thumbnail, placeholder } = await images.run('fetched', () =>
      processPicture(received, longestSide, images),
    )
    // Outside of the queue, so that the next picture is decoded while this one is written.
    const adopts = kept === received && part.isOnDisk()
    const sha256 = await (adopts ? files.adopt(part.path, received) : files.keep(kept))
    await variants.put(sha256, 'thumbnail', thumbnail)
    const bytes = kept.length
    return {
      sha256,
      mimeType,
      width,
      height,
      bytes,
      placeholder,
      thumbnailBytes: thumbnail.length,
      reducedTo: kept === received ? undefined : (longestSide ?? undefined),
    }
  } finally {
    await part.remove()
  }
}

/** Decodes a picture and makes everything that is stored for it. */
async function processPicture(received: Uint8Array, longestSide: number | null, images: ImageQueue) {
  const original = await inspectPicture(received, { whole: false })
  return images.decode(original.width * original.height, async () => {
    const thumbnail = await decoded(received)
    const placeholder = await makePlaceholder(thumbnail)
    if (longestSide === null || Math.max(original.width, original.height) <= longestSide)
      return { ...original, kept: received, thumbnail, placeholder }
    const kept = await reducePicture(received, longestSide)
    return { ...(await inspectPicture(kept, { whole: false })), kept, thumbnail, placeholder }
  })
}

/** The thumbnail. It is made from every line of the picture, which proves that the file is complete. */
async function decoded(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await makeVariant(bytes, 'thumbnail')
  } catch (error) {
    throw unreadablePicture(error)
  }
}

/** Items whose new addresses are cached: the pictures of an item are downloaded one after the other. */
const maxCachedItems = 32

/**
 * Requests an item's record again for newly signed addresses, because the addresses of pictures expire. The
 * service counts each such record.
 */
function openFreshAddresses(upstream: Pick<Upstream, 'itemPage'>) {
  const items = new Map<string, Promise<Map<string, string>>>()

  const addressesOf = async (itemId: string, signal: AbortSignal): Promise<Map<string, string>> => {
    const bytes = await upstream.itemPage({ id: itemId, media: true }, { signal })
    const { value } = parseDocument(documents.items, bytes)
    const urls = (value?.item ?? []).flatMap(({ media }) => (media ?? []).flatMap(({ url }) => url ?? []))
    return new Map(urls.map((url) => [pictureAddress(url), url]))
  }
  return {
    /** Undefined if the address does not expire, or its item no longer names it. */
    async of(itemId: string, url: string, signal: AbortSignal): Promise<string | undefined> {
      const address = pictureAddress(url)
      if (!URL.canParse(url) || address === new URL(url).href) return undefined
      let found = items.get(itemId)
      if (!found) {
        found = addressesOf(itemId, signal)
        items.set(itemId, found)
        found.catch(() => items.delete(itemId))
        const [oldest] = items.keys()
        if (items.size > maxCachedItems && oldest !== undefined) items.delete(oldest)
      }
      const fresh = (await found).get(address)
      return fresh === url ? undefined : fresh
    },
  }
}
