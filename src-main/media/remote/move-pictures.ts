import PQueue from 'p-queue'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Logger } from '../../platform/log/log.ts'
import { acquireProcessLock, type Storage } from '../../storage/index.ts'
import type { PictureFiles } from '../keep/picture-files.ts'
import { pictureUpkeepReader } from '../keep/upkeep-store.ts'
import type { StoreChoice } from './choose-store.ts'
import { openPicturePlace, pictureFolder } from './open-picture-files.ts'
import {
  isSameLocation,
  locationWords,
  newPlace,
  readPlace,
  removePlace,
  type StorePlace,
  writePlace,
} from './store-place.ts'

/** Pictures copied at the same time. */
const maxConcurrent = 8
const rangeSize = 200

interface MoveResult {
  /** Places in words; the pictures in the first one were not deleted. */
  from: string
  to: string
  /** Pictures of the workspace, and those among them that were copied, that were there before, and that `from` lacks. */
  pictures: number
  copied: number
  present: number
  missing: number
  /** Bytes copied. */
  bytes: number
}

interface MoveOptions {
  storage: Storage
  directory: string
  /** Undefined: the folder of the workspace. */
  to: StoreChoice | undefined
  log: Logger
  signal: AbortSignal
  onProgress(progress: { done: number; total: number }): void
}

/**
 * Copies all pictures of a workspace to another place, compares the counts and sizes, and then notes the new place.
 * Nothing is deleted in the old one. If it is interrupted, the workspace uses the old place, and the next call copies
 * the rest.
 * @throws PlainError `STORE_SAME`, `OPEN_ELSEWHERE`, `STORE_DIFFERS`, or the reason why a store cannot be used
 */
export async function movePictures(options: MoveOptions): Promise<MoveResult> {
  const { storage, directory, to, log } = options
  const lock = acquireProcessLock(directory, 'desk')
  if (!lock)
    throw new PlainError(
      'OPEN_ELSEWHERE',
      say`The workspace in ${directory} is open in another Catalog Desk. Close it there, and move the pictures again.`,
    )
  const opened: PictureFiles[] = []
  try {
    const before = await readPlace(directory)
    const place =
      to && (before && isSameLocation(before, to.location) ? before : newPlace(to.location, to.cacheBytes))
    if (place === before)
      throw new PlainError('STORE_SAME', say`The pictures are in ${placeWords(place, directory)} already.`)
    const claims = await import('./claim-place.ts')
    if (place) await claims.claimPlace(place)
    const open = async (one: StorePlace | undefined): Promise<PictureFiles> => {
      const files = await openPicturePlace(one, { directory, log })
      opened.push(files)
      return files
    }
    const result = await copyAndCompare(storage, {
      ...options,
      from: await open(before),
      into: await open(place),
    })
    if (place) await writePlace(directory, place)
    else await removePlace(directory)
    if (before)
      await claims.releasePlace(before).catch((error: unknown) => log.warn({ err: error }, 'the old place'))
    return { from: placeWords(before, directory), to: placeWords(place, directory), ...result }
  } finally {
    for (const files of opened) await files.close()
    lock.release()
  }
}

const placeWords = (place: StorePlace | undefined, directory: string): string =>
  place ? locationWords(place) : pictureFolder(directory)

type Counts = Omit<MoveResult, 'from' | 'to'>

async function copyAndCompare(
  storage: Storage,
  { from, into, signal, onProgress }: MoveOptions & { from: PictureFiles; into: PictureFiles },
): Promise<Counts> {
  const rows = storage.reader(pictureUpkeepReader)
  const counts: Counts = { pictures: 0, copied: 0, present: 0, missing: 0, bytes: 0 }
  const all = await countAll(rows.filesAfter)
  const missing = new Set<string>()
  let done = 0
  const advance = (): void => onProgress({ done: ++done, total: 2 * all })

  await forEach(rows.filesAfter, signal, async ({ sha256, bytes }) => {
    if ((await into.sizeOf(sha256)) === bytes) counts.present += 1
    else if (await from.withFile(sha256, (path) => into.copyFrom(path, sha256))) {
      counts.copied += 1
      counts.bytes += bytes
    } else missing.add(sha256)
    counts.pictures += 1
    advance()
  })
  let differing = 0
  await forEach(rows.filesAfter, signal, async ({ sha256, bytes }) => {
    if (!missing.has(sha256) && (await into.sizeOf(sha256)) !== bytes) differing += 1
    advance()
  })
  if (differing > 0)
    throw new PlainError(
      'STORE_DIFFERS',
      say`After copying, ${differing} of ${counts.pictures} pictures are not complete in the new place. The workspace uses the old place as before. Move the pictures again.`,
    )
  return { ...counts, missing: missing.size }
}

interface Row {
  sha256: string
  bytes: number
}
type Rows = (after: string, limit: number) => Promise<Row[]>

async function countAll(after: Rows): Promise<number> {
  let count = 0
  for await (const range of ranges(after)) count += range.length
  return count
}

async function forEach(after: Rows, signal: AbortSignal, work: (row: Row) => Promise<void>): Promise<void> {
  for await (const range of ranges(after)) {
    const queue = new PQueue({ concurrency: maxConcurrent })
    const working = queue.addAll(
      range.map((row) => async () => {
        signal.throwIfAborted()
        await work(row)
      }),
    )
    try {
      await working
    } catch (error) {
      queue.clear()
      await queue.onIdle()
      throw error
    }
  }
}

async function* ranges(after: Rows): AsyncGenerator<Row[]> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const range: Row[] = await after(last, rangeSize)
    yield range
    last = range.length < rangeSize ? undefined : range.at(-1)?.sha256
  }
}
