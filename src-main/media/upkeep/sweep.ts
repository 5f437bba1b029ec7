import { rm } from 'node:fs/promises'
import type { ScreenVariants } from '../derive/screen-variants.ts'
import type { PartialFiles } from '../fetch/partial-files.ts'
import type { KeptPictures, PictureStores } from '../keep/kept-pictures.ts'
import type { PictureFiles } from '../keep/picture-files.ts'
import { contentsNamedIn } from '../serve/picture-path.ts'

/** Minimum age of a deleted file, in milliseconds: a newer file may be about to get a row. */
const minAge = 60 * 60 * 1000
/** Age after which a part that has not grown is not resumed any more, in milliseconds. */
const partLife = 14 * 24 * 60 * 60 * 1000
const rangeSize = 1000

interface SweepOptions {
  stores: PictureStores
  files: PictureFiles
  variants: ScreenVariants
  partials: PartialFiles
  keptPictures: KeptPictures
  /** Whether to delete pictures that no record names; false if they could not be downloaded again. */
  forgets: boolean
  now: number
  signal: AbortSignal
  onProgress(progress: { done: number; bytes: number }): void
}
interface SweepOutcome {
  /** Number of pictures that no record names any more. */
  forgotten: number
  /** Number of pictures that a person added and that no record, draft or feed names any more. */
  unused: number
  /** Number of files that no picture needed. */
  files: number
  bytes: number
}

/** Deletes rows that no record names, files that no row references, and abandoned parts. */
export async function sweepPictures(options: SweepOptions): Promise<SweepOutcome> {
  const { stores, files, variants, partials, keptPictures, now, signal, onProgress } = options
  const { upkeep, spaceWriter } = stores
  const outcome: SweepOutcome = { forgotten: 0, unused: 0, files: 0, bytes: 0 }
  let done = 0
  const advance = (count: number): void => {
    done += count
    onProgress({ done, bytes: outcome.bytes })
  }

  if (options.forgets) await forget(options, outcome, advance)
  await forgetAdded(options, outcome)
  for await (const folder of files.all()) {
    signal.throwIfAborted()
    const old = folder.filter(({ modifiedAt }) => modifiedAt < now - minAge)
    // Exclusive, so that none of these files gets a row in the meantime.
    await keptPictures.exclusively(async () => {
      const unknown = new Set(await upkeep.unknownNames(old.map(({ name }) => name)))
      for (const { name, bytes, remove } of old) {
        if (!unknown.has(name)) continue
        await remove()
        outcome.files += 1
        outcome.bytes += bytes
      }
    })
    advance(folder.length)
  }
  for await (const { made, unfinished } of variants.all()) {
    signal.throwIfAborted()
    await variants.remove(await upkeep.unknownNames([...new Set(made.map(({ sha256 }) => sha256))]))
    // The files on disk determine the space of variants, regardless of earlier notes.
    await spaceWriter.made(made)
    for (const { path, bytes, modifiedAt } of unfinished) {
      if (modifiedAt >= now - minAge) continue
      await rm(path, { force: true })
      outcome.files += 1
      outcome.bytes += bytes
    }
  }
  const parts = await partials.sweep(now - partLife)
  outcome.files += parts.files
  outcome.bytes += parts.bytes
  const uploads = await files.removeUnfinished(now - partLife)
  outcome.files += uploads.files
  outcome.bytes += uploads.bytes
  return outcome
}

async function forget(
  { stores: { upkeepWriter }, keptPictures, now, signal }: SweepOptions,
  outcome: SweepOutcome,
  advance: (count: number) => void,
): Promise<void> {
  // A sweep is numbered by its time, which is greater than that of every earlier sweep.
  for (let after: number | undefined = 0; after !== undefined; ) {
    signal.throwIfAborted()
    after = await upkeepWriter.markNamed(after, rangeSize, now)
    advance(rangeSize)
  }
  for (;;) {
    signal.throwIfAborted()
    const { forgotten, files, bytes } = await keptPictures.exclusively(async () => {
      const found = await upkeepWriter.forgetUnnamed(now, now - minAge, rangeSize)
      await keptPictures.removeFiles(found.files)
      return found
    })
    outcome.forgotten += forgotten
    outcome.files += files.length
    outcome.bytes += bytes
    if (forgotten < rangeSize) return
  }
}

/** Minimum age of a deleted picture that a person added: its address may be in a file that is imported soon. */
const minAddedAge = 24 * 60 * 60 * 1000

/** Deletes pictures that a person added, if no record, no draft, not even a deleted one, and no feed names them. */
async function forgetAdded(
  { stores: { upkeep, upkeepWriter }, keptPictures, now, signal }: SweepOptions,
  outcome: SweepOutcome,
): Promise<void> {
  const before = now - minAddedAge
  const added = await upkeep.addedBefore(before)
  if (added.length === 0) return
  const named = new Set<string>()
  const note = (contents: readonly string[]): void => {
    signal.throwIfAborted()
    for (const sha256 of contents) named.add(sha256)
  }
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { contents, next }: Awaited<ReturnType<typeof upkeep.contentsInItems>> =
      await upkeep.contentsInItems(after, rangeSize)
    note(contents)
    after = next
  }
  const first = { source: 0, after: 0 }
  for (let range: typeof first | undefined = first; range !== undefined; ) {
    const { contents, next }: Awaited<ReturnType<typeof upkeep.contentsInFeeds>> =
      await upkeep.contentsInFeeds(range)
    note(contents)
    range = next
  }
  const unused = added.filter((address) => contentsNamedIn(address).every((sha256) => !named.has(sha256)))
  await keptPictures.exclusively(async () => {
    const { forgotten, files, bytes } = await upkeepWriter.forgetAdded(unused, before)
    await keptPictures.removeFiles(files)
    outcome.unused += forgotten
    outcome.files += files.length
    outcome.bytes += bytes
  })
}
