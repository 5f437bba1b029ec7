import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { writeFileAtomic } from '../../platform/files/private-files.ts'
import type { S3Objects } from './s3-objects.ts'

/** The bytes of an object, read part by part. */
export interface UploadSource {
  sha256: string
  bytes: number
  read(from: number, to: number): Promise<Uint8Array>
}

/** Bytes of a part, and of an object that is sent as a whole. Stores refuse parts below 5 MB. */
const partBytes = 8 * 1024 * 1024

const noteSchema = z.object({
  uploadId: z.string().max(4000),
  /** Entity tags of the parts that the store has, from the first one. */
  etags: z.array(z.string().max(1000)).max(10_000),
})
type UploadNote = z.infer<typeof noteSchema>

/**
 * Uploads objects. A large one is sent in parts, and a note on this computer lists the parts that the store
 * has: after a failure or a crash, the next upload of the same content continues after them. The store shows an
 * object only when it is complete.
 * @param directory folder of the notes
 */
export function createUploads(objects: S3Objects, directory: string) {
  const noteOf = (sha256: string): string => join(directory, `${sha256}.json`)
  const readNote = async (sha256: string): Promise<UploadNote | undefined> => {
    try {
      return noteSchema.parse(JSON.parse(await readFile(noteOf(sha256), 'utf8')))
    } catch {
      return undefined
    }
  }

  /** Returns `lost` if the store has given the upload up. */
  const sendParts = async (source: UploadSource, note: UploadNote): Promise<'joined' | 'lost'> => {
    const { sha256, bytes } = source
    const upload = { name: sha256, uploadId: note.uploadId }
    for (let sent = note.etags.length * partBytes; sent < bytes; sent += partBytes) {
      const part = await source.read(sent, Math.min(sent + partBytes, bytes))
      const etag = await objects.putPart(upload, note.etags.length + 1, part)
      if (etag === 'lost') return 'lost'
      note.etags.push(etag)
      await writeFileAtomic(noteOf(sha256), JSON.stringify(note))
    }
    return objects.joinParts(upload, note.etags)
  }
  const sendInParts = async (source: UploadSource): Promise<void> => {
    const { sha256 } = source
    const begun = await readNote(sha256)
    if (!begun || (await sendParts(source, begun)) === 'lost') {
      const note: UploadNote = { uploadId: (await objects.beginParts(sha256)).uploadId, etags: [] }
      await writeFileAtomic(noteOf(sha256), JSON.stringify(note))
      if ((await sendParts(source, note)) === 'lost')
        throw new Error(`The store lost the upload of ${sha256}.`)
    }
    await rm(noteOf(sha256), { force: true })
  }

  return {
    async send(source: UploadSource): Promise<void> {
      if (source.bytes > partBytes) await sendInParts(source)
      else await objects.put(source.sha256, await source.read(0, source.bytes))
    },
    /** Gives up uploads that have not continued since a time. */
    async giveUp(before: number): Promise<{ files: number; bytes: number }> {
      const outcome = { files: 0, bytes: 0 }
      for (const name of await readdir(directory).catch(() => [])) {
        const path = join(directory, name)
        const { mtimeMs } = await stat(path)
        if (mtimeMs >= before) continue
        const sha256 = name.replace(/\.json$/, '')
        const note = await readNote(sha256)
        if (note) {
          await objects.abortParts({ name: sha256, uploadId: note.uploadId })
          outcome.bytes += note.etags.length * partBytes
        }
        await rm(path, { force: true })
        outcome.files += 1
      }
      return outcome
    },
  }
}
