import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import PQueue from 'p-queue'

/** Cost of a password hash: N = 2^ln, block size and parallelism of scrypt. */
export interface PasswordCost {
  ln: number
  r: number
  p: number
}

/** Cost of new hashes (OWASP, 2024): 32 MiB and about 0.2 s. */
export const passwordCost: PasswordCost = { ln: 15, r: 8, p: 3 }

const saltBytes = 16
const keyBytes = 32
/** Maximum memory of one hash, in bytes. A stored cost above it is refused. */
const maxMemory = 256 * 1024 * 1024

/** Hashes run in the thread pool; more than two would block the pool for files. */
const queue = new PQueue({ concurrency: 2 })

const key = (password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> =>
  queue.add(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: maxMemory }
        scrypt(password.normalize('NFC'), salt, keyBytes, options, (error, derived) =>
          error ? reject(error) : resolve(derived),
        )
      }),
  )

/** Hash of a password with its own salt, as text with all parameters: `$scrypt$ln=15,r=8,p=3$salt$hash`. */
export async function hashPassword(password: string, cost: PasswordCost = passwordCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  const derived = await key(password, salt, cost)
  const { ln, r, p } = cost
  return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${derived.toString('base64url')}`
}

/**
 * Whether a password matches a stored hash. Without one, a password is hashed too, so that the time does not
 * tell whether a name exists.
 */
export async function isPassword(
  password: string,
  stored: string | null | undefined,
  cost: PasswordCost = passwordCost,
): Promise<boolean> {
  const [, ln, r, p, salt = '', hash = ''] =
    /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/.exec(stored ?? '') ?? []
  if (ln === undefined) {
    await key(password, randomBytes(saltBytes), cost)
    return false
  }
  const derived = await key(password, Buffer.from(salt, 'base64url'), {
    ln: Number(ln),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(derived, Buffer.from(hash, 'base64url'))
}

/** A random password of 20 characters. */
export const makePassword = (): string => randomBytes(15).toString('base64url')
