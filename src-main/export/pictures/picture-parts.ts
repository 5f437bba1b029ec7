/**
 * The pictures of items in one zip, stored as they are: a picture is compressed already. The last entry, `pictures.csv`,
 * names every picture of the records, with its file, or that it is not on this computer.
 */
import { Deflate, Inflate } from 'fflate'
import { pictureName } from '../../../src-shared/media/picture-name.ts'
import { csvLines } from '../csv-table.ts'
import type { ExportProgress } from '../export-parts.ts'
import type { NamedPictures } from '../export-reader.ts'
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

interface Options {
  source: PictureSource
  /** Items with the pictures of their records. */
  slices: AsyncIterable<{ items: NamedPictures[]; itemsDone: number }>
  onProgress: ((progress: ExportProgress) => void) | undefined
  /** Called before anything is written to the end of a file without pictures. */
  onNothing(): never
  signal: AbortSignal | undefined
}

const headings = ['Item identifier', 'GTIN', 'Name', 'View', 'File', 'Address', 'State']

export function pictureParts(options: Options): AsyncGenerator<Uint8Array> {
  return zip(entries(options))
}

async function* entries({
  source,
  slices,
  onProgress,
  onNothing,
  signal,
}: Options): AsyncGenerator<ZipEntry> {
  const list = createPackedText()
  list.add(`\uFEFF${csvLines([headings], 'safe')}`)
  const names = createNames()
  let inFile = 0
  let missing = 0
  let itemsWritten = 0
  let lacking = 0
  for await (const { items, itemsDone } of slices) {
    const kept = await source.kept(items.flatMap(({ media }) => media.map(({ url }) => url)))
    let at = 0
    for (const item of items) {
      const nameOf = names.ofItem(item)
      const before = inFile
      const missingBefore = missing
      for (const { url, view } of item.media) {
        signal?.throwIfAborted()
        const picture = kept[at++]
        const bytes = picture && (await source.bytes(picture.sha256))
        const name = bytes && nameOf(view, picture.mimeType)
        if (bytes && name) {
          inFile += 1
          yield { name, bytes }
        } else missing += 1
        const state = name ? 'in this file' : 'not on this computer'
        list.add(csvLines([[item.id, item.code, item.name, view, name ?? '', url, state]], 'spreadsheet'))
      }
      if (inFile > before) itemsWritten += 1
      if (missing > missingBefore) lacking += 1
    }
    onProgress?.({ itemsDone, itemsWritten, note: summary(inFile, missing, lacking) })
  }
  if (inFile === 0) onNothing()
  yield { name: 'pictures.csv', content: list.end() }
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

function summary(inFile: number, missing: number, items: number): string | undefined {
  if (missing === 0) return undefined
  return `${counted(inFile, 'picture')} in the file. ${counted(missing, 'picture')} of ${counted(items, 'item')} ${missing === 1 ? 'is' : 'are'} not on this computer: pictures.csv in the file names ${missing === 1 ? 'it' : 'them'}.`
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
