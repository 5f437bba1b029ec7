import { join } from 'node:path'
import type { Logger } from '../../platform/log/log.ts'
import type { Storage } from '../../storage/index.ts'
import { openDerivedCache } from '../derive/derived-cache.ts'
import { openPictureFolder } from '../keep/picture-files.ts'
import { pictureReader } from '../keep/picture-store.ts'
import { createMediaSource, type MediaSource } from './media-source.ts'

interface CopiedPicturesOptions {
  storage: Storage
  /** Folder of the workspace. */
  directory: string
  log: Logger
  /** Fetches a content that is not stored here yet; undefined if there is none. */
  fetch(sha256: string): Promise<Uint8Array | undefined>
  /** Whether pictures that are not stored are listed by their addresses in the record. */
  isSandbox(): boolean
}

/**
 * The pictures of a workspace that copies another one: their addresses are known, and a file is fetched at its
 * first request. Files are kept by the hash of their content.
 */
export function createCopiedPictures(options: CopiedPicturesOptions): {
  source: MediaSource
  close(): Promise<void>
} {
  const { storage, directory, log, fetch, isSandbox } = options
  const reader = storage.reader(pictureReader)
  const files = openPictureFolder(join(directory, 'media'))
  const cache = openDerivedCache({ directory: join(directory, 'media-service'), log })
  const fetching = new Map<string, Promise<Uint8Array | undefined>>()

  async function fetched(sha256: string): Promise<Uint8Array | undefined> {
    const bytes = await fetch(sha256)
    if (!bytes) return undefined
    if ((await files.keep(bytes)) === sha256) return bytes
    log.warn({ sha256 }, 'a picture that was fetched has another content')
    return undefined
  }
  async function read(sha256: string): Promise<Uint8Array | undefined> {
    const stored = await files.read(sha256)
    if (stored) return stored
    let pending = fetching.get(sha256)
    if (!pending) {
      pending = fetched(sha256).finally(() => fetching.delete(sha256))
      fetching.set(sha256, pending)
    }
    return pending
  }

  return {
    source: createMediaSource({
      files: { ...files, read },
      cache,
      kept: (urls) => reader.kept(urls),
      content: (sha256) => reader.content(sha256),
      isSandbox: async () => isSandbox(),
    }),
    close: () => cache.close(),
  }
}
