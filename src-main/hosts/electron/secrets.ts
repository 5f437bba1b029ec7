import { safeStorage } from 'electron'
import type { Secrets } from '../../platform/secrets.ts'

/**
 * Encrypts with the operating system's key store before anything reaches `inner`. Where the system has none (some
 * Linux desktops), `inner` keeps the values in its own way.
 */
export function secretsInKeyStore(inner: Secrets): Secrets {
  const prefix = 'key-store:'
  return {
    async get(key) {
      const stored = await inner.get(key)
      if (!stored?.startsWith(prefix)) return stored
      try {
        const sealed = Buffer.from(stored.slice(prefix.length), 'base64')
        return (await safeStorage.decryptStringAsync(sealed)).result
      } catch {
        // Sealed by another computer's key store, from which the folder was copied.
        return undefined
      }
    },
    async set(key, value) {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return inner.set(key, value)
      const encrypted = await safeStorage.encryptStringAsync(value)
      await inner.set(key, prefix + encrypted.toString('base64'))
    },
    delete: (key) => inner.delete(key),
  }
}
