import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Secrets } from './secrets.ts'

/**
 * Secrets in a file that only this user can read (mode 0600): what a computer without a key store allows.
 * The file is replaced whole, never half-written.
 */
export function secretsInFile(path: string): Secrets {
  const read = (): Record<string, string> => {
    try {
      return JSON.parse(readFileSync(path, 'utf8'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
      throw new Error(`The secrets file ${path} cannot be read: ${(error as Error).message}`, {
        cause: error,
      })
    }
  }
  const write = (all: Record<string, string>): void => {
    mkdirSync(dirname(path), { recursive: true })
    const temporary = `${path}.${process.pid}.new`
    writeFileSync(temporary, JSON.stringify(all), { mode: 0o600 })
    renameSync(temporary, path)
  }
  return {
    async get(key) {
      return read()[key]
    },
    async set(key, value) {
      write({ ...read(), [key]: value })
    },
    async delete(key) {
      const { [key]: _, ...rest } = read()
      write(rest)
    },
  }
}
