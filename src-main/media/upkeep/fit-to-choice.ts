import type { PictureChoice, PictureRelease } from '../../../src-shared/media/model.ts'
import { type ImageQueue, inspectPicture } from '../derive/decode.ts'
import { reducePicture } from '../derive/picture-variants.ts'
import type { ScreenVariants } from '../derive/screen-variants.ts'
import type { KeptPictures, PictureStores } from '../keep/kept-pictures.ts'
import type { PictureFiles } from '../keep/picture-files.ts'
import type { KeptFile } from '../keep/upkeep-store.ts'

const rangeSize = 1000
/** Files deleted in one transaction. */
const batch = 200

type FitResult = 'unwanted' | 'too-large' | 'fits'

interface FitOptions {
  stores: PictureStores
  files: PictureFiles
  variants: ScreenVariants
  images: ImageQueue
  keptPictures: KeptPictures
}

/** The space that a choice would free; changes nothing. */
export async function measureFit(stores: PictureStores, choice: PictureChoice): Promise<PictureRelease> {
  const release: PictureRelease = { removed: 0, reduced: 0, bytes: 0 }
  for await (const { result, file } of evaluated(stores, choice)) {
    if (result === 'unwanted') {
      release.removed += 1
      release.bytes += file.allBytes
    } else if (result === 'too-large') {
      release.reduced += 1
      // The bytes of a picture are approximately proportional to its area.
      release.bytes += Math.round(file.bytes * (1 - ((choice.longestSide ?? 0) / file.longestSide) ** 2))
    }
  }
  return release
}

/**
 * Deletes stored pictures that a choice does not include, and reduces pictures larger than the choice,
 * without a network. Pictures of pinned items, and those that a person added, are kept unchanged. If interrupted, the work starts again.
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
  // The loop reaches the reduced pictures too, whose `cameAt` may be `now`.
  const made = createContentSet((await stores.space.usage()).files)
  let done = 0
  for await (const { result, file } of evaluated(stores, choice)) {
    signal.throwIfAborted()
    // A picture downloaded after the start is wanted.
    if (result === 'unwanted' && file.cameAt <= now && !made.has(file.sha256)) {
      unwanted.push(file)
      release.removed += 1
      release.bytes += file.allBytes
      if (unwanted.length >= batch) await giveUp()
    } else if (result === 'too-large' && choice.longestSide !== null) {
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

async function* evaluated(
  { space, upkeep }: PictureStores,
  choice: PictureChoice,
): AsyncGenerator<{ result: FitResult; file: KeptFile }> {
  const { files } = await space.usage()
  const kept = createContentSet(files)
  for (const sha256 of await upkeep.protected()) kept.add(sha256)
  const wanted = createContentSet(files)
  for (let after: number | undefined = 0; after !== undefined; ) {
    const found: { contents: string[]; next?: number } = await upkeep.wanted(after, rangeSize, choice.views)
    for (const sha256 of found.contents) wanted.add(sha256)
    after = found.next
  }
  const resultOf = ({ sha256, longestSide }: KeptFile): FitResult => {
    if (kept.has(sha256)) return 'fits'
    if (!wanted.has(sha256)) return 'unwanted'
    return choice.longestSide !== null && longestSide > choice.longestSide ? 'too-large' : 'fits'
  }
  for (let after = ''; ; ) {
    const rows = await upkeep.measuredAfter(after, rangeSize)
    for (const file of rows) yield { result: resultOf(file), file }
    const last = rows.at(-1)?.sha256
    if (last === undefined) return
    after = last
  }
}

/**
 * Returns the reduced content and the bytes freed; undefined if the file is damaged, or would not become
 * smaller.
 */
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

/** Bits per content: about one lookup in a thousand is a false positive. */
const bitsPerContent = 64
const minBits = 1024

/**
 * A set of content hashes in eight bytes each: a Bloom filter without further hashing, because the hashes are
 * random already. There may be millions of contents, and a false positive only keeps a picture unnecessarily.
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
    /** Always true for a content that was added; rarely true for others. */
    has: (sha256: string): boolean =>
      places(sha256).every((place) => ((words[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0),
  }
}
