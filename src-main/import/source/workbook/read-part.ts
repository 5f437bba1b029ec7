import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { workbookLimits as max } from '../../../../src-shared/file-limits.ts'
import type { ImportErrorCode } from '../../../../src-shared/import/model.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'

/** The parts of a workbook, which are files in a zip archive, by name. */
export interface Parts {
  has(name: string): boolean
  /** Names in the archive. */
  names(): string[]
  /**
   * Parses a part as XML, chunk by chunk; after each chunk, yields the share of the part that has been read.
   * @param maxBytes maximum unpacked size of the part
   * @throws PlainError if the part is missing, damaged, too large or not XML
   */
  read(name: string, handler: XmlHandler, maxBytes: number): AsyncGenerator<number>
  /** The text of a part, chunk by chunk. @throws PlainError as `read` does */
  text(name: string, maxBytes: number): AsyncGenerator<string>
  close(): void
}

/** Handler for XML events; element names have no prefix. */
export interface XmlHandler {
  open?(name: string, attributes: Record<string, string>): void
  close?(name: string): void
  text?(text: string): void
}

export const damaged = (why: string): PlainError =>
  new PlainError<ImportErrorCode>(
    'FILE_UNREADABLE',
    say`The workbook is damaged: ${why}. Open it in a spreadsheet, save it again, then import that.`,
  )
export const tooLarge = (what: string): PlainError =>
  new PlainError<ImportErrorCode>(
    'FILE_UNREADABLE',
    say`The workbook is too large: ${what}. Save the sheet as CSV (UTF-8), which has no such limit.`,
  )

/** Opens a workbook's archive by its directory, without searching for local headers. */
export async function openParts(path: string): Promise<Parts> {
  let zip: ZipFile
  try {
    zip = await openPromise(path, { autoClose: false })
  } catch (error) {
    throw damaged(reason(error))
  }
  try {
    if (zip.entryCount > max.parts) throw tooLarge(say`it has ${zip.entryCount} parts`)
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(keyOf(entry.fileName), entry)

    const stream = async (name: string, maxBytes: number): Promise<{ stream: Readable; bytes: number }> => {
      const entry = entries.get(keyOf(name))
      if (!entry) throw damaged(say`its part ${name} is missing`)
      const bytes = entry.uncompressedSize
      if (bytes > maxBytes)
        throw tooLarge(say`its part ${name} unpacks to ${Math.round(bytes / 1024 ** 2)} MB`)
      // The size in the directory is not trusted: the stream fails if the part unpacks to another size.
      return { stream: await zip.openReadStreamPromise(entry), bytes }
    }
    return {
      has: (name) => entries.has(keyOf(name)),
      names: () => [...entries.keys()],
      async *read(name, handler, maxBytes) {
        const parser = openParser(name, handler)
        let unpacked: Readable | undefined
        try {
          const { stream: opened, bytes } = await stream(name, maxBytes)
          unpacked = opened
          let done = 0
          for await (const piece of opened) {
            done += piece.length
            parser.write(piece)
            yield bytes === 0 ? 1 : done / bytes
          }
          parser.end()
        } catch (error) {
          throw error instanceof PlainError ? error : damaged(reason(error))
        } finally {
          unpacked?.destroy()
        }
      },
      async *text(name, maxBytes) {
        let decoder: InstanceType<typeof TextDecoder> | undefined
        const { stream: opened } = await stream(name, maxBytes)
        try {
          for await (const piece of opened) {
            decoder ??= new TextDecoder(encodingOfPart(piece))
            yield decoder.decode(piece, { stream: true })
          }
        } catch (error) {
          throw error instanceof PlainError ? error : damaged(reason(error))
        } finally {
          opened.destroy()
        }
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error instanceof PlainError ? error : damaged(reason(error))
  }
}

/** A NUL as a workbook writes it. XML cannot contain it, and other programs ignore it. */
export const writtenNul = '_x0000_'

/**
 * Names of parts are not case-sensitive (ECMA-376, part 2, 6.2.2.3); some writers use `\\` as the separator.
 */
const keyOf = (name: string): string => {
  const path = name.replaceAll('\\', '/').replace(/^\/+/, '')
  return (isEscaped.test(path) ? unescapedPath(path) : path).toLowerCase()
}
const isEscaped = /%[0-9a-f]{2}/i
function unescapedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 200)

/**
 * The encoding of a part by its first bytes (XML 1.0, appendix F): UTF-16 with or without a byte order mark,
 * otherwise UTF-8.
 */
function encodingOfPart([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : 'utf-8'
}

function openParser(name: string, { open, close, text }: XmlHandler) {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  const bare = (tag: string): string => tag.slice(tag.indexOf(':') + 1)
  parser.on('error', (error) => {
    throw damaged(say`its part ${name} is no XML (${reason(error)})`)
  })
  let attributes = 0
  parser.on('opentagstart', () => {
    attributes = 0
  })
  parser.on('attribute', () => {
    if (++attributes > max.attributes)
      throw tooLarge(say`an element of its part ${name} has more than ${max.attributes} attributes`)
  })
  if (open) parser.on('opentag', (tag) => open(bare(tag.name), tag.attributes))
  if (close) parser.on('closetag', (tag) => close(bare(tag.name)))
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  return {
    write(piece: Uint8Array) {
      decoder ??= new TextDecoder(encodingOfPart(piece))
      parser.write(decoder.decode(piece, { stream: true }).replaceAll('\0', writtenNul))
    },
    end() {
      parser.write(decoder?.decode() ?? '')
      parser.close()
    },
  }
}
