import { say } from '../../../src-shared/texts/say.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import { UpstreamError } from '../../upstream/index.ts'
import type { KeptPictures, PictureStores } from '../keep/kept-pictures.ts'
import type { PictureFailure } from '../keep/missing-store.ts'
import type { NewPicture } from '../keep/picture-store.ts'
import { refusedHostOf } from './download-missing.ts'
import type { PictureFetcher } from './picture-fetcher.ts'

interface ItemFetchOptions {
  stores: PictureStores
  keptPictures: KeptPictures
  clock: Clock
  log: Logger
  /** Undefined if no service is connected. */
  fetcher(): PictureFetcher | undefined
  /** @throws PlainError `NOT_CONNECTED` */
  requireFetcher(): PictureFetcher
  /** Aborted when the connection is closed. */
  closing(): AbortSignal
}

/**
 * Result for a missing or damaged file: `fetched` again; `missing`, because not all of its pictures could be
 * downloaded; `unwanted`, because no record names it any more; `kept`, because no service is connected: its
 * row identifies the file to restore.
 */
export type Refetched = 'fetched' | 'missing' | 'unwanted' | 'kept'

/** Downloads the pictures of one item or one file on request. */
export function createItemFetching(options: ItemFetchOptions) {
  const { stores, keptPictures, clock, log, fetcher, requireFetcher, closing } = options
  const { space, spaceWriter, pictures, missingWriter } = stores
  const fetching = new Map<string, Promise<void>>()
  const refetching = new Map<string, Promise<Refetched>>()

  /** Evicts other pictures for space, because a person is viewing these. */
  const fetchMissing = async (itemId: string): Promise<void> => {
    const from = requireFetcher()
    const signal = closing()
    const named = (await space.item(itemId)).pictures
    const missing = named.filter(({ sha256 }) => sha256 === null)
    const present = named.flatMap(({ sha256 }) => sha256 ?? [])
    const failures: PictureFailure[] = []
    const newly: NewPicture[] = []
    await Promise.all(
      missing.map(async ({ url }) => {
        try {
          newly.push(await from.fetch({ url, itemId, purpose: 'asked', signal }))
        } catch (error) {
          failures.push(failureOf(error, { url, itemId }))
        }
      }),
    )
    signal.throwIfAborted()
    if (failures.length > 0) await missingWriter.failed(failures)
    const entered = clock.now()
    // Stored pictures of the item count as used, so that they are not evicted for the new ones.
    await spaceWriter.used(present.map((sha256) => ({ sha256, at: entered })))
    await keptPictures.put(newly)
    await keptPictures.makeRoom(entered)
  }

  /** An item that names an address, and the address as written in its record. */
  const namedBy = async (address: string): Promise<{ url: string; itemId: string } | undefined> => {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const { found, next }: Awaited<ReturnType<typeof pictures.naming>> = await pictures.naming(
        address,
        after,
      )
      if (found) return found
      after = next
    }
    return undefined
  }

  const refetchNow = async (sha256: string, from: PictureFetcher): Promise<Refetched> => {
    const signal = closing()
    const addresses = await pictures.addressesOf(sha256)
    await keptPictures.lose(sha256, say`The file on this computer was damaged and is fetched again.`)
    const failures: PictureFailure[] = []
    let fetched = 0
    for (const address of addresses) {
      const named = await namedBy(address)
      signal.throwIfAborted()
      if (!named) continue
      try {
        await keptPictures.put([await from.fetch({ ...named, purpose: 'asked', signal })])
        fetched += 1
      } catch (error) {
        signal.throwIfAborted()
        failures.push(failureOf(error, named))
      }
    }
    if (failures.length === 0) return fetched > 0 ? 'fetched' : 'unwanted'
    await missingWriter.failed(failures)
    return 'missing'
  }

  return {
    /** Downloads all missing pictures of the item's record; concurrent calls share one download. */
    fetch(itemId: string): Promise<void> {
      let fetched = fetching.get(itemId)
      if (!fetched) {
        fetched = fetchMissing(itemId).finally(() => fetching.delete(itemId))
        fetching.set(itemId, fetched)
      }
      return fetched
    },
    /** Downloads the picture at an address. @throws UpstreamError, PlainError `NO_PICTURE` */
    async fetchAddress(url: string): Promise<void> {
      const picture = await requireFetcher().fetch({ url, purpose: 'asked', signal: closing() })
      const entered = clock.now()
      await keptPictures.put([picture])
      await keptPictures.makeRoom(entered)
    },
    isFetching: (itemId: string): boolean => fetching.has(itemId),
    /** Downloads a missing or damaged file again; concurrent calls share one download. */
    async refetch(sha256: string): Promise<Refetched> {
      const from = fetcher()
      if (!from) return 'kept'
      let refetched = refetching.get(sha256)
      if (!refetched) {
        refetched = refetchNow(sha256, from)
          .catch((error: unknown): Refetched => {
            // The picture is missing now; the next download gets it.
            log.warn({ err: error, sha256 }, 'a damaged picture could not be fetched again at once')
            return 'missing'
          })
          .finally(() => refetching.delete(sha256))
        refetching.set(sha256, refetched)
      }
      return refetched
    },
    async settled(): Promise<void> {
      await Promise.allSettled([...fetching.values(), ...refetching.values()])
    },
  }
}

const failureOf = (error: unknown, picture: { url: string; itemId: string }): PictureFailure => ({
  ...picture,
  error: (error as Error).message,
  passing: !(error instanceof UpstreamError) || error.kind === 'unreachable',
  refusedHost: refusedHostOf(error),
})
