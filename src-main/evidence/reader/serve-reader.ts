/**
 * The process that reads pictures. In the background it has a low priority. It opens no network, writes
 * nothing, and ends when it exceeds its memory or when the program that started it ends.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import type { ReadingFailure, ReadingKind, Readings } from '../../../src-shared/evidence/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { openParentPort } from '../../platform/child-program.ts'
import { lacksImageLibrary, loadSharp, unreadablePicture } from '../../platform/image-library.ts'
import { type DecodedPicture, openPicture } from './decoded-picture.ts'
import { measurePicture } from './measure-picture.ts'
import {
  backgroundWord,
  type FromReader,
  memoryExitCode,
  type PictureOutcome,
  type ReaderStart,
  type ReadPicture,
} from './protocol.ts'
import { readCodes } from './read-codes.ts'
import { readText } from './read-text.ts'
import { refuseNetwork } from './refuse-network.ts'

/** Interval in milliseconds at which the process measures its memory. */
const memoryInterval = 20

/** The reader of each kind. */
const readers: { [Kind in ReadingKind]: (picture: DecodedPicture) => Promise<Readings[Kind]> } = {
  codes: readCodes,
  measures: measurePicture,
  text: readText,
}

/** Serves one picture at a time, until the process is ended. */
export function servePictures(): void {
  if (process.argv.includes(backgroundWord)) lowerPriority()
  refuseNetwork()
  const port = openParentPort()
  const send = (message: FromReader): void => port.send(message)
  port.onMessage((message) => {
    if ('megabytes' in (message as object)) void start(message as ReaderStart, send)
    else void read(message as ReadPicture).then((outcome) => send({ kind: 'outcome', outcome }))
  })
}

/** Must run before other threads start: on Linux, each thread has a priority, which its own threads inherit. */
function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A system may forbid it; the pictures are then read at the usual priority.
  }
}

async function start({ megabytes }: ReaderStart, send: (message: FromReader) => void): Promise<void> {
  try {
    const sharp = await loadSharp()
    // Several threads for one picture would compete with the threads of the searches.
    sharp.concurrency(1)
  } catch (error) {
    if (!lacksImageLibrary(error)) throw error
    send({ kind: 'no-library', message: error.message })
    return
  }
  // Decoders allocate outside of the JavaScript heap, which has a limit of its own.
  setInterval(() => {
    if (process.memoryUsage.rss() > megabytes * 2 ** 20) process.exit(memoryExitCode)
  }, memoryInterval).unref()
  send({ kind: 'ready' })
}

async function read({ path, sha256, kinds }: ReadPicture): Promise<PictureOutcome> {
  try {
    const bytes = await readFile(path)
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      return failed('DAMAGED_FILE', say`The stored file of the picture is damaged.`)
    const picture = await openPicture(bytes)
    const readings: Partial<Readings> = {}
    for (const kind of kinds) Object.assign(readings, { [kind]: await readers[kind](picture) })
    return { readings }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return failed('DAMAGED_FILE', say`The stored file of the picture is missing.`)
    return failed('NO_PICTURE', unreadablePicture(error).message)
  }
}

const failed = (code: ReadingFailure['code'], message: string): PictureOutcome => ({
  failure: { code, message },
})
