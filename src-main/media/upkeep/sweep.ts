import { rm } from 'node:fs/promises'
import type { ScreenVariants } from '../derive/screen-variants.ts'
import type { PartialFiles } from '../fetch/partial-files.ts'
import type { KeptPictures, PictureStores } from '../keep/kept-pictures.ts'
import type { PictureFiles } from '../keep/picture-files.ts'

/** Files younger than this may be on their way into a row. Milliseconds. */
const youth = 60 * 60 * 1000
/** A part that nothing was added to for so long is not continued any more. */
const partLife = 14 * 24 * 60 * 60 * 1000
const stretch = 2000

interface SweepOptions {
  stores: PictureStores
  files: PictureFiles
  variants: ScreenVariants
  partials: PartialFiles
  keptPictures: KeptPictures
  /** Whether pictures that no record names are forgotten: not where they could not be fetched again. */
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

/** Clears away what nothing needs: rows that no record names, files that no row names, parts that nobody continues. */
export async function sweepPictures(options: SweepOptions): Promise<SweepOutcome> {
  const { stores, files, variants, partials, keptPictures, now, signal, onProgress } = options
  const { upkeep, spaceWriter } = stores
  const outcome: SweepOutcome = { forgotten: 0, files: 0, bytes: 0 }
  let done = 0
  const went = (count: number): void => {
    done += count
    onProgress({ done, bytes: outcome.bytes })
  }

  if (options.forgets) await forget(options, outcome, went)
  for await (const folder of files.all()) {
    signal.throwIfAborted()
    const old = folder.filter(({ modifiedAt }) => modifiedAt < now - youth)
    // Within the gate, so that none of them is taken into a row in between.
    await keptPictures.alone(async () => {
      const strangers = new Set(await upkeep.strangers(old.map(({ name }) => name)))
      for (const { name, path, bytes } of old) {
        if (!strangers.has(name)) continue
        await rm(path, { force: true })
        outcome.files += 1
        outcome.bytes += bytes
      }
    })
    went(folder.length)
  }
  for await (const { made, torn } of variants.all()) {
    signal.throwIfAborted()
    await variants.remove(await upkeep.strangers([...new Set(made.map(({ sha256 }) => sha256))]))
    // The room they take is what is on the disk, whatever was noted.
    await spaceWriter.made(made)
    for (const { path, bytes, modifiedAt } of torn) {
      if (modifiedAt >= now - youth) continue
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
  went: (count: number) => void,
): Promise<void> {
  // The sweep is known by its moment: greater than that of every sweep before.
  for (let after: number | undefined = 0; after !== undefined; ) {
    signal.throwIfAborted()
    after = await upkeepWriter.markNamed(after, stretch, now)
    went(stretch)
  }
  for (;;) {
    signal.throwIfAborted()
    const { forgotten, files, bytes } = await keptPictures.alone(async () => {
      const found = await upkeepWriter.forgetUnnamed(now, now - youth, stretch)
      await keptPictures.removeFiles(found.files)
      return found
    })
    outcome.forgotten += forgotten
    outcome.files += files.length
    outcome.bytes += bytes
    if (forgotten < stretch) return
  }
}
