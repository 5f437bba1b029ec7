import type { PictureChoice, PictureRelease } from '../../../src-shared/media/model.ts'
import type { ImageQueue } from '../derive/image-queue.ts'
import { inspectPicture } from '../derive/inspect-picture.ts'
import { reducePicture } from '../derive/reduce-picture.ts'
import type { ScreenVariants } from '../derive/screen-variants.ts'
import { createContentSet } from './content-set.ts'
import type { PictureFiles } from './picture-files.ts'
import type { KeptFile } from './picture-fit-store.ts'
import type { PictureShelf, PictureStores } from './picture-shelf.ts'

const stretch = 2000
/** Files let go in one transaction. */
const batch = 200

type Fate = 'unwanted' | 'too-large' | 'fits'

export interface FitOptions extends Pick<PictureStores, 'fit' | 'fitWriter' | 'keeping' | 'pictures'> {
  files: PictureFiles
  variants: ScreenVariants
  images: ImageQueue
  shelf: PictureShelf
}

/** What a choice would free of what is kept now; nothing is changed. */
export async function measureFit(
  options: Pick<FitOptions, 'fit' | 'keeping'>,
  choice: PictureChoice,
): Promise<PictureRelease> {
  const release: PictureRelease = { removed: 0, reduced: 0, bytes: 0 }
  for await (const { fate, file } of judged(options, choice)) {
    if (fate === 'unwanted') {
      release.removed += 1
      release.bytes += file.allBytes
    } else if (fate === 'too-large') {
      release.reduced += 1
      // Bytes go with the area, roughly.
      release.bytes += Math.round(file.bytes * (1 - ((choice.longestSide ?? 0) / file.longestSide) ** 2))
    }
  }
  return release
}

/**
 * Lets go of kept pictures that a choice does not want and makes those smaller that are larger than it says, here, without
 * a network. Pictures of pinned items stay as they are. Stopped anywhere, it is carried on by beginning again.
 */
export async function fitToChoice(
  options: FitOptions,
  choice: PictureChoice,
  {
    now,
    signal,
    onProgress,
  }: { now: number; signal: AbortSignal; onProgress(progress: { done: number; bytes: number }): void },
): Promise<PictureRelease> {
  const { shelf, fitWriter } = options
  const release: PictureRelease = { removed: 0, reduced: 0, bytes: 0 }
  let unwanted: KeptFile[] = []
  const letGo = async (): Promise<void> => {
    const contents = unwanted.map(({ sha256 }) => sha256)
    unwanted = []
    await shelf.letGo(contents)
  }
  let done = 0
  for await (const { fate, file } of judged(options, choice)) {
    signal.throwIfAborted()
    // What came after this began was chosen by those who fetched it.
    if (fate === 'unwanted' && file.cameAt <= now) {
      unwanted.push(file)
      release.removed += 1
      release.bytes += file.allBytes
      if (unwanted.length >= batch) await letGo()
    } else if (fate === 'too-large' && choice.longestSide !== null) {
      const freed = await makeSmaller(options, file, choice.longestSide)
      if (freed > 0) release.reduced += 1
      release.bytes += freed
    }
    onProgress({ done: ++done, bytes: release.bytes })
  }
  await letGo()
  await fitWriter.forgetFailures(choice.views)
  return release
}

async function* judged(
  { fit, keeping }: Pick<FitOptions, 'fit' | 'keeping'>,
  choice: PictureChoice,
): AsyncGenerator<{ fate: Fate; file: KeptFile }> {
  const { files } = await keeping.usage()
  const pinned = createContentSet(files)
  for (const sha256 of await fit.pinned()) pinned.add(sha256)
  const wanted = createContentSet(files)
  for (let after: number | undefined = 0; after !== undefined; ) {
    const found: { contents: string[]; next?: number } = await fit.wanted(after, stretch, choice.views)
    for (const sha256 of found.contents) wanted.add(sha256)
    after = found.next
  }
  const fateOf = ({ sha256, longestSide }: KeptFile): Fate => {
    if (pinned.has(sha256)) return 'fits'
    if (!wanted.has(sha256)) return 'unwanted'
    return choice.longestSide !== null && longestSide > choice.longestSide ? 'too-large' : 'fits'
  }
  for (let after = ''; ; ) {
    const rows = await fit.filesAfter(after, stretch)
    for (const file of rows) yield { fate: fateOf(file), file }
    const last = rows.at(-1)?.sha256
    if (last === undefined) return
    after = last
  }
}

/** Answers the bytes it freed: none when the file is damaged, or smaller as it is. */
async function makeSmaller(
  { files, variants, images, shelf, pictures }: FitOptions,
  { sha256, bytes: size, longestSide: side }: KeptFile,
  longestSide: number,
): Promise<number> {
  const original = await files.read(sha256)
  if (!original) return 0
  const kept = await images.run('fetched', () =>
    images.decode(side * side, () => reducePicture(original, longestSide)),
  )
  if (kept.length >= size) return 0
  const facts = await inspectPicture(kept, { whole: false })
  const content = await files.keep(kept)
  const thumbnail = await variants.get(sha256, 'thumbnail')
  if (thumbnail) await variants.put(content, 'thumbnail', thumbnail)
  const { mimeType, width, height } = facts
  const picture = { sha256: content, mimeType, width, height, bytes: kept.length, reducedTo: longestSide }
  const thumbnailBytes = thumbnail?.length
  await shelf.put((await pictures.addressesOf(sha256)).map((url) => ({ url, ...picture, thumbnailBytes })))
  return size - kept.length
}
