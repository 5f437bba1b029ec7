/// <reference path="./pino-roll.d.ts" />
/**
 * The log files: `logs/catalog-desk.<number>.log` in this computer's home folder, as JSON lines. The highest
 * number is the newest.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pinoRoll from 'pino-roll'

const folderIn = (home: string): string => join(home, 'logs')
const namePattern = /^catalog-desk\.(\d+)\.log$/
/** Size at which the next file starts, and number of files kept. */
const bounds = { size: '5m', count: 5 }
/** Maximum bytes of lines buffered while the disk is full. */
const maxWaiting = 256 * 1024

/**
 * Opens the newest log file for appending lines. Lines that cannot be written are lost without an error.
 * @returns undefined when no file can be created
 */
export async function openLogFile(home: string): Promise<{ write(line: string): void } | undefined> {
  try {
    const file = await pinoRoll({
      file: join(folderIn(home), 'catalog-desk'),
      size: bounds.size,
      limit: { count: bounds.count, removeOtherLogFiles: true },
      mkdir: true,
      // Synchronous, so that the last lines of a program that exits at once are written.
      sync: true,
      maxLength: maxWaiting,
    })
    file.on('error', () => {
      // With a full or read-only disk the program continues without these lines.
    })
    return { write: (line) => void file.write(withoutSecrets(line)) }
  } catch {
    return undefined
  }
}

const secretName = /password|passphrase|secret|token|authorization|cookie|credential|session|signature/i
const masked = '[kept out]'

/**
 * Masks the values of secret-named properties in a log line, and removes user, query and fragment from its
 * URLs.
 */
export function withoutSecrets(line: string): string {
  try {
    const cleaned: unknown = JSON.parse(line, (name, value: unknown) => {
      if (secretName.test(name) && value !== null && typeof value !== 'boolean') return masked
      return typeof value === 'string' ? plainText(value) : value
    })
    return `${JSON.stringify(cleaned)}\n`
  } catch {
    return `${plainText(line.trimEnd())}\n`
  }
}

/**
 * Removes user, query and fragment from URLs: a query may contain a signature, a fragment the token of a
 * link.
 */
const plainText = (text: string): string =>
  text
    .replace(/(https?:\/\/)([^\s"'<>]*)/gi, (_address, scheme: string, rest: string) => {
      const [place = ''] = rest.split(/[?#]/, 1)
      const user = place.split('/', 1)[0]?.lastIndexOf('@') ?? -1
      return `${scheme}${place.slice(user + 1)}${place.length < rest.length ? '?…' : ''}`
    })
    .replace(/\b(bearer|basic) [\w.~+/=-]+/gi, `$1 ${masked}`)
    .replace(/([?&#;][\w-]*(?:password|token|key|secret|sig|signature|proof)=)[^&\s"'<>]*/gi, `$1${masked}`)

/** Returns all entries of the log files, oldest first; damaged lines are skipped. */
export async function readLog(home: string): Promise<Record<string, unknown>[]> {
  const folder = folderIn(home)
  const names = await readdir(folder).catch(() => [])
  const files = names
    .flatMap((name) => {
      const [, number] = namePattern.exec(name) ?? []
      return number === undefined ? [] : [{ name, number: Number(number) }]
    })
    .sort((one, other) => one.number - other.number)
  const texts = await Promise.all(
    files.map(({ name }) => readFile(join(folder, name), 'utf8').catch(() => '')),
  )
  return texts.flatMap((text) => text.split('\n').flatMap(entryOf))
}

function entryOf(line: string): Record<string, unknown>[] {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry !== null ? [entry as Record<string, unknown>] : []
  } catch {
    return []
  }
}
