/**
 * The pictures of items in one zip, stored as they are: a picture is compressed already. The last entry, `pictures.csv`,
 * names every picture of the records, with its file, or that it is not on this computer.
 */
import { Deflate, Inflate } from 'fflate'
import { pictureName } from '../../../src-shared/media/picture-name.ts'
import { counted, say } from '../../../src-shared/texts/say.ts'
import { csvLines } from '../csv-table.ts'
import type { NamedPictures } from '../export-reader.ts'
import type { ExportProgress } from '../open-export.ts'
import { type ZipEntry, zip } from '../zip/zip-writer.ts'

/** Where the bytes of pictures come from. */
export interface PictureSource {
  /** The content of each address that is kept. */
  kept(urls: string[]): Promise<({ sha256: string; mimeType: string } | undefined)[]>
  /** Undefined when the file is gone or damaged. */
  bytes(sha256: string): Promise<Uint8Array | undefined>
  /** The fronts of items as JPEG of at most 600 pixels; undefined where there is none. */
  smallFronts(itemIds: string[]): Promise<(Uint8Array | undefined)[]>
}

export interface PictureOptions {
  source: PictureSource
  /** Items with the pictures of their records. */
  slices: AsyncIterable<{ items: NamedPictures[]; itemsDone: number }>
  onProgress: ((progress: ExportProgress) => void) | undefined
  /** Called before anything is written to the end of a file without pictures. */
  onNothing(): never
  signal: AbortSignal | undefined
}

/** A picture on its way into a zip or a folder. */
interface NamedPicture {
  name: string
  bytes: Uint8Array
  /** What became of it, in the words of the list; set before the next one is asked for. */
  state: string
}

/** The list of all pictures, to be written last. */
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
  /** Items with a missing one. */
  lacking: number
}

/**
 * The pictures of the items under their GS1 names, then the list.
 * @param usual what becomes of a picture whose state nobody changes
 * @param remark about all of them so far
 */
export async function* namedPictures(
  { source, slices, onProgress, onNothing, signal }: PictureOptions,
  usual: string,
  remark: (counts: PictureCounts) => string | undefined,
): AsyncGenerator<NamedPicture | PictureList> {
  const list = createPackedText()
  list.add(`\uFEFF${csvLines([headings], 'safe')}`)
  const names = createNames()
  const states = new Map<string, number>()
  const counts = { states, missing: 0, lacking: 0 }
  let itemsWritten = 0
  for await (const { items, itemsDone } of slices) {
    const kept = await source.kept(items.flatMap(({ media }) => media.map(({ url }) => url)))
    let at = 0
    for (const item of items) {
      const nameOf = names.ofItem(item)
      const missingBefore = counts.missing
      let isThere = false
      for (const { url, view } of item.media) {
        signal?.throwIfAborted()
        const picture = kept[at++]
        const bytes = picture && (await source.bytes(picture.sha256))
        const made = bytes && picture && { name: nameOf(view, picture.mimeType), bytes, state: usual }
        if (made) {
          yield made
          isThere = true
          states.set(made.state, (states.get(made.state) ?? 0) + 1)
        } else counts.missing += 1
        const about = [item.id, item.code, item.name, view]
        const outcome = made ? [made.name, url, made.state] : ['', url, 'not on this computer']
        list.add(csvLines([[...about, ...outcome]], 'spreadsheet'))
      }
      if (isThere) itemsWritten += 1
      if (counts.missing > missingBefore) counts.lacking += 1
    }
    onProgress?.({ itemsDone, itemsWritten, note: remark(counts) })
  }
  if (states.size === 0) onNothing()
  yield { list: list.end() }
}

/** @param where the list is */
export function missingWords({ missing, lacking }: PictureCounts, where: string): string {
  return missing === 1
    ? say`1 picture of 1 item is not on this computer: ${where} names it.`
    : say`${missing} pictures of ${counted(lacking, 'item')} are not on this computer: ${where} names them.`
}

function inZip(counts: PictureCounts): string | undefined {
  if (counts.missing === 0) return undefined
  const inFile = [...counts.states.values()].reduce((sum, some) => sum + some, 0)
  return `${say`${counted(inFile, 'picture')} in the file.`} ${missingWords(counts, say`pictures.csv in the file`)}`
}

/** Gives every picture a name of its own, whatever the case of letters: some file systems take both for one. */
function createNames() {
  const stems = new Set<string>()
  return {
    /** Of two items with one GTIN, the second has its identifier in the names. */
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

/** A text that is kept compressed until it is read: the list of a large catalog's pictures takes a tenth of its size. */
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
