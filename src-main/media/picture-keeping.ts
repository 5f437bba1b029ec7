import { join } from 'node:path'
import type { mediaContract } from '../../src-shared/media/contract.ts'
import { pictureTroubleWords } from '../../src-shared/media/media-hosts.ts'
import type { ItemPictureState, PictureState, PictureTask } from '../../src-shared/media/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { Room } from '../../src-shared/rpc/procedure.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import type { Storage } from '../storage/index.ts'
import type { Upstream } from '../upstream/index.ts'
import type { ImageQueue } from './derive/decode.ts'
import type { ScreenVariants } from './derive/screen-variants.ts'
import type { DownloadProgress } from './fetch/download-missing.ts'
import { createItemFetching } from './fetch/item-fetching.ts'
import { openPartialFiles } from './fetch/partial-files.ts'
import { createPictureFetcher, type PictureFetcher } from './fetch/picture-fetcher.ts'
import type { KeptPictures, PictureStores } from './keep/kept-pictures.ts'
import { asksForLess, asksForMore, pictureChoices, spaceOf } from './keep/picture-choice.ts'
import type { PictureFiles } from './keep/picture-files.ts'
import { measureFit } from './upkeep/fit-to-choice.ts'
import { createPictureTaskRunner } from './upkeep/task-runner.ts'
import { createPictureTasks } from './upkeep/tasks.ts'

/** Downloads over the workspace's connection, for the sync. */
export interface PictureDownloads {
  /**
   * Returns a note on pictures that could not be downloaded, now or earlier; undefined if none are missing.
   */
  download(options: {
    signal: AbortSignal
    onProgress(progress: DownloadProgress): void
  }): Promise<string | undefined>
  close(): Promise<void>
}

interface PictureKeepingOptions {
  storage: Storage
  stores: PictureStores
  /** Folder of the workspace. */
  directory: string
  files: PictureFiles
  variants: ScreenVariants
  images: ImageQueue
  keptPictures: KeptPictures
  /** Space used by pictures derived for the local API. */
  served(): Promise<{ bytes: number; capacity: number }>
  /** Writes the notes on uses and variants, so that they are included in counts. */
  noted(): Promise<void>
  clock: Clock
  log: Logger
}

/** Maximum number of hosts and reasons in the note of a download. */
const maxReasons = 4

/**
 * Manages which pictures are stored: the choice of a person, the pinned items, the tasks on all pictures, and
 * downloads. A sandbox downloads no pictures, and therefore deletes none.
 */
export function createPictureManager(options: PictureKeepingOptions) {
  const { storage, stores, directory, files, variants, images, keptPictures, clock, log } = options
  const { space, spaceWriter, missing, missingWriter, upkeepWriter } = stores
  const partials = openPartialFiles(join(directory, 'media-partial'))
  const choices = pictureChoices(storage)
  const runner = createPictureTaskRunner({
    clock,
    log,
    notify: () => void upkeepWriter.notifyProgress().catch(() => undefined),
  })
  let fetcher: PictureFetcher | undefined
  let allowed: readonly string[] = []
  let closing = new AbortController()
  const requireFetcher = (): PictureFetcher => {
    if (!fetcher)
      throw new PlainError(
        'NOT_CONNECTED',
        say`This workspace is not connected to a service, so no pictures can be downloaded.`,
      )
    return fetcher
  }

  const state = async (): Promise<PictureState> => {
    await options.noted()
    const [{ failure, ...counts }, served, partialBytes] = await Promise.all([
      space.counts(),
      options.served(),
      partials.bytes(),
    ])
    return {
      choice: await choices.read(),
      fetches: fetcher !== undefined,
      ...counts,
      servedBytes: served.bytes,
      servedLimit: served.capacity,
      partialBytes,
      failure: failure ?? undefined,
      running: runner.running,
      last: runner.last,
    }
  }
  const item = async ({ itemId }: { itemId: string }): Promise<ItemPictureState> => {
    const found = await space.item(itemId)
    const kept = found.pictures.filter(({ sha256 }) => sha256 !== null)
    return {
      fetches: fetcher !== undefined,
      pinned: found.pinned,
      named: found.pictures.length,
      kept: kept.length,
      bytes: kept.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
      fetching: items.isFetching(itemId),
      failures: found.pictures.flatMap(({ url, sha256, error }) =>
        sha256 === null && error !== null ? [{ sourceUrl: url, reason: error }] : [],
      ),
    }
  }

  const items = createItemFetching({
    ...options,
    fetcher: () => fetcher,
    requireFetcher,
    closing: () => closing.signal,
  })
  const tasks = createPictureTasks({
    ...options,
    partials,
    fetcher: () => fetcher,
    requireFetcher,
    closing: () => closing.signal,
    choices,
    refetch: items.refetch,
  })
  /** Runs a task required by a choice, after the current task. */
  const follow = (task: PictureTask): void => {
    runner.follow(task, closing.signal, tasks[task]).catch((error: unknown) => {
      log.info({ err: error, task }, 'a task on the pictures ended early')
    })
  }

  return {
    state,
    item,
    /**
     * Stores the choice at once. Unwanted pictures are deleted and newly wanted ones are downloaded in the
     * background: `state` returns the progress.
     */
    async setChoice(next) {
      const before = await choices.read()
      await choices.set(next)
      if (!fetcher) return state()
      await keptPictures.makeRoom(clock.now())
      // Pictures that were left out are tried again only if there is more space.
      if (spaceOf(next) > spaceOf(before)) await missingWriter.retryLeftOut()
      if (asksForMore(before, next)) follow('download')
      else if (asksForLess(before, next)) follow('fit')
      return state()
    },
    release: (next) => measureFit(stores, next),
    failures: ({ offset, limit }) => missing.failures(offset, limit),
    troubles: () => missing.troubles(),
    /**
     * Sets the hosts that are allowed in addition to the service. Pictures refused because of these hosts are
     * downloaded: at once with `now`, otherwise with the next sync.
     */
    async allowHosts(hosts: readonly string[], { now }: { now: boolean }): Promise<void> {
      allowed = hosts
      await missingWriter.allowed(hosts)
      if (now && fetcher) follow('download')
    },
    async start({ work }) {
      if (work === 'download') {
        requireFetcher()
        await missingWriter.tryAgain()
      }
      runner.begin(work, tasks[work])
      return state()
    },
    async cancel() {
      await runner.cancel()
      return state()
    },
    async fetchItem({ itemId }) {
      requireFetcher()
      await items.fetch(itemId)
      return item({ itemId })
    },
    isConnected: (): boolean => fetcher !== undefined,
    fetchAddress: items.fetchAddress,
    async setPinned({ itemId, pinned }) {
      await spaceWriter.setPinned(itemId, pinned)
      if (pinned && fetcher)
        items
          .fetch(itemId)
          .catch((error: unknown) => log.info({ err: error, itemId }, 'the pictures of a pinned item'))
      if (!pinned && fetcher) await keptPictures.makeRoom(clock.now())
      return item({ itemId })
    },
    /** Downloads a missing or damaged file again, if possible. */
    refetch: (sha256: string): void => void items.refetch(sha256),
    connect(upstream: Upstream, hosts: readonly string[]): PictureDownloads {
      closing = new AbortController()
      allowed = hosts
      const ownFetcher = createPictureFetcher({
        upstream,
        hosts: () => allowed,
        partials,
        files,
        variants,
        images,
        longestSide: async () => (await choices.read()).longestSide,
      })
      fetcher = ownFetcher
      return {
        async download({ signal, onProgress }) {
          await runner.follow('download', signal, (control) =>
            tasks.download({
              ...control,
              report(progress) {
                control.report(progress)
                onProgress({ total: progress.done, ...progress })
              },
            }),
          )
          return pictureTroubleWords(await missing.troubles(), maxReasons).join(' ') || undefined
        },
        async close() {
          if (fetcher !== ownFetcher) return
          fetcher = undefined
          closing.abort(new Error('The connection is being closed.'))
          await runner.cancel()
          await items.settled()
        },
      }
    },
    async close() {
      closing.abort(new Error('The workspace is being closed.'))
      await runner.cancel()
      await items.settled()
    },
  } satisfies Room<Omit<typeof mediaContract, 'ofAddresses' | 'fetchAddress' | 'add'>>
}
