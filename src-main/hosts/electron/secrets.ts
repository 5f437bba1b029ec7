import { safeStorage } from 'electron'
import type { Secrets } from '../../platform/secrets.ts'

/**
 * Encrypts with the operating system's key store before anything reaches `inner`. Where the system has none (some
 * Linux desktops), the values stay in `inner` as they are: a file of mode 0600.
 */
export function secretsInKeyStore(inner: Secrets): Secrets {
  const prefix = 'key-store:'
  return {
    async get(key) {
      const stored = await inner.get(key)
      if (!stored?.startsWith(prefix)) return stored
      const { result } = await safeStorage.decryptStringAsync(
        Buffer.from(stored.slice(prefix.length), 'base64'),
      )
      return result
    },
    async set(key, value) {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return inner.set(key, value)
      const encrypted = await safeStorage.encryptStringAsync(value)
      await inner.set(key, prefix + encrypted.toString('base64'))
    },
    delete: (key) => inner.delete(key),
  }
}
