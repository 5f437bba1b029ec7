import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { withTimeLimit } from '../platform/clock.ts'
import { FileError, toFileError } from '../platform/file-error.ts'
import type { FaceLimits } from './face-limits.ts'
import { nameFault, nameInQuery } from './upload-name.ts'

/** An upload that is not taken, with the status it is answered with. The message names no place on this computer. */
class UploadRefused extends Error {
  readonly status: 400 | 408 | 413
  constructor(status: UploadRefused['status'], message: string) {
    super(message)
    this.status = status
  }
}

export interface Uploads {
  /** Takes a file over. Answers `{ file }`, where it is kept, or why not, in words. */
  receive(request: Request, taken: (file: string) => void): Promise<Response>
  /** Keeps the file until `ended`, then removes it. Another path is left alone. */
  removeAfter(file: string, ended: Promise<unknown>): void
  /** Removes all of them. */
  close(): Promise<void>
}

interface Upload {
  bytes: number
  isUsed: boolean
}

/**
 * Files sent from a browser, kept for the import that reads them. What an earlier run left is removed at the start.
 * @param folder holds nothing else
 */
export function createUploads(folder: string, limits: FaceLimits): Uploads {
  const emptied = rm(folder, { recursive: true, force: true })
  // Whoever sends a file hears of it.
  emptied.catch(() => {})
  /** By path, the oldest first; those on their way too. */
  const kept = new Map<string, Upload>()
  const gib = (bytes: number): string => `${Math.round((bytes / 1024 ** 3) * 10) / 10} GiB`

  async function remove(file: string): Promise<void> {
    kept.delete(file)
    await rm(dirname(file), { recursive: true, force: true })
  }

  async function makeRoom(): Promise<void> {
    const total = (): number => [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    while (total() > limits.uploadsKeptBytes) {
      const [unused] = [...kept].find(([, { isUsed }]) => !isUsed) ?? []
      if (unused === undefined)
        throw new UploadRefused(
          413,
          `Files of ${gib(limits.uploadsKeptBytes)} are being read already. Wait until their imports are done.`,
        )
      await remove(unused)
    }
  }

  /** The bytes as they come: so many, and not slower than anyone's patience. */
  async function* counted(body: ReadableStream<Uint8Array>, upload: Upload): AsyncGenerator<Uint8Array> {
    const reader = body.getReader()
    try {
      for (;;) {
        const { done, value } = await withTimeLimit(reader.read(), limits.patience, stalled)
        if (done) return
        upload.bytes += value.length
        if (upload.bytes > limits.uploadBytes) throw tooLarge()
        await makeRoom()
        yield value
      }
    } finally {
      // Not waited for: a client that stalls would be waited for in turn.
      void reader.cancel().catch(() => {})
    }
  }
  const stalled = (): UploadRefused =>
    new UploadRefused(408, 'Nothing more of the file arrived. Send it again.')
  const tooLarge = (): UploadRefused =>
    new UploadRefused(
      413,
      `The file is larger than ${gib(limits.uploadBytes)}. Import it by the command line.`,
    )

  async function store(request: Request): Promise<string> {
    const name = nameInQuery(new URL(request.url).search)
    const fault =
      name === undefined
        ? 'The name of the file is not percent-encoded UTF-8.'
        : nameFault(name, limits.nameBytes)
    if (name === undefined || fault !== undefined) throw new UploadRefused(400, fault ?? '')
    if (Number(request.headers.get('content-length') ?? 0) > limits.uploadBytes) throw tooLarge()
    if (!request.body) throw new UploadRefused(400, 'The upload is empty.')
    await emptied
    const file = join(folder, crypto.randomUUID(), name)
    const upload: Upload = { bytes: 0, isUsed: true }
    kept.set(file, upload)
    try {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await pipeline(counted(request.body, upload), createWriteStream(file, { mode: 0o600 }))
      if (upload.bytes === 0) throw new UploadRefused(400, 'The upload is empty.')
    } catch (error) {
      await remove(file)
      throw error
    }
    upload.isUsed = false
    return file
  }

  return {
    async receive(request, taken) {
      try {
        const file = await store(request)
        taken(file)
        return Response.json({ file })
      } catch (error) {
        return refused(error)
      }
    },
    removeAfter(file, ended) {
      const upload = kept.get(file)
      if (!upload) return
      upload.isUsed = true
      void ended.catch(() => {}).then(() => remove(file).catch(() => {}))
    },
    async close() {
      kept.clear()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function refused(thrown: unknown): Response {
  // What follows of the body is not read any more.
  const answer = (status: number, text: string): Response =>
    new Response(text, {
      status,
      headers: { 'content-type': 'text/plain; charset=utf-8', connection: 'close' },
    })
  if (thrown instanceof UploadRefused) return answer(thrown.status, thrown.message)
  const error = toFileError(thrown)
  if (!(error instanceof FileError)) return answer(400, 'The file did not arrive whole. Send it again.')
  if (error.code === 'disk-full') return answer(507, 'The disk is full. Free some space and try again.')
  return answer(500, 'The file could not be kept. Check the folder of the workspace and its disk.')
}
