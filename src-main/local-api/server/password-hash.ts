import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

/** A password in a form it cannot be read back from. */
export interface PasswordHash {
  salt: Uint8Array
  hash: Uint8Array
}

/** scrypt's cost: some 50 ms and 16 MB a guess. Passwords are made here, of 144 random bits: they are not guessed. */
const cost = { N: 16384, r: 8, p: 1 }
const length = 32

const derive = promisify<string, Uint8Array, number, typeof cost, Buffer>(scrypt)

/** Compare it in constant time. */
export const derivePasswordHash = (password: string, salt: Uint8Array): Promise<Uint8Array> =>
  derive(password, salt, length, cost)

export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(16)
  return { salt, hash: await derivePasswordHash(password, salt) }
}

/** 144 bits, in letters, digits, `-` and `_`. */
export const newPassword = (): string => randomBytes(18).toString('base64url')
