import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { counted } from '../../../../src-shared/texts/say.ts'
import type { ExportProgress, OpenExport, OpenPictures } from '../../../export/index.ts'
import { writeFileAtomic } from '../../../platform/files/private-files.ts'
import { CommandError } from '../command.ts'
import { onStop } from '../stop.ts'
import { requirePlaceForFile } from './protected-places.ts'

/**
 * The absolute path of a command's output file; undefined for standard output (`-`).
 * @param workspace the workspace folder, whose own files must not be replaced
 * @throws CommandError for an existing file without --force, and for a place where no file may be created
 */
export function exportPath(
  to: string,
  { force, data: workspace }: { force: boolean; data: string },
): string | undefined {
  const path = to === '-' ? undefined : resolve(to)
  if (path !== undefined) requirePlaceForFile(path, workspace)
  if (path !== undefined && !force && existsSync(path))
    throw new CommandError(`${to} already exists. Choose another name, or replace it with --force.`)
  return path
}

/**
 * Writes an export to its file, and prints one line about it.
 * @param about additional properties of the JSON line
 */
export async function writeExport(
  opened: OpenExport,
  path: string | undefined,
  about: Record<string, unknown>,
  json: boolean,
): Promise<number> {
  const stopped = new AbortController()
  onStop(() => stopped.abort())
  let bytes = 0
  let items = 0
  let remark: string | undefined
  async function* measured(): AsyncGenerator<Uint8Array> {
    const onProgress = ({ itemsWritten, note }: ExportProgress) => {
      items = itemsWritten
      remark = note
    }
    for await (const part of opened.parts({ signal: stopped.signal, onProgress })) {
      bytes += part.length
      yield part
    }
  }
  if (path !== undefined) await writeFileAtomic(path, measured(), { forThePerson: true })
  else if (!(await toStandardOutput(measured(), stopped.signal))) return 0
  const line = json
    ? JSON.stringify({ ...about, items, bytes, to: path ?? '-', note: remark })
    : `${counted(items, 'item')}, ${bytes} bytes: ${path ?? 'standard output'}`
  // Without a path, standard output is the exported file, so the line goes to standard error.
  const stream = path === undefined ? process.stderr : process.stdout
  stream.write(`${line}\n`)
  if (remark && !json) process.stderr.write(`${remark}\n`)
  return 0
}

/** Writes pictures into a folder, and prints one line about it. Files written before a stop are kept. */
export async function writeExportedPictures(
  opened: OpenPictures,
  folder: string,
  json: boolean,
): Promise<number> {
  const stopped = new AbortController()
  onStop(() => stopped.abort())
  let items = 0
  let remark: string | undefined
  const bytes = await opened.write({
    signal: stopped.signal,
    onProgress({ itemsWritten, note }) {
      items = itemsWritten
      remark = note
    },
  })
  const line = json
    ? JSON.stringify({ format: 'pictures', items, bytes, to: folder, note: remark })
    : `${counted(items, 'item')}, ${bytes} bytes: ${folder}`
  process.stdout.write(`${line}\n`)
  if (remark && !json) process.stderr.write(`${remark}\n`)
  return 0
}

/** Writes as fast as the reader reads. @returns false when the reader closed the pipe, as `| head` does */
async function toStandardOutput(parts: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<boolean> {
  const { stdout } = process
  try {
    for await (const part of parts) {
      if (!stdout.writable) return false
      // `once` rejects when the reader has closed the pipe.
      if (!stdout.write(part)) await once(stdout, 'drain', { signal })
    }
    return true
  } catch (error) {
    // Errors of a stream have a code.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
    return false
  }
}
