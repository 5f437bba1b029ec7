import type { PictureChoice, PictureRelease } from '../../../src-shared/media/model.ts'
import { type ImageQueue, inspectPicture } from '../derive/decode.ts'
import { reducePicture } from '../derive/make-smaller.ts'
import type { ScreenVariants } from '../derive/screen-variants.ts'
import type { KeptPictures, PictureStores } from '../keep/kept-pictures.ts'
import type { PictureFiles } from '../keep/picture-files.ts'
import type { KeptFile } from '../keep/upkeep-store.ts'

const stretch = 1000
/** Files given up in one transaction. */
const batch = 200

type Fate = 'unwanted' | 'too-large' | 'fits'

interface FitOptions {
  stores: PictureStores
  files: PictureFiles
  variants: ScreenVariants
  images: ImageQueue
  keptPictures: KeptPictures
}

/** What a choice would free; nothing is changed. */
export async function measureFit(stores: PictureStores, choice: PictureChoice): Promise<PictureRelease> {
  const release: PictureRelease = { removed: 0, reduced: 0, bytes: 0 }
  for await (const { fate, file } of judged(stores, choice)) {
    if (fate === 'unwanted') {
      release.removed += 1
      release.bytes += file.allBytes
    } else if (fate === 'too-large') {
      release.reduced += 1
      // The bytes of a picture are roughly in proportion to its area.
      release.bytes += Math.round(file.bytes * (1 - ((choice.longestSide ?? 0) / file.longestSide) ** 2))
    }
  }
  return release
}

/**
 * Gives up kept pictures that a choice does not want, and makes pictures smaller that are larger than the choice says,
 * without a network. Pictures of pinned items stay as they are. After a stop the work is begun again.
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
  const { stores, keptPictures } = options
  const release: PictureRelease = { removed: 0, reduced: 0, bytes: 0 }
  let unwanted: KeptFile[] = []
  const giveUp = async (): Promise<void> => {
    const contents = unwanted.map(({ sha256 }) => sha256)
    unwanted = []
    await keptPictures.giveUp(contents)
  }
  // The walk comes to the smaller pictures too, whose `cameAt` may be `now`.
  const made = createContentSet((await stores.space.usage()).files)
  let done = 0
  for await (const { fate, file } of judged(stores, choice)) {
    signal.throwIfAborted()
    // A picture that came after the beginning was wanted by whoever fetched it.
    if (fate === 'unwanted' && file.cameAt <= now && !made.has(file.sha256)) {
      unwanted.push(file)
      release.removed += 1
      release.bytes += file.allBytes
      if (unwanted.length >= batch) await giveUp()
    } else if (fate === 'too-large' && choice.longestSide !== null) {
      const smaller = await makeSmaller(options, file, choice.longestSide)
      if (smaller) {
        made.add(smaller.sha256)
        release.reduced += 1
        release.bytes += smaller.freed
      }
    }
    onProgress({ done: ++done, bytes: release.bytes })
  }
  await giveUp()
  await stores.missingWriter.forgetFailures(choice.views)
  return release
}

async function* judged(
  { space, upkeep }: PictureStores,
  choice: PictureChoice,
): AsyncGenerator<{ fate: Fate; file: KeptFile }> {
  const { files } = await space.usage()
  const pinned = createContentSet(files)
  for (const sha256 of await upkeep.pinned()) pinned.add(sha256)
  const wanted = createContentSet(files)
  for (let after: number | undefined = 0; after !== undefined; ) {
    const found: { contents: string[]; next?: number } = await upkeep.wanted(after, stretch, choice.views)
    for (const sha256 of found.contents) wanted.add(sha256)
    after = found.next
  }
  const fateOf = ({ sha256, longestSide }: KeptFile): Fate => {
    if (pinned.has(sha256)) return 'fits'
    if (!wanted.has(sha256)) return 'unwanted'
    return choice.longestSide !== null && longestSide > choice.longestSide ? 'too-large' : 'fits'
  }
  for (let after = ''; ; ) {
    const rows = await upkeep.measuredAfter(after, stretch)
    for (const file of rows) yield { fate: fateOf(file), file }
    const last = rows.at(-1)?.sha256
    if (last === undefined) return
    after = last
  }
}

/** Answers the smaller content and the bytes freed; undefined when the file is damaged, or is smaller as it is. */
async function makeSmaller(
  { stores, files, variants, images, keptPictures }: FitOptions,
  { sha256, bytes: size, longestSide: side }: KeptFile,
  longestSide: number,
): Promise<{ sha256: string; freed: number } | undefined> {
  const original = await files.read(sha256)
  if (!original) return undefined
  const kept = await images.run('fetched', () =>
    images.decode(side * side, () => reducePicture(original, longestSide)),
  )
  if (kept.length >= size) return undefined
  const facts = await inspectPicture(kept, { whole: false })
  const content = await files.keep(kept)
  const thumbnail = await variants.get(sha256, 'thumbnail')
  if (thumbnail) await variants.put(content, 'thumbnail', thumbnail)
  const { mimeType, width, height } = facts
  const picture = { sha256: content, mimeType, width, height, bytes: kept.length, reducedTo: longestSide }
  const thumbnailBytes = thumbnail?.length
  await keptPictures.put(
    (await stores.pictures.addressesOf(sha256)).map((url) => ({ url, ...picture, thumbnailBytes })),
  )
  return { sha256: content, freed: size - kept.length }
}

/** Bits for each content: about one question in a thousand is answered wrongly with yes. */
const bitsPerContent = 64
const minBits = 1024

/**
 * A set of content hashes in eight bytes each: a Bloom filter, as the hashes are random already. There may be millions of
 * contents, and a wrong yes only keeps a picture that need not be kept.
 */
export function createContentSet(expected: number) {
  const bits = Math.max(minBits, expected * bitsPerContent)
  const words = new Uint32Array(Math.ceil(bits / 32))
  const places = (sha256: string): number[] =>
    [0, 12].map((at) => Number.parseInt(sha256.slice(at, at + 12), 16) % bits)
  return {
    add(sha256: string): void {
      for (const place of places(sha256)) words[place >>> 5] = (words[place >>> 5] ?? 0) | (1 << (place & 31))
    },
    /** Always true of a content that was added; rarely true of one that was not. */
    has: (sha256: string): boolean =>
      places(sha256).every((place) => ((words[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0),
  }
}
