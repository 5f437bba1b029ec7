/**
 * The media room: the pictures of this workspace. It owns the table `picture`, the folder `media/` of files named by
 * their content, and everything derived from them. Which pictures there are is said by the item records
 * (src-main/catalog); this room keeps them, shows them and serves them.
 */
import { join } from 'node:path'
import PQueue from 'p-queue'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Storage } from '../storage/storage.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { openDerivedCache } from './derived-cache.ts'
import { type DownloadProgress, downloadMissing } from './download.ts'
import { inspectPicture } from './inspect-picture.ts'
import type { MediaSource } from './media-contract.ts'
import { createMediaSource } from './media-source.ts'
import { openPictureFiles, sha256Of } from './picture-files.ts'
import { type KeptPicture, pictureReader, pictureWriter } from './picture-store.ts'
import { isScreenVariant, screenVariants } from './screen-variants.ts'

/** Files checked and flushed at once when many are kept. */
const atOnce = 8

export interface MediaOptions {
  storage: Storage
  /** The workspace's folder. */
  directory: string
  clock: Clock
  log: Logger
}

export interface PictureFile {
  bytes: Uint8Array
  mimeType: string
}

export interface Media {
  /**
   * Keeps pictures under the addresses that records name. Each is decoded first; of `trusted` ones, which come with the
   * program, only the header is read. @throws PictureError when one is no picture; none is entered then
   */
  keep(
    pictures: { url: string; bytes: Uint8Array }[],
    options?: { trusted?: boolean },
  ): Promise<KeptPicture[]>
  /** For each address, what is kept of it. */
  kept(urls: string[]): Promise<(KeptPicture | undefined)[]>
  /** For each item, the content hash of the kept picture that shows its front best. */
  fronts(itemIds: string[]): Promise<(string | undefined)[]>
  /** `original`, `thumbnail` or `preview` of a content; undefined when there is none. */
  file(sha256: string, variant: string): Promise<PictureFile | undefined>
  /** The kept pictures, and those made from them, as the local API serves them. */
  source: MediaSource
  /** Brings down what records name and is not here yet. */
  downloadsFrom(
    upstream: Upstream,
    mediaHosts: readonly string[],
  ): {
    download(options: { signal: AbortSignal; onProgress(progress: DownloadProgress): void }): Promise<void>
  }
  /** What is wrong with the kept files, in words; empty when nothing is. */
  check(): Promise<string[]>
  close(): Promise<void>
}

export function createMedia({ storage, directory, log }: MediaOptions): Media {
  const reader = storage.reader(pictureReader)
  const writer = storage.writer(pictureWriter)
  const files = openPictureFiles(join(directory, 'media'))
  const variants = screenVariants(files, join(directory, 'media-derived'))
  const cache = openDerivedCache({ directory: join(directory, 'media-service'), log })

  const keepContent = async (bytes: Uint8Array, { whole = true } = {}): Promise<KeptPicture> => {
    const { mimeType, width, height } = await inspectPicture(bytes, { whole })
    return { mimeType, width, height, sha256: await files.keep(bytes), bytes: bytes.length }
  }

  return {
    async keep(pictures, { trusted = false } = {}) {
      const queue = new PQueue({ concurrency: atOnce })
      const kept = await queue.addAll(
        pictures.map(
          ({ bytes }) =>
            () =>
              keepContent(bytes, { whole: !trusted }),
        ),
      )
      await writer.put(kept.map((picture, i) => ({ url: pictures[i]?.url ?? '', ...picture })))
      return kept
    },
    kept: (urls) => reader.kept(urls),
    fronts: (itemIds) => reader.fronts(itemIds),
    async file(sha256, variant) {
      if (isScreenVariant(variant)) {
        const bytes = await variants.get(sha256, variant)
        return bytes && { bytes, mimeType: 'image/webp' }
      }
      const [facts, bytes] = await Promise.all([reader.content(sha256), files.read(sha256)])
      return facts && bytes && { bytes, mimeType: facts.mimeType }
    },
    source: createMediaSource({
      files,
      cache,
      kept: (urls) => reader.kept(urls),
      content: (sha256) => reader.content(sha256),
    }),
    downloadsFrom: (upstream, mediaHosts) => ({
      download: (run) =>
        downloadMissing({ upstream, mediaHosts, reader, writer, keep: (bytes) => keepContent(bytes) }, run),
    }),
    async check() {
      const findings: string[] = []
      for (const sha256 of await reader.contents()) {
        const bytes = await files.read(sha256)
        if (!bytes) findings.push(`The picture ${sha256} is missing from the media folder.`)
        else if (sha256Of(bytes) !== sha256) findings.push(`The picture ${sha256} is damaged.`)
      }
      return findings
    },
    async close() {
      await Promise.all([variants.idle(), cache.close()])
    },
  }
}
