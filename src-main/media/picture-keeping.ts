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

/** Downloads over the workspace's connection, as the sync asks for them. */
export interface PictureDownloads {
  /** Answers a remark on pictures that could not be fetched, now or before; undefined when all have come. */
  download(options: {
    signal: AbortSignal
    onProgress(progress: DownloadProgress): void
  }): Promise<string | undefined>
  close(): Promise<void>
}

interface PictureKeepingOptions {
  storage: Storage
  stores: PictureStores
  /** The workspace's folder. */
  directory: string
  files: PictureFiles
  variants: ScreenVariants
  images: ImageQueue
  keptPictures: KeptPictures
  /** The room that pictures derived for the local API take. */
  served(): Promise<{ bytes: number; capacity: number }>
  /** Writes the notes on uses and variants, so that they count. */
  noted(): Promise<void>
  clock: Clock
  log: Logger
}

/** Hosts and reasons that the remark of a download names. */
const maxSaid = 4

/**
 * Which pictures are kept: the choice of a person, the pinned items, the tasks that go over all pictures, and fetching.
 * A sandbox fetches no pictures, and so gives none up.
 */
export function createPictureKeeping(options: PictureKeepingOptions) {
  const { storage, stores, directory, files, variants, images, keptPictures, clock, log } = options
  const { space, spaceWriter, missing, missingWriter, upkeepWriter } = stores
  const partials = openPartialFiles(join(directory, 'media-partial'))
  const choices = pictureChoices(storage)
  const runner = createPictureTaskRunner({
    clock,
    log,
    tell: () => void upkeepWriter.tellProgress().catch(() => undefined),
  })
  let fetcher: PictureFetcher | undefined
  let allowed: readonly string[] = []
  let closing = new AbortController()
  const requireFetcher = (): PictureFetcher => {
    if (!fetcher)
      throw new PlainError(
        'NOT_CONNECTED',
        say`This workspace is not connected to a service that pictures come from.`,
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
  /** Carries out a task that a choice asks for, after the task that is going on. */
  const follow = (task: PictureTask): void => {
    runner.follow(task, closing.signal, tasks[task]).catch((error: unknown) => {
      log.info({ err: error, task }, 'a task on the pictures ended early')
    })
  }

  return {
    state,
    item,
    /**
     * Keeps the choice at once. Pictures that it does not want any more are given up, and pictures that it newly wants are
     * fetched, in the background: `state` tells the progress.
     */
    async setChoice(next) {
      const before = await choices.read()
      await choices.set(next)
      if (!fetcher) return state()
      await keptPictures.makeRoom(clock.now())
      // Pictures that were left out are tried again only when there is more room.
      if (spaceOf(next) > spaceOf(before)) await missingWriter.retryLeftOut()
      if (asksForMore(before, next)) follow('download')
      else if (asksForLess(before, next)) follow('fit')
      return state()
    },
    release: (next) => measureFit(stores, next),
    failures: ({ offset, limit }) => missing.failures(offset, limit),
    troubles: () => missing.troubles(),
    /**
     * Sets the hosts that may be asked beside the service. Pictures that were refused for these hosts are fetched: at once
     * with `now`, else with the next sync.
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
    async setPinned({ itemId, pinned }) {
      await spaceWriter.setPinned(itemId, pinned)
      if (pinned && fetcher)
        items
          .fetch(itemId)
          .catch((error: unknown) => log.info({ err: error, itemId }, 'the pictures of a pinned item'))
      if (!pinned && fetcher) await keptPictures.makeRoom(clock.now())
      return item({ itemId })
    },
    /** Fetches a kept file again that is gone or damaged, where that can be done. */
    refetch: (sha256: string): void => void items.refetch(sha256),
    connect(upstream: Upstream, hosts: readonly string[]): PictureDownloads {
      closing = new AbortController()
      allowed = hosts
      const here = createPictureFetcher({
        upstream,
        hosts: () => allowed,
        partials,
        files,
        variants,
        images,
        longestSide: async () => (await choices.read()).longestSide,
      })
      fetcher = here
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
          return pictureTroubleWords(await missing.troubles(), maxSaid).join(' ') || undefined
        },
        async close() {
          if (fetcher !== here) return
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
  } satisfies Room<typeof mediaContract>
}
