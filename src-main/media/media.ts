/** Composes the media module: its stores, its folders, and its interface. */

import { join } from 'node:path'
import PQueue from 'p-queue'
import { pictureTroubleWords } from '../../src-shared/media/media-hosts.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import { openWorkspaceSettings, type Storage } from '../storage/index.ts'
import { createAddressPictures } from './address-pictures.ts'
import { createImageQueue, inspectPicture } from './derive/decode.ts'
import { openDerivedCache } from './derive/derived-cache.ts'
import { differenceHash } from './derive/difference-hash.ts'
import { isScreenVariant, makePlaceholder } from './derive/picture-variants.ts'
import { openScreenVariants } from './derive/screen-variants.ts'
import { createPictureUseNotes, openKeptPictures, openPictureStores } from './keep/kept-pictures.ts'
import { pictureChoices } from './keep/picture-choice.ts'
import { openPictureFolder, type PictureFiles } from './keep/picture-files.ts'
import type { FrontPicture, KeptPicture } from './keep/picture-store.ts'
import { createPictureManager } from './picture-keeping.ts'
import { createMediaSource } from './serve/media-source.ts'
import { verifyPictures } from './upkeep/tasks.ts'

/** Files checked and flushed concurrently when many are stored. */
const maxConcurrent = 8

interface MediaOptions {
  storage: Storage
  /** Folder of the workspace. */
  directory: string
  /** The original pictures; default: those in the folder of the workspace. */
  files?: PictureFiles
  clock: Clock
  log: Logger
}

interface PictureFile {
  bytes: Uint8Array
  mimeType: string
}

export type Media = ReturnType<typeof createMedia>

/** The pictures of one workspace. */
export function createMedia({
  storage,
  directory,
  files = openPictureFolder(join(directory, 'media')),
  clock,
  log,
}: MediaOptions) {
  const stores = openPictureStores(storage)
  const { pictures: reader } = stores
  const images = createImageQueue()
  const uses = createPictureUseNotes(clock.now, stores.spaceWriter)
  const variants = openScreenVariants({
    files,
    directory: join(directory, 'media-derived'),
    images,
    onMade(sha256, variant, bytes) {
      uses.noteMade({ sha256, variant, bytes: bytes.length })
      if (variant === 'thumbnail')
        addPlaceholder(sha256, bytes).catch((error: unknown) =>
          log.warn({ err: error }, 'the placeholder of a picture'),
        )
    },
  })
  const cache = openDerivedCache({ directory: join(directory, 'media-service'), log })
  const keptPictures = openKeptPictures({
    stores,
    files,
    variants,
    // The choice limits the space on this computer; a store is as large as its pictures.
    quota: async () => (files.isFolder ? (await pictureChoices(storage).read()).quota : null),
  })
  const keeping = createPictureManager({
    storage,
    stores,
    directory,
    files,
    variants,
    images,
    keptPictures,
    served: cache.usage,
    noted: uses.flush,
    clock,
    log,
  })

  const keepContent = async (bytes: Uint8Array, { whole = true } = {}): Promise<KeptPicture> => {
    const { mimeType, width, height } = await inspectPicture(bytes, { whole })
    return { mimeType, width, height, sha256: await files.keep(bytes), bytes: bytes.length }
  }
  /**
   * Adds a placeholder to a picture without one: pictures included in the program, or stored by an early
   * version.
   */
  const addPlaceholder = async (sha256: string, thumbnail: Uint8Array): Promise<void> => {
    if (await reader.lacksPlaceholder(sha256))
      await stores.pictureWriter.setPlaceholder(sha256, await makePlaceholder(thumbnail))
  }
  const whole = async (sha256: string): Promise<PictureFile | undefined> => {
    const facts = await reader.content(sha256)
    if (!facts) return undefined
    const bytes = await files.read(sha256)
    if (bytes) {
      uses.noteUse(sha256)
      return { bytes, mimeType: facts.mimeType }
    }
    log.warn({ sha256 }, 'a kept picture is gone or damaged')
    keeping.refetch(sha256)
    return undefined
  }

  return {
    /** The selection of stored pictures, and their download. */
    keeping,
    /** Pictures by their addresses, and pictures that a person adds. */
    addresses: createAddressPictures({
      storage,
      stores,
      images,
      keepContent,
      put: keptPictures.put,
      isConnected: keeping.isConnected,
      fetchAddress: keeping.fetchAddress,
    }),
    /**
     * Stores pictures under the addresses in records. Each is decoded first; for `trusted` pictures, which
     * are included in the program, only the header is read.
     * @throws PlainError `NO_PICTURE` if one is not a picture; none is stored then
     */
    async keep(
      pictures: { url: string; bytes: Uint8Array }[],
      { trusted = false }: { trusted?: boolean } = {},
    ): Promise<KeptPicture[]> {
      const queue = new PQueue({ concurrency: maxConcurrent })
      const kept = await queue.addAll(
        pictures.map(
          ({ bytes }) =>
            () =>
              keepContent(bytes, { whole: !trusted }),
        ),
      )
      await keptPictures.put(kept.map((picture, i) => ({ url: pictures[i]?.url ?? '', ...picture })))
      return kept
    },
    /** The stored picture of each address. */
    kept: (urls: string[]): Promise<(KeptPicture | undefined)[]> => reader.kept(urls),
    /** For each address, why its picture could not be downloaded; undefined if it was not tried. */
    reasonsMissing: (urls: string[]): Promise<(string | undefined)[]> => stores.missing.reasons(urls),
    /** For each address, the placeholder of a picture that is or was stored: a few blurred pixels as WebP. */
    placeholders: (urls: string[]): Promise<(Uint8Array | undefined)[]> => reader.placeholders(urls),
    /** For each item, the stored picture that shows its front best. */
    fronts: (itemIds: string[]): Promise<FrontPicture[]> => reader.fronts(itemIds),
    /** Runs work with the path of the file of a content, which need not exist. */
    withFile: files.withFile,
    /** `original`, `thumbnail` or `preview` of a content; undefined if it is not stored. */
    async file(sha256: string, variant: string): Promise<PictureFile | undefined> {
      if (!isScreenVariant(variant)) return whole(sha256)
      const bytes = await variants.get(sha256, variant)
      if (!bytes) {
        await whole(sha256)
        return undefined
      }
      // Only viewing a single picture counts as use: a list shows hundreds of thumbnails.
      if (variant !== 'thumbnail') uses.noteUse(sha256)
      return { bytes, mimeType: 'image/webp' }
    },
    /**
     * A 64-bit hash for finding near duplicates; undefined for a blank picture, and if the file is not
     * stored.
     */
    async signs(sha256: string): Promise<Uint8Array | undefined> {
      const thumbnail = await variants.get(sha256, 'thumbnail')
      return thumbnail && images.run('fetched', () => differenceHash(thumbnail))
    },
    /** The stored and derived pictures for the local API. */
    source: createMediaSource({
      files: { ...files, read: async (sha256) => (await whole(sha256))?.bytes },
      cache,
      kept: (urls) => reader.kept(urls),
      content: (sha256) => reader.content(sha256),
      isSandbox: async () => (await openWorkspaceSettings(storage).read()).role === 'sandbox',
    }),
    /**
     * Returns one sentence for each damaged or missing file, and for pictures that could not be downloaded.
     * Progress counts pictures.
     */
    async check({
      signal,
      onProgress,
    }: {
      signal?: AbortSignal
      onProgress?: (progress: { done: number; total: number }) => void
    } = {}): Promise<string[]> {
      const findings = pictureTroubleWords(await stores.missing.troubles())
      const { files: total } = await stores.space.usage()
      await verifyPictures({
        stores,
        files,
        signal,
        onProgress: ({ done }) => onProgress?.({ done, total: Math.max(total, done) }),
        async onBad(sha256, how) {
          findings.push(
            how === 'missing'
              ? files.isFolder
                ? say`The picture ${sha256} is missing from the media folder.`
                : say`The picture ${sha256} is missing from the picture store.`
              : say`The picture ${sha256} is damaged.`,
          )
        },
      })
      return findings
    },
    async close() {
      await keeping.close()
      await Promise.all([images.idle(), cache.close(), uses.close(), files.close()])
    },
  }
}
