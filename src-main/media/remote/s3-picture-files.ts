import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from '../../platform/log/log.ts'
import { hashOf, type PictureFiles, readVerified, sha256InBackground } from '../keep/picture-files.ts'
import { openFileCache } from './file-cache.ts'
import { createOwnership } from './ownership.ts'
import { openS3Objects, type StoreTimes } from './s3-objects.ts'
import type { StorePlace } from './store-place.ts'
import { createUploads, type UploadSource } from './upload.ts'

interface S3PictureOptions {
  place: StorePlace
  /** Folder of the workspace. */
  directory: string
  log: Logger
  times?: StoreTimes
}

/**
 * The pictures in an S3 store, each an object named by its hash, with a cache of limited size on this computer.
 * Every read compares the bytes with the hash. Only the owner of the place writes or deletes.
 */
export function openS3PictureFiles({ place, directory, log, times }: S3PictureOptions): PictureFiles {
  const objects = openS3Objects(place, times)
  const cache = openFileCache({ directory: join(directory, 'media-cache'), capacity: place.cacheBytes, log })
  const uploads = createUploads(objects, join(directory, 'media-uploads'))
  const ownership = createOwnership(objects, place)
  const downloads = new Map<string, Promise<boolean>>()

  /** Downloads an object into the cache; false if it is missing or damaged. */
  const download = async (sha256: string, path: string): Promise<boolean> => {
    const temporary = `${path}.${randomUUID()}.new`
    try {
      const hash = await objects.download(sha256, temporary)
      if (hash === sha256) await cache.put(sha256, temporary)
      else if (hash !== undefined) log.warn({ sha256 }, 'a picture in the store is damaged')
      return hash === sha256
    } finally {
      await rm(temporary, { force: true })
    }
  }
  /** Concurrent callers share one download. */
  const fetched = (sha256: string, path: string): Promise<boolean> => {
    let running = downloads.get(sha256)
    if (!running) {
      running = download(sha256, path).finally(() => downloads.delete(sha256))
      downloads.set(sha256, running)
    }
    return running
  }
  const cached = async (sha256: string, fill: (temporary: string) => Promise<unknown>): Promise<void> => {
    await cache.hold(sha256, async (path) => {
      const temporary = `${path}.${randomUUID()}.new`
      try {
        await mkdir(dirname(path), { recursive: true })
        await fill(temporary)
        await cache.put(sha256, temporary)
      } catch (error) {
        // The store has the picture; a full disk only makes the next read slower.
        log.warn({ err: error, sha256 }, 'a picture could not be put into the cache')
        await rm(temporary, { force: true })
      }
    })
  }
  const send = async (source: UploadSource): Promise<void> => {
    await ownership.require()
    await uploads.send(source)
  }
  const keep = async (bytes: Uint8Array): Promise<string> => {
    const sha256 = await sha256InBackground(bytes)
    // Always sent, also if the store has it: this repairs a damaged object, and renews its time for a sweep.
    await send({ sha256, bytes: bytes.length, read: async (from, to) => bytes.subarray(from, to) })
    await cached(sha256, (temporary) => writeFile(temporary, bytes))
    return sha256
  }

  return {
    isFolder: false,
    withFile: (sha256, work) =>
      cache.hold(sha256, async (path) => {
        const isWhole = (await hashOf(path)) === sha256 || (await fetched(sha256, path))
        if (!isWhole) await cache.forget(sha256)
        return work(path)
      }),
    read: (sha256) =>
      cache.hold(sha256, async (path) => {
        const bytes = await readVerified(path, sha256)
        if (bytes) return bytes
        if (await fetched(sha256, path)) return readVerified(path, sha256)
        await cache.forget(sha256)
        return undefined
      }),
    async verify(sha256) {
      const hash = await objects.hash(sha256)
      if (hash === undefined) return 'missing'
      return hash === sha256 ? 'intact' : 'damaged'
    },
    sizeOf: objects.sizeOf,
    keep,
    async adopt(from, bytes) {
      const sha256 = await keep(bytes)
      await rm(from, { force: true })
      return sha256
    },
    async copyFrom(from, sha256) {
      if ((await hashOf(from)) !== sha256) return false
      const file = await open(from)
      try {
        const { size } = await stat(from)
        await send({
          sha256,
          bytes: size,
          async read(start, end) {
            const { buffer, bytesRead } = await file.read({
              buffer: Buffer.alloc(end - start),
              position: start,
            })
            if (bytesRead !== buffer.length) throw new Error(`${from} has changed while it was read.`)
            return buffer
          },
        })
      } finally {
        await file.close()
      }
      return true
    },
    async remove(sha256s) {
      if (sha256s.length === 0) return
      await ownership.require()
      for (const sha256 of sha256s) {
        await objects.remove(sha256)
        await cache.forget(sha256)
      }
    },
    /** Only objects named like a picture. */
    async *all() {
      for await (const page of objects.list())
        yield page
          .filter(({ name }) => /^[0-9a-f]{64}$/.test(name))
          .map((object) => ({
            ...object,
            async remove() {
              await ownership.require()
              await objects.remove(object.name)
              await cache.forget(object.name)
            },
          }))
    },
    removeUnfinished: uploads.giveUp,
    async close() {
      await Promise.allSettled(downloads.values())
      await cache.close()
      objects.close()
    },
  }
}
