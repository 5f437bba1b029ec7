/**
 * The pictures of items in one zip. They are stored without compression, because pictures are already
 * compressed. The last entry, `pictures.csv`, lists all pictures of the records, with their files or the
 * information that they are not on this computer.
 */
// The edition for Node also starts threads, and declares a `require` that may collide with that of a build.
import { Deflate, Inflate } from 'fflate/browser'
import { pictureName } from '../../../src-shared/media/picture-name.ts'
import { counted, say } from '../../../src-shared/texts/say.ts'
import { viewLabel } from '../../../src-shared/views.ts'
import { type ZipEntry, zip } from '../../platform/zip/zip-writer.ts'
import { csvLines } from '../csv-table.ts'
import type { NamedPictures } from '../export-reader.ts'
import type { ExportProgress } from '../open-export.ts'

/** Source of the pictures' content. */
export interface PictureSource {
  /** The stored content of each address; undefined if it is not stored. */
  kept(urls: string[]): Promise<({ sha256: string; mimeType: string } | undefined)[]>
  /** Undefined if the file is missing or damaged. */
  bytes(sha256: string): Promise<Uint8Array | undefined>
  /** For each address, why its picture could not be downloaded; undefined if it was not tried. */
  reasonsMissing(urls: string[]): Promise<(string | undefined)[]>
  /** Front pictures of items as JPEG of at most 600 pixels; undefined for an item without one. */
  smallFronts(itemIds: string[]): Promise<(Uint8Array | undefined)[]>
}

export interface PictureOptions {
  source: PictureSource
  /** Items with the pictures of their records. */
  slices: AsyncIterable<{ items: NamedPictures[]; itemsDone: number }>
  onProgress: ((progress: ExportProgress) => void) | undefined
  /** Called before a file without pictures is completed. */
  onNothing(): never
  signal: AbortSignal | undefined
}

/** A picture to be written to a zip or a folder. */
interface NamedPicture {
  name: string
  bytes: Uint8Array
  /** Result for the list. The consumer may change it before it requests the next picture. */
  state: string
}

/** The list of all pictures, written last. */
interface PictureList {
  list: Generator<Uint8Array>
}

const headings = ['Item identifier', 'GTIN', 'Name', 'View', 'File', 'Address', 'State']

export const pictureParts = (options: PictureOptions): AsyncGenerator<Uint8Array> => zip(zipEntries(options))

async function* zipEntries(options: PictureOptions): AsyncGenerator<ZipEntry> {
  for await (const one of namedPictures(options, 'in this file', inZip))
    yield 'list' in one ? { name: 'pictures.csv', content: one.list } : one
}

/** Number of pictures by result. */
export interface PictureCounts {
  states: ReadonlyMap<string, number>
  missing: number
  /** Number of items with a missing picture. */
  lacking: number
  /** The first missing pictures with their reasons, as sentences. */
  firstMissing: readonly string[]
  /** Number of items whose records name no picture. */
  without: number
  /** Names of the first of these items. */
  firstWithout: readonly string[]
}

/** Maximum number of missing pictures, and of items without pictures, that a remark names. */
const maxNamed = 3

/**
 * The pictures of the items under their GS1 names, then the list.
 * @param defaultState result of a picture unless the consumer changes it
 * @param remark note on all pictures so far
 */
export async function* namedPictures(
  { source, slices, onProgress, onNothing, signal }: PictureOptions,
  defaultState: string,
  remark: (counts: PictureCounts) => string | undefined,
): AsyncGenerator<NamedPicture | PictureList> {
  const list = createPackedText()
  list.add(`\uFEFF${csvLines([headings], 'safe')}`)
  const names = createNames()
  const states = new Map<string, number>()
  const firstMissing: string[] = []
  const firstWithout: string[] = []
  const counts = { states, missing: 0, lacking: 0, firstMissing, without: 0, firstWithout }
  let itemsWritten = 0
  for await (const { items, itemsDone } of slices) {
    const urls = items.flatMap(({ media }) => media.map(({ url }) => url))
    const kept = await source.kept(urls)
    const missing = urls.filter((_url, index) => kept[index] === undefined)
    const reasons = await source.reasonsMissing(missing)
    const reasonOf = new Map(
      missing.map((url, index) => [url, reasons[index] ?? say`It was not downloaded.`]),
    )
    let at = 0
    for (const item of items) {
      const nameOf = names.ofItem(item)
      const missingBefore = counts.missing
      let isThere = false
      for (const { url, view } of item.media) {
        signal?.throwIfAborted()
        const picture = kept[at++]
        const bytes = picture && (await source.bytes(picture.sha256))
        const made = bytes && picture && { name: nameOf(view, picture.mimeType), bytes, state: defaultState }
        if (made) {
          yield made
          isThere = true
          states.set(made.state, (states.get(made.state) ?? 0) + 1)
        } else counts.missing += 1
        const why = made ? undefined : (reasonOf.get(url) ?? say`Its file is missing or damaged.`)
        if (why !== undefined && firstMissing.length < maxNamed)
          firstMissing.push(`${notExported(nameOfItem(item), viewLabel(view))} ${why}`)
        const about = [item.id, item.code, item.name, view]
        const outcome = made ? [made.name, url, made.state] : ['', url, `not on this computer: ${why}`]
        list.add(csvLines([[...about, ...outcome]], 'spreadsheet'))
      }
      if (item.media.length === 0) {
        counts.without += 1
        if (firstWithout.length < maxNamed) firstWithout.push(nameOfItem(item))
        list.add(
          csvLines([[item.id, item.code, item.name, '', '', '', 'no picture in the record']], 'spreadsheet'),
        )
      }
      if (isThere) itemsWritten += 1
      if (counts.missing > missingBefore) counts.lacking += 1
    }
    onProgress?.({ itemsDone, itemsWritten, note: remark(counts) })
  }
  if (states.size === 0) onNothing()
  yield { list: list.end() }
}

/**
 * Sentences about the pictures that are not exported, with the names of the first ones.
 * @param where location of the list
 */
export function missingWords(counts: PictureCounts, where: string): string[] {
  const { missing, lacking, firstMissing, without, firstWithout } = counts
  const sentences: string[] = []
  if (missing > 0)
    sentences.push(
      missing === 1
        ? say`1 picture of 1 item is not on this computer: ${where} names it.`
        : say`${missing} pictures of ${counted(lacking, 'item')} are not on this computer: ${where} names them.`,
      ...firstMissing,
    )
  if (without > 0) {
    const names = firstWithout.map((name) => `"${name}"`).join(', ')
    sentences.push(
      without > firstWithout.length
        ? say`${without} items have no picture in their records, the first of them: ${names}.`
        : without === 1
          ? say`1 item has no picture in its record: ${names}.`
          : say`${without} items have no picture in their records: ${names}.`,
    )
  }
  return sentences
}

function inZip(counts: PictureCounts): string | undefined {
  const sentences = missingWords(counts, say`pictures.csv in the file`)
  if (sentences.length === 0) return undefined
  const inFile = [...counts.states.values()].reduce((sum, some) => sum + some, 0)
  return [say`${counted(inFile, 'picture')} in the file.`, ...sentences].join(' ')
}

const notExported = (name: string, view: string): string =>
  view === '' ? say`Not exported: a picture of "${name}".` : say`Not exported: "${name}", ${view}.`

const nameOfItem = ({ name, code, id }: NamedPictures): string => name || code || id

/** Creates unique picture names, ignoring case, because some file systems do not distinguish case. */
function createNames() {
  const stems = new Set<string>()
  return {
    /** If two items have the same GTIN, the names of the second contain its identifier. */
    ofItem({ id, code }: NamedPictures): (view: string, mimeType: string) => string {
      const stemOf = (gtin: string, itemId: string): string =>
        pictureName({ gtin, itemId, view: '', mimeType: '' }).toUpperCase()
      let gtin = code
      let itemId = id
      if (stems.has(stemOf(gtin, itemId))) gtin = ''
      for (let next = 2; stems.has(stemOf(gtin, itemId)); next++) itemId = `${id}-${next}`
      stems.add(stemOf(gtin, itemId))
      const used = new Set<string>()
      return (view, mimeType) => {
        for (let position = 1; ; position++) {
          const name = pictureName({ gtin, itemId, view, mimeType }, position)
          const key = name.toUpperCase()
          if (used.has(key)) continue
          used.add(key)
          return name
        }
      }
    },
  }
}

/**
 * A text that is kept compressed until it is read: the list of pictures of a large catalog takes a tenth of
 * its size.
 */
function createPackedText() {
  const packed: Uint8Array[] = []
  const deflate = new Deflate({ level: 4 }, (part) => void packed.push(part))
  const utf8 = new TextEncoder()
  return {
    add: (text: string): void => deflate.push(utf8.encode(text)),
    *end(): Generator<Uint8Array> {
      deflate.push(new Uint8Array(), true)
      let parts: Uint8Array[] = []
      const inflate = new Inflate((part) => void parts.push(part))
      for (const [index, part] of packed.entries()) {
        inflate.push(part, index === packed.length - 1)
        yield* parts
        parts = []
      }
    },
  }
}
