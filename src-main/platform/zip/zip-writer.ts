/**
 * Writes a zip file (APPNOTE 6.3.10) part by part: an entry is read after the previous ones are written, and
 * only the directory entries of earlier entries are kept, about 80 bytes each. Uses Zip64 if the file has
 * more than 65,535 entries or 4 GiB. fflate, which the rest of the program uses, writes no zip64, zip-stream
 * buffers the entire directory (1.4 GB of memory for 200,000 pictures), and yazl searches all entries once
 * for each.
 */
import { pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { ExportErrorCode } from '../../../src-shared/export/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'

/**
 * `bytes` are stored uncompressed; `content` is deflated while it is read, and must be smaller than 4 GiB.
 */
export type ZipEntry = { name: string } & (
  | { bytes: Uint8Array }
  | { content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }
)

const max16 = 0xff_ff
const max32 = 0xff_ff_ff_ff
const signatures = {
  local: 0x04_03_4b_50,
  descriptor: 0x08_07_4b_50,
  central: 0x02_01_4b_50,
  end: 0x06_05_4b_50,
  end64: 0x06_06_4b_50,
  locator64: 0x07_06_4b_50,
}
/** General purpose bits: sizes follow the content; names are UTF-8. */
const sizesFollow = 0x08
const utf8Names = 0x800
const stored = 0
const deflated = 8
/** 1 January 1980, the earliest date: the same content results in the same file. */
const day = 0x21
const plainVersion = 20
const zip64Version = 45

interface Written {
  name: Uint8Array
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  offset: number
}

/** @throws PlainError `TOO_LARGE` for deflated content of 4 GiB and more; any error of the entries */
export async function* zip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const entry of entries) {
    const name = new TextEncoder().encode(entry.name)
    const at = offset
    let written: Written
    if ('bytes' in entry) {
      const { bytes } = entry
      const size = bytes.length
      written = { name, flags: utf8Names, method: stored, crc: crc32(bytes), packed: size, size, offset: at }
      yield localHeader(written)
      yield bytes
      offset += localLength(name) + size
    } else {
      const flags = utf8Names | sizesFollow
      written = { name, flags, method: deflated, crc: 0, packed: 0, size: 0, offset: at }
      yield localHeader(written)
      const counted = written
      for await (const part of deflate(entry.content, counted)) {
        counted.packed += part.length
        yield part
      }
      if (Math.max(counted.size, counted.packed) >= max32)
        throw new PlainError<ExportErrorCode>(
          'TOO_LARGE',
          say`A workbook holds 4 GB at most, and these items need more. Choose CSV, or fewer columns.`,
        )
      yield descriptor(counted)
      offset += localLength(name) + counted.packed + 16
    }
    directory.push(centralHeader(written))
  }
  let size = 0
  for (const line of directory) {
    size += line.length
    yield line
  }
  yield endOf(directory.length, size, offset)
}

async function* deflate(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  counted: Written,
): AsyncGenerator<Uint8Array> {
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const part of content) {
      counted.crc = crc32(part, counted.crc)
      counted.size += part.length
      yield part
    }
  }
  // An error while reading destroys the last stream, which passes it to its consumer.
  const packed = pipeline(read(), createDeflateRaw({ level: 6 }), () => {})
  for await (const part of packed) yield part
}

const localLength = (name: Uint8Array): number => 30 + name.length

function localHeader({ name, flags, method, crc, packed, size }: Written): Buffer {
  const header = Buffer.alloc(localLength(name))
  header.writeUInt32LE(signatures.local, 0)
  header.writeUInt16LE(plainVersion, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(method, 8)
  header.writeUInt16LE(day, 12)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(packed, 18)
  header.writeUInt32LE(size, 22)
  header.writeUInt16LE(name.length, 26)
  header.set(name, 30)
  return header
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const record = Buffer.alloc(16)
  record.writeUInt32LE(signatures.descriptor, 0)
  record.writeUInt32LE(crc, 4)
  record.writeUInt32LE(packed, 8)
  record.writeUInt32LE(size, 12)
  return record
}

function centralHeader({ name, flags, method, crc, packed, size, offset }: Written): Buffer {
  const isFar = offset >= max32
  const extra = isFar ? 12 : 0
  const header = Buffer.alloc(46 + name.length + extra)
  header.writeUInt32LE(signatures.central, 0)
  header.writeUInt16LE(isFar ? zip64Version : plainVersion, 4)
  header.writeUInt16LE(isFar ? zip64Version : plainVersion, 6)
  header.writeUInt16LE(flags, 8)
  header.writeUInt16LE(method, 10)
  header.writeUInt16LE(day, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(packed, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(extra, 30)
  header.writeUInt32LE(isFar ? max32 : offset, 42)
  header.set(name, 46)
  if (isFar) {
    header.writeUInt16LE(1, 46 + name.length)
    header.writeUInt16LE(8, 48 + name.length)
    header.writeBigUInt64LE(BigInt(offset), 50 + name.length)
  }
  return header
}

/** The end of the directory, preceded by the zip64 end if a number is too large for the plain one. */
function endOf(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(signatures.end, 0)
  end.writeUInt16LE(Math.min(entries, max16), 8)
  end.writeUInt16LE(Math.min(entries, max16), 10)
  end.writeUInt32LE(Math.min(size, max32), 12)
  end.writeUInt32LE(Math.min(offset, max32), 16)
  if (entries < max16 && size < max32 && offset < max32) return end
  const wide = Buffer.alloc(76)
  wide.writeUInt32LE(signatures.end64, 0)
  wide.writeBigUInt64LE(44n, 4)
  wide.writeUInt16LE(zip64Version, 12)
  wide.writeUInt16LE(zip64Version, 14)
  wide.writeBigUInt64LE(BigInt(entries), 24)
  wide.writeBigUInt64LE(BigInt(entries), 32)
  wide.writeBigUInt64LE(BigInt(size), 40)
  wide.writeBigUInt64LE(BigInt(offset), 48)
  wide.writeUInt32LE(signatures.locator64, 56)
  wide.writeBigUInt64LE(BigInt(offset + size), 64)
  wide.writeUInt32LE(1, 72)
  return Buffer.concat([wide, end])
}
