import { rm } from 'node:fs/promises'
import type { ScreenVariants } from '../derive/screen-variants.ts'
import type { PartialFiles } from '../fetch/partial-files.ts'
import type { KeptPictures, PictureStores } from '../keep/kept-pictures.ts'
import type { PictureFiles } from '../keep/picture-files.ts'

/** Younger files may be about to get a row. Milliseconds. */
const minAge = 60 * 60 * 1000
/** A part that has not grown for so long is not continued any more. Milliseconds. */
const partLife = 14 * 24 * 60 * 60 * 1000
const stretch = 1000

interface SweepOptions {
  stores: PictureStores
  files: PictureFiles
  variants: ScreenVariants
  partials: PartialFiles
  keptPictures: KeptPictures
  /** Whether pictures that no record names are forgotten; false where pictures could not be fetched again. */
  forgets: boolean
  now: number
  signal: AbortSignal
  onProgress(progress: { done: number; bytes: number }): void
}
interface SweepOutcome {
  /** Pictures that no record names any more. */
  forgotten: number
  /** Files that no picture needed. */
  files: number
  bytes: number
}

/** Removes rows that no record names, files that no row names, and parts that nobody continues. */
export async function sweepPictures(options: SweepOptions): Promise<SweepOutcome> {
  const { stores, files, variants, partials, keptPictures, now, signal, onProgress } = options
  const { upkeep, spaceWriter } = stores
  const outcome: SweepOutcome = { forgotten: 0, files: 0, bytes: 0 }
  let done = 0
  const advance = (count: number): void => {
    done += count
    onProgress({ done, bytes: outcome.bytes })
  }

  if (options.forgets) await forget(options, outcome, advance)
  for await (const folder of files.all()) {
    signal.throwIfAborted()
    const old = folder.filter(({ modifiedAt }) => modifiedAt < now - minAge)
    // Alone, so that none of these files gets a row in between.
    await keptPictures.alone(async () => {
      const unknown = new Set(await upkeep.unknownNames(old.map(({ name }) => name)))
      for (const { name, path, bytes } of old) {
        if (!unknown.has(name)) continue
        await rm(path, { force: true })
        outcome.files += 1
        outcome.bytes += bytes
      }
    })
    advance(folder.length)
  }
  for await (const { made, unfinished } of variants.all()) {
    signal.throwIfAborted()
    await variants.remove(await upkeep.unknownNames([...new Set(made.map(({ sha256 }) => sha256))]))
    // The files on disk tell the room that variants take, whatever was noted.
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
  return outcome
}

async function forget(
  { stores: { upkeepWriter }, keptPictures, now, signal }: SweepOptions,
  outcome: SweepOutcome,
  advance: (count: number) => void,
): Promise<void> {
  // A sweep is numbered by its moment, which is greater than that of every earlier sweep.
  for (let after: number | undefined = 0; after !== undefined; ) {
    signal.throwIfAborted()
    after = await upkeepWriter.markNamed(after, stretch, now)
    advance(stretch)
  }
  for (;;) {
    signal.throwIfAborted()
    const { forgotten, files, bytes } = await keptPictures.alone(async () => {
      const found = await upkeepWriter.forgetUnnamed(now, now - minAge, stretch)
      await keptPictures.removeFiles(found.files)
      return found
    })
    outcome.forgotten += forgotten
    outcome.files += files.length
    outcome.bytes += bytes
    if (forgotten < stretch) return
  }
}
