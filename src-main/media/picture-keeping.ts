import { join } from 'node:path'
import {
  defaultPictureChoice,
  type ItemPictureState,
  type PictureChoice,
  type PictureState,
  type PictureWork,
  pictureChoice,
} from '../../src-shared/rpc/media-contract.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import { settingReader, settingWriter } from '../storage/setting-store.ts'
import type { Storage } from '../storage/storage.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { DownloadProgress } from './download.ts'
import type { ImageQueue } from './image-queue.ts'
import { openPartialFiles } from './partial-files.ts'
import { createPictureFetcher, type PictureFetcher } from './picture-fetcher.ts'
import type { PictureFiles } from './picture-files.ts'
import type { PictureShelf, PictureStores } from './picture-shelf.ts'
import type { NewPicture, PictureFailure } from './picture-store.ts'
import { createPictureWorkbench } from './picture-work.ts'
import { createPictureWorks } from './picture-works.ts'
import type { ScreenVariants } from './screen-variants.ts'

/** What this workspace's connection fetches for it; as the sync asks for it. */
export interface PictureDownloads {
  download(options: { signal: AbortSignal; onProgress(progress: DownloadProgress): void }): Promise<void>
  close(): Promise<void>
}

/**
 * What is kept of the pictures: the choice of a person, the pins, the works that go over all of them, and the way to
 * fetch. In a workspace that is its pictures' home nothing is fetched, and so nothing is ever given up.
 */
export interface PictureKeeping {
  state(): Promise<PictureState>
  setChoice(choice: PictureChoice): Promise<PictureState>
  start(work: PictureWork): Promise<PictureState>
  cancel(): Promise<PictureState>
  item(itemId: string): Promise<ItemPictureState>
  fetchItem(itemId: string): Promise<ItemPictureState>
  setPinned(itemId: string, pinned: boolean): Promise<ItemPictureState>
  /** A kept file turned out to be gone or damaged: it is fetched again, where that can be done. */
  mend(sha256: string): void
  connect(upstream: Upstream, hosts: readonly string[]): PictureDownloads
  close(): Promise<void>
}

/** What cannot be done with pictures here. */
export class PictureKeepingError extends Error {
  readonly code = 'NOT_CONNECTED'
}

export interface PictureKeepingOptions {
  storage: Storage
  stores: PictureStores
  /** The workspace's folder. */
  directory: string
  files: PictureFiles
  variants: ScreenVariants
  images: ImageQueue
  shelf: PictureShelf
  clock: Clock
  log: Logger
}

/** The setting the choice is kept under. */
const settingKey = 'pictures'

export async function readChoice(storage: Storage): Promise<PictureChoice> {
  const kept = pictureChoice.safeParse(await storage.reader(settingReader).get(settingKey))
  return kept.success ? kept.data : defaultPictureChoice
}

export function createPictureKeeping(options: PictureKeepingOptions): PictureKeeping {
  const { storage, stores, directory, files, variants, images, shelf, clock, log } = options
  const { keeping, keepingWriter, pictures, pictureWriter } = stores
  const partials = openPartialFiles(join(directory, 'media-partial'))
  const choice = () => readChoice(storage)
  const bench = createPictureWorkbench({
    clock,
    log,
    tell: () => void keepingWriter.tellProgress().catch(() => undefined),
  })
  let fetcher: PictureFetcher | undefined
  let closing = new AbortController()
  const fetching = new Map<string, Promise<void>>()
  const mending = new Set<string>()

  const requireFetcher = (): PictureFetcher => {
    if (!fetcher)
      throw new PictureKeepingError('This workspace is not connected to a service that pictures come from.')
    return fetcher
  }

  const state = async (): Promise<PictureState> => {
    const { failure, ...counts } = await keeping.counts()
    return {
      choice: await choice(),
      fetches: fetcher !== undefined,
      ...counts,
      ...(failure === null ? {} : { failure }),
      ...(bench.running && { running: bench.running }),
      ...(bench.last && { last: bench.last }),
    }
  }
  const item = async (itemId: string): Promise<ItemPictureState> => {
    const found = await keeping.item(itemId)
    const kept = found.pictures.filter(({ sha256 }) => sha256 !== null)
    return {
      fetches: fetcher !== undefined,
      pinned: found.pinned,
      named: found.pictures.length,
      kept: kept.length,
      bytes: kept.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
      fetching: fetching.has(itemId),
      failures: found.pictures.flatMap(({ url, sha256, error }) =>
        sha256 === null && error !== null ? [{ sourceUrl: url, reason: error }] : [],
      ),
    }
  }

  /** Everything the item's record names that is not here; what comes is looked at now, so others make room. */
  const fetchMissing = async (itemId: string): Promise<void> => {
    const from = requireFetcher()
    const { signal } = closing
    const named = (await keeping.item(itemId)).pictures
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
          failures.push({ url, error: (error as Error).message, passing })
        }
      }),
    )
    signal.throwIfAborted()
    if (failures.length > 0) await pictureWriter.failed(failures)
    const entered = clock.now()
    // What is here of the item must not go for what has come of it.
    await keepingWriter.used(present.map((sha256) => ({ sha256, at: entered })))
    await shelf.put(newly)
    await shelf.makeRoom(entered)
  }
  const fetchItem = (itemId: string): Promise<void> => {
    let fetched = fetching.get(itemId)
    if (!fetched) {
      fetched = fetchMissing(itemId).finally(() => fetching.delete(itemId))
      fetching.set(itemId, fetched)
    }
    return fetched
  }

  const works = createPictureWorks({
    ...options,
    partials,
    choice,
    fetcher: () => fetcher,
    requireFetcher,
    closing: () => closing.signal,
    mend,
  })

  /** Where nothing can be fetched the row stays: it says which file to bring back. */
  async function mend(sha256: string): Promise<void> {
    const from = fetcher
    if (!from || mending.has(sha256)) return
    mending.add(sha256)
    try {
      const { signal } = closing
      const addresses = await pictures.addressesOf(sha256)
      await shelf.lose(sha256, 'The file on this computer was damaged and is fetched again.')
      for (const address of addresses) {
        const named = await pictures.naming(address)
        if (named) await shelf.put([await from.fetch({ ...named, purpose: 'asked', signal })])
      }
    } catch (error) {
      // Missing now, like one that never came: the next download brings it.
      log.warn({ err: error, sha256 }, 'a damaged picture could not be fetched again at once')
    } finally {
      mending.delete(sha256)
    }
  }

  return {
    state,
    item,
    async setChoice(next) {
      const before = await choice()
      await storage.writer(settingWriter).set({ [settingKey]: next })
      if (fetcher) {
        await shelf.makeRoom(clock.now())
        // What was left out for want of room is fetched again only when there is more of it.
        if ((next.quota ?? Number.POSITIVE_INFINITY) > (before.quota ?? Number.POSITIVE_INFINITY))
          await keepingWriter.invite()
      }
      return state()
    },
    async start(work) {
      if (work === 'download') {
        requireFetcher()
        await pictureWriter.forgive()
      }
      bench.begin(work, works[work])
      return state()
    },
    async cancel() {
      await bench.cancel()
      return state()
    },
    async fetchItem(itemId) {
      requireFetcher()
      await fetchItem(itemId)
      return item(itemId)
    },
    async setPinned(itemId, pinned) {
      await keepingWriter.setPinned(itemId, pinned)
      if (pinned && fetcher)
        fetchItem(itemId).catch((error: unknown) =>
          log.info({ err: error, itemId }, 'the pictures of a pinned item'),
        )
      if (!pinned && fetcher) await shelf.makeRoom(clock.now())
      return item(itemId)
    },
    mend: (sha256) => void mend(sha256),
    connect(upstream, hosts) {
      closing = new AbortController()
      const here = createPictureFetcher({
        upstream,
        hosts,
        partials,
        files,
        variants,
        images,
        longestSide: async () => (await choice()).longestSide,
      })
      fetcher = here
      return {
        download: ({ signal, onProgress }) =>
          bench.follow('download', signal, (control) =>
            works.download({
              ...control,
              report(progress) {
                control.report(progress)
                onProgress({ total: progress.done, ...progress })
              },
            }),
          ),
        async close() {
          if (fetcher !== here) return
          fetcher = undefined
          closing.abort(new Error('The connection is being closed.'))
          await bench.cancel()
          await Promise.allSettled(fetching.values())
        },
      }
    },
    async close() {
      closing.abort(new Error('The workspace is being closed.'))
      await bench.cancel()
      await Promise.allSettled(fetching.values())
    },
  }
}
