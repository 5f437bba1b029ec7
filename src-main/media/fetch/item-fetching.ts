import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
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
  /** Absent where no service is connected. */
  fetcher(): PictureFetcher | undefined
  /** @throws PlainError `NOT_CONNECTED` */
  requireFetcher(): PictureFetcher
  /** Aborted when the connection ends. */
  closing(): AbortSignal
}

/** Pictures fetched for one item or one file, because somebody looks at it. */
interface ItemFetching {
  /** Everything the item's record names that is not here. Asked twice at a time, it is done once. */
  fetch(itemId: string): Promise<void>
  isFetching(itemId: string): boolean
  /**
   * A kept file turned out to be gone or damaged: it is fetched again. Where that cannot be done the row stays, and says
   * which file to bring back.
   */
  mend(sha256: string): Promise<void>
  settled(): Promise<void>
}

export function createItemFetching(options: ItemFetchOptions): ItemFetching {
  const { stores, keptPictures, clock, log, fetcher, requireFetcher, closing } = options
  const { space, spaceWriter, pictures, missingWriter } = stores
  const fetching = new Map<string, Promise<void>>()
  const mending = new Set<string>()

  /** What comes is looked at now, so others make room. */
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
          const passing = !(error instanceof UpstreamError) || error.kind === 'unreachable'
          failures.push({
            url,
            itemId,
            error: (error as Error).message,
            passing,
            refusedHost: refusedHostOf(error),
          })
        }
      }),
    )
    signal.throwIfAborted()
    if (failures.length > 0) await missingWriter.failed(failures)
    const entered = clock.now()
    // What is here of the item must not go for what has come of it.
    await spaceWriter.used(present.map((sha256) => ({ sha256, at: entered })))
    await keptPictures.put(newly)
    await keptPictures.makeRoom(entered)
  }

  return {
    fetch(itemId) {
      let fetched = fetching.get(itemId)
      if (!fetched) {
        fetched = fetchMissing(itemId).finally(() => fetching.delete(itemId))
        fetching.set(itemId, fetched)
      }
      return fetched
    },
    isFetching: (itemId) => fetching.has(itemId),
    async mend(sha256) {
      const from = fetcher()
      if (!from || mending.has(sha256)) return
      mending.add(sha256)
      try {
        const signal = closing()
        const addresses = await pictures.addressesOf(sha256)
        await keptPictures.lose(sha256, 'The file on this computer was damaged and is fetched again.')
        for (const address of addresses) {
          const named = await pictures.naming(address)
          if (named) await keptPictures.put([await from.fetch({ ...named, purpose: 'asked', signal })])
        }
      } catch (error) {
        // Missing now, like one that never came: the next download brings it.
        log.warn({ err: error, sha256 }, 'a damaged picture could not be fetched again at once')
      } finally {
        mending.delete(sha256)
      }
    },
    async settled() {
      await Promise.allSettled(fetching.values())
    },
  }
}
