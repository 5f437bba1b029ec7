import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { withTimeLimit } from '../platform/clock.ts'
import { toFileError } from '../platform/files/file-error.ts'

/**
 * An upload that is not taken. The message names no place on this computer. It is no PlainError since it carries the
 * status of the answer to HTTP.
 */
class UploadRefused extends Error {
  readonly status: 400 | 408 | 413
  constructor(status: UploadRefused['status'], message: string) {
    super(message)
    this.status = status
  }
}

export interface Uploads {
  /** Stores a file. Answers `{ file }` with its path, or why the file is not taken, in words. */
  receive(request: Request, taken: (file: string) => void): Promise<Response>
  /** Keeps an uploaded file until `ended`, then removes it; every other path stays. */
  removeAfter(file: string, ended: Promise<unknown>): void
  /** Removes all uploaded files. */
  close(): Promise<void>
}

interface Upload {
  bytes: number
  isUsed: boolean
}

/**
 * Stores files from a browser for the import that reads them. Files of an earlier run are removed at the start.
 * @param folder holds nothing else
 */
export function createUploads(folder: string, limits: FaceLimits): Uploads {
  const emptied = rm(folder, { recursive: true, force: true })
  // The next upload waits for this and meets its failure.
  emptied.catch(() => {})
  /** Uploads by path, the oldest first, those on their way included. */
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

  /** The bytes of a file as they come. @throws UploadRefused when there are too many, or none come for too long */
  async function* arriving(body: ReadableStream<Uint8Array>, upload: Upload): AsyncGenerator<Uint8Array> {
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
      // The cancelling is not awaited, as it would wait for a client that stalls.
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
      await pipeline(arriving(request.body, upload), createWriteStream(file, { mode: 0o600 }))
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
  // The rest of the body is not read, so the connection is closed.
  const answer = (status: number, text: string): Response =>
    new Response(text, {
      status,
      headers: { 'content-type': 'text/plain; charset=utf-8', connection: 'close' },
    })
  if (thrown instanceof UploadRefused) return answer(thrown.status, thrown.message)
  const error = toFileError(thrown)
  if (!(error instanceof PlainError)) return answer(400, say`The file did not arrive whole. Send it again.`)
  if (error.code === 'disk-full') return answer(507, say`The disk is full. Free some space and try again.`)
  return answer(500, say`The file could not be kept. Check the folder of the workspace and its disk.`)
}

/** Names that mean a device on Windows, whatever ending follows. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$|clock\$)(?:\.|$)/i
const controls = /\p{Cc}/u

/**
 * Why a file cannot be kept under a name, in words; undefined when it can. Names come percent-encoded from outside;
 * the words never repeat one.
 * @param maxBytes in UTF-8
 */
function nameFault(name: string, maxBytes: number): string | undefined {
  if (name.trim() === '') return say`The name of the file is missing.`
  if (!name.isWellFormed() || controls.test(name))
    return say`The name of the file has characters that no name may have. Rename it and try again.`
  if (/[/\\]/.test(name) || /^\.+$/.test(name.trim()))
    return say`What was sent is a path, not the name of a file.`
  if (devices.test(name)) return say`This name stands for a device. Rename the file and try again.`
  if (Buffer.byteLength(name) > maxBytes)
    return say`The name of the file is longer than ${maxBytes} bytes. Give it a shorter one.`
  return undefined
}

/** The `name` of a query as it was sent; undefined when it is not percent-encoded UTF-8. */
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

/** What a page may send to the face; real work stays far below. */
export const faceLimits = {
  /** Body of one call: a draft, or 100,000 identifiers to export. */
  callBytes: 64 * MiB,
  /** One file: a dump of the largest public catalog, compressed, is about 10 GB. */
  uploadBytes: 16 * GiB,
  /** All files that were sent and not imported yet; beyond it the oldest goes first. */
  uploadsKeptBytes: 32 * GiB,
  /** Name of a file, in UTF-8: what file systems hold. */
  nameBytes: 255,
  /** A client that sends nothing for so long in the middle of a file is cut, in milliseconds. */
  patience: 30_000,
}
export type FaceLimits = typeof faceLimits
