/** Files for other programs, in a private folder. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { app } from 'electron'
import { isDeviceName } from '../../../platform/files/device-name.ts'

/** Milliseconds that files are kept at least, because another program may read them later. */
const keptFor = 3600_000

export interface TemporaryFile {
  name: string
  content: string | Uint8Array
}

export interface TemporaryFiles {
  /** Writes the files to a new folder. @returns their paths */
  write(files: readonly TemporaryFile[]): Promise<string[]>
}

/**
 * Removes the files of earlier starts, and those of this start when the app ends.
 * @param directory the folder for the data of this computer
 */
export function createTemporaryFiles(directory: string): TemporaryFiles {
  const folder = join(directory, 'temporary')
  rmSync(folder, { recursive: true, force: true })
  app.on('will-quit', () => rmSync(folder, { recursive: true, force: true }))

  async function removeOld(): Promise<void> {
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name)
      const { mtimeMs } = await stat(path)
      if (Date.now() - mtimeMs > keptFor) await rm(path, { recursive: true, force: true })
    }
  }

  return {
    async write(files) {
      await removeOld().catch(() => {})
      const own = join(folder, randomUUID())
      await mkdir(own, { recursive: true })
      const used = new Set<string>()
      const paths: string[] = []
      for (const { name, content } of files) {
        const path = join(own, freeName(name, used))
        await writeFile(path, content)
        paths.push(path)
      }
      return paths
    },
  }
}

const forbidden = '<>:"/\\|?*'
/** Maximum length in bytes; file systems allow 255. */
const maxBytes = 200
/** Maximum length of an ending with its dot, such as `.profile`; a longer one is part of the name. */
const maxEnding = 20

/** A name that every file system accepts and that is not in `used`, to which it is added. */
function freeName(wanted: string, used: Set<string>): string {
  const allowed = [...basename(wanted)].map((letter) =>
    letter < ' ' || forbidden.includes(letter) ? '_' : letter,
  )
  // A leading dot would hide the file, and Windows removes dots and spaces at the end.
  let [start, end] = [0, allowed.length]
  while (allowed[start] === '.') start++
  while (end > start && ['.', ' '].includes(allowed[end - 1] ?? '')) end--
  const name = allowed.slice(start, end).join('') || 'file'
  const dot = name.lastIndexOf('.')
  const hasEnding = dot > 0 && name.length - dot <= maxEnding
  const [wantedStem, ending] = hasEnding ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const stem = `${isDeviceName(name) ? '_' : ''}${shortened(wantedStem, maxBytes - Buffer.byteLength(ending))}`
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? `${stem}${ending}` : `${stem}-${number}${ending}`
    // Some file systems ignore case.
    if (used.has(candidate.toLowerCase())) continue
    used.add(candidate.toLowerCase())
    return candidate
  }
}

/** The start of a text, up to a number of bytes. Characters stay whole. */
function shortened(text: string, bytes: number): string {
  let used = 0
  let result = ''
  for (const letter of text) {
    used += Buffer.byteLength(letter)
    if (used > bytes) break
    result += letter
  }
  return result
}
