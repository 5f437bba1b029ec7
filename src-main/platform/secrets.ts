import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { say } from '../../src-shared/texts/say.ts'

/** A password store: the operating system's key store under Electron, otherwise a file of mode 0600. */
export interface Secrets {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  delete(key: string): Promise<void>
}

/**
 * Stores secrets in a file that only this user can read (mode 0600), for computers without a key store. Every
 * change rewrites the file.
 */
export function secretsInFile(path: string): Secrets {
  const read = (): Record<string, string> => {
    try {
      return JSON.parse(readFileSync(path, 'utf8'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
      throw new Error(say`The secrets file ${path} cannot be read: ${(error as Error).message}`, {
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

const prefix = 'computer:'
const algorithm = 'aes-256-gcm'
const keyLength = 32
const nonceLength = 12
const tagLength = 16

/**
 * Encrypts secrets with a key that never leaves this computer (`keyFile`, mode 0600, created on first use). A
 * copied workspace folder contains the encrypted secrets, but on another computer they cannot be decrypted
 * and count as absent.
 */
export function sealedSecrets(inner: Secrets, keyFile: string): Secrets {
  return {
    async get(key) {
      const stored = await inner.get(key)
      if (!stored?.startsWith(prefix)) return stored
      const secretKey = readKey(keyFile)
      return secretKey && decrypt(stored.slice(prefix.length), secretKey)
    },
    async set(key, value) {
      await inner.set(key, prefix + encrypt(value, readKey(keyFile) ?? createKey(keyFile)))
    },
    delete: (key) => inner.delete(key),
  }
}

function encrypt(value: string, key: Uint8Array): string {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, key, nonce)
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Decrypts a secret; undefined if another computer or user encrypted it. */
function decrypt(stored: string, key: Uint8Array): string | undefined {
  const bytes = Buffer.from(stored, 'base64')
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength))
    decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
    const sealed = bytes.subarray(nonceLength + tagLength)
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function readKey(file: string): Uint8Array | undefined {
  try {
    const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
    return key.length === keyLength ? key : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Reads or creates the key. If two processes create it at the same time, the first one written is used. */
function createKey(file: string): Uint8Array {
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(file, randomBytes(keyLength).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = readKey(file)
  if (!key)
    throw new Error(say`The key file ${file} is damaged. Delete it; passwords must then be entered again.`)
  return key
}
