import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { withTimeLimit } from '../platform/clock.ts'
import { isDeviceName } from '../platform/files/device-name.ts'
import { toFileError } from '../platform/files/file-error.ts'

/**
 * A rejected upload. The message contains no path of this computer. It is not a PlainError because it has an
 * HTTP status.
 */
class UploadRefused extends Error {
  readonly status: 400 | 408 | 413
  constructor(status: UploadRefused['status'], message: string) {
    super(message)
    this.status = status
  }
}

export interface Uploads {
  /** Stores a file. Responds with `{ file }` and its path, or with the reason as text. */
  receive(request: Request, taken: (file: string) => void): Promise<Response>
  /** Keeps an uploaded file until `ended`, then deletes it; ignores any other path. */
  removeAfter(file: string, ended: Promise<unknown>): void
  /** Deletes all uploaded files. */
  close(): Promise<void>
}

interface Upload {
  bytes: number
  isUsed: boolean
}

/**
 * Stores uploads of a browser until they are imported. Files of an earlier run are deleted at the start.
 * @param folder contains nothing else
 */
export function createUploads(folder: string, limits: PageLimits): Uploads {
  const emptied = rm(folder, { recursive: true, force: true })
  // The next upload awaits this and gets its error.
  emptied.catch(() => {})
  /** Uploads by path, oldest first, including unfinished ones. */
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
          say`Files of ${gib(limits.uploadsKeptBytes)} are being read already. Wait until their imports are done.`,
        )
      await remove(unused)
    }
  }

  /** The incoming bytes of a file. @throws UploadRefused if there are too many, or if the client stalls */
  async function* incoming(body: ReadableStream<Uint8Array>, upload: Upload): AsyncGenerator<Uint8Array> {
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
      // Not awaited, because it would wait for a stalled client.
      void reader.cancel().catch(() => {})
    }
  }
  const stalled = (): UploadRefused =>
    new UploadRefused(408, say`Nothing more of the file arrived. Send it again.`)
  const tooLarge = (): UploadRefused =>
    new UploadRefused(
      413,
      say`The file is larger than ${gib(limits.uploadBytes)}. Import it by the command line.`,
    )

  async function store(request: Request): Promise<string> {
    const name = nameInQuery(new URL(request.url).search)
    const fault =
      name === undefined
        ? say`The name of the file is not percent-encoded UTF-8.`
        : nameFault(name, limits.nameBytes)
    if (name === undefined || fault !== undefined) throw new UploadRefused(400, fault ?? '')
    if (Number(request.headers.get('content-length') ?? 0) > limits.uploadBytes) throw tooLarge()
    if (!request.body) throw new UploadRefused(400, say`The upload is empty.`)
    await emptied
    const file = join(folder, crypto.randomUUID(), name)
    const upload: Upload = { bytes: 0, isUsed: true }
    kept.set(file, upload)
    try {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await pipeline(incoming(request.body, upload), createWriteStream(file, { mode: 0o600 }))
      if (upload.bytes === 0) throw new UploadRefused(400, say`The upload is empty.`)
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
        return rejection(error)
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

function rejection(thrown: unknown): Response {
  // The rest of the body is not read, so the connection is closed.
  const answer = (status: number, text: string): Response =>
    new Response(text, {
      status,
      headers: { 'content-type': 'text/plain; charset=utf-8', connection: 'close' },
    })
  if (thrown instanceof UploadRefused) return answer(thrown.status, thrown.message)
  const error = toFileError(thrown)
  if (!(error instanceof PlainError)) return answer(400, say`The upload was incomplete. Try again.`)
  if (error.code === 'disk-full') return answer(507, say`The disk is full. Free some space and try again.`)
  return answer(500, say`The file could not be kept. Check the folder of the workspace and its disk.`)
}

const controls = /\p{Cc}/u

/**
 * Why a file name is invalid, as text; undefined if it is valid. Names are untrusted and percent-encoded, so
 * the text never repeats one.
 * @param maxBytes in UTF-8
 */
function nameFault(name: string, maxBytes: number): string | undefined {
  if (name.trim() === '') return say`The name of the file is missing.`
  if (!name.isWellFormed() || controls.test(name))
    return say`The name of the file has characters that no name may have. Rename it and try again.`
  if (/[/\\]/.test(name) || /^\.+$/.test(name.trim()))
    return say`What was sent is a path, not the name of a file.`
  if (isDeviceName(name)) return say`This name stands for a device. Rename the file and try again.`
  if (Buffer.byteLength(name) > maxBytes)
    return say`The name of the file is longer than ${maxBytes} bytes. Give it a shorter one.`
  return undefined
}

/** The decoded `name` parameter of a query; undefined if it is not percent-encoded UTF-8. */
function nameInQuery(search: string): string | undefined {
  const [, encoded = ''] = /[?&]name=([^&]*)/.exec(search) ?? []
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

const KiB = 1024
const MiB = 1024 * KiB
const GiB = 1024 * MiB

/** Limits of requests from a page; normal use stays far below. */
export const pageLimits = {
  /** Body of one call: a draft, or 100,000 identifiers to export. */
  callBytes: 64 * MiB,
  /** One file: a compressed dump of the largest public catalog is about 10 GB. */
  uploadBytes: 16 * GiB,
  /** All uploaded files that are not imported yet; above it, the oldest are deleted. */
  uploadsKeptBytes: 32 * GiB,
  /** File name in UTF-8, as limited by file systems. */
  nameBytes: 255,
  /** Timeout for a stalled client, in milliseconds. */
  patience: 30_000,
}
export type PageLimits = typeof pageLimits
