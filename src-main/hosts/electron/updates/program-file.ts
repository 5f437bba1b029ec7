/** The file of an AppImage: replaced in one step, so that at any moment a complete program is at its path. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { UpdateError } from './update-error.ts'

/** Bytes read at once. */
const step = 1024 * 1024
const unfinishedOf = (path: string): string => `${path}.new`

/**
 * Replaces the program. After a crash or a power failure its path holds the old or the new one, complete.
 * @param sha512 expected hash of the new program, in base64 or hexadecimal
 * @throws UpdateError `broken`, or the error of the system
 */
export function replaceProgram(program: string, source: string, sha512?: string): void {
  const unfinished = unfinishedOf(program)
  try {
    copyFileSync(source, unfinished)
    const hash = storedHash(unfinished)
    if (sha512 !== undefined && ![hash.toString('base64'), hash.toString('hex')].includes(sha512))
      throw new UpdateError('broken', `${source} was changed after it was downloaded`)
    chmodSync(unfinished, 0o755)
    renameSync(unfinished, program)
    syncFolder(dirname(program))
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/** Removes what an interrupted replacement has left. */
export const removeUnfinished = (program: string): void => rmSync(unfinishedOf(program), { force: true })

/** Keeps the present program at `copy`, where it takes no further space if the disk allows that. */
export function keepProgram(program: string, copy: string): void {
  mkdirSync(dirname(copy), { recursive: true, mode: 0o700 })
  const unfinished = unfinishedOf(copy)
  rmSync(unfinished, { force: true })
  try {
    linkSync(program, unfinished)
  } catch {
    copyFileSync(program, unfinished, constants.COPYFILE_FICLONE)
    storedHash(unfinished)
  }
  renameSync(unfinished, copy)
}

/** Writes a file through to the disk. @returns the SHA-512 of its content */
function storedHash(path: string): Buffer {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
    const hash = createHash('sha512')
    const bytes = Buffer.allocUnsafe(step)
    for (;;) {
      const count = readSync(file, bytes)
      if (count === 0) return hash.digest()
      hash.update(bytes.subarray(0, count))
    }
  } finally {
    closeSync(file)
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Milliseconds in which a program must print its version. */
const maxStart = 60_000

/**
 * Starts the downloaded program once, to print its version: a program that cannot be started could not put
 * the version before back.
 * @throws UpdateError `does-not-start`; or `not-installed` if the folder of the present program is not writable
 */
export async function tryProgram(file: string, version: string, program: string): Promise<void> {
  await access(dirname(program), constants.W_OK).catch((error: Error) => {
    throw new UpdateError('not-installed', error.message, { cause: error })
  })
  const run = promisify(execFile)(file, ['--version'], { timeout: maxStart, env: environment(file) })
  const printed = await run.then(
    ({ stdout }) => stdout.trim(),
    (error: Error) => {
      throw new UpdateError('does-not-start', error.message, { cause: error })
    },
  )
  if (printed !== version) throw new UpdateError('does-not-start', `${printed} instead of ${version}`)
}

/** The environment for another AppImage: the running one has set these variables to its own paths. */
function environment(file: string): NodeJS.ProcessEnv {
  const { APPDIR: _folder, ARGV0: _name, OWD: _started, ...others } = process.env
  return { ...others, APPIMAGE: file, APPIMAGE_SILENT_INSTALL: 'true' }
}
