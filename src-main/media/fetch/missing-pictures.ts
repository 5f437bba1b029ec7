import type { PictureChoice } from '../../../src-shared/media/model.ts'
import type { PictureStores } from '../keep/picture-shelf.ts'
import type { MissingPicture } from '../keep/picture-store.ts'

/** Media looked at in one go, and pictures remembered at a time: a catalog may miss millions. */
const stretch = 2000
const mostRemembered = 20_000

/**
 * Every picture that is missing, in the order of the items; none twice, as far as is remembered. Before the first one
 * all are counted.
 */
export async function* missingPictures(
  reader: PictureStores['pictures'],
  choice: PictureChoice,
  { now, signal, onTotal }: { now: number; signal: AbortSignal; onTotal(total: number): void },
): AsyncGenerator<MissingPicture> {
  let total = 0
  let counted = false
  for (let from: number | undefined = 0; from !== undefined; ) {
    const remembered = new Map<string, MissingPicture>()
    let rest: number | undefined
    for (let after: number | undefined = from; after !== undefined; ) {
      signal.throwIfAborted()
      const found: { pictures: MissingPicture[]; next?: number } = await reader.missing(
        after,
        stretch,
        choice,
        now,
      )
      if (rest === undefined) for (const picture of found.pictures) remembered.set(picture.url, picture)
      else total += found.pictures.length
      after = found.next
      if (rest === undefined && remembered.size >= mostRemembered) {
        rest = after
        if (counted) break
      }
    }
    if (!counted) onTotal(total + remembered.size)
    counted = true
    yield* remembered.values()
    from = rest
  }
}
