/** Reads the archive of a packaged app (`app.asar`), which Electron itself reads in place. */
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

interface Entry {
  files?: Record<string, Entry>
  /** Offset of a file after the header. */
  offset?: string
  size?: number
  /** Whether the file is stored next to the archive, in `app.asar.unpacked`. */
  unpacked?: boolean
  /** Target of a symbolic link, as a path in the archive. */
  link?: string
}

/** The entries of an archive by path, and the offset of the first file. */
export function readArchive(archive: string): { files: Map<string, Entry>; begin: number } {
  const file = openSync(archive, 'r')
  const sizes = Buffer.alloc(16)
  readSync(file, sizes, 0, 16, 0)
  const header = Buffer.alloc(sizes.readUInt32LE(12))
  readSync(file, header, 0, header.length, 16)
  closeSync(file)
  const files = new Map<string, Entry>()
  const walk = (path: string, { files: inside }: Entry): void => {
    for (const [name, entry] of Object.entries(inside ?? {})) {
      if (entry.files) walk(join(path, name), entry)
      else files.set(join(path, name), entry)
    }
  }
  walk('', JSON.parse(header.toString()))
  return { files, begin: 8 + sizes.readUInt32LE(4) }
}

/** Writes the packed and the unpacked files of an archive into one folder, as Electron presents them. */
export function unpackArchive(archive: string, folder: string): void {
  const { files, begin } = readArchive(archive)
  const bytes = readFileSync(archive)
  for (const [path, { offset, size = 0, unpacked, link }] of files) {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    if (link !== undefined) symlinkSync(join(folder, link), target)
    else if (unpacked) copyFileSync(join(`${archive}.unpacked`, path), target)
    else writeFileSync(target, bytes.subarray(begin + Number(offset), begin + Number(offset) + size))
  }
}
