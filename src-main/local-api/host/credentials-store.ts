import { randomBytes } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

/** What another program on this computer sends in the headers `username` and `password`. */
export interface LocalApiCredentials {
  username: string
  password: string
}

const key = 'local-api-password'
/** Who the credentials of this computer belong to. */
export const localApiUsername = 'desk'
const newPassword = (): string => randomBytes(18).toString('base64url')

/** The credentials of the local API: made at first need, the same ever after until they are rotated. */
export function localApiCredentials(secrets: Secrets): {
  read(): Promise<LocalApiCredentials>
  /** The old password stops working at once. */
  rotate(): Promise<LocalApiCredentials>
} {
  const rotate = async (): Promise<LocalApiCredentials> => {
    const password = newPassword()
    await secrets.set(key, password)
    return { username: localApiUsername, password }
  }
  return {
    rotate,
    async read() {
      const password = await secrets.get(key)
      return password === undefined ? rotate() : { username: localApiUsername, password }
    },
  }
}
