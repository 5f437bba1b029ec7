/**
 * Safe mode: a workspace whose background work is suspected to be at fault is opened without it. It can be
 * browsed, edited, exported and backed up.
 */
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { LocalApiHost } from '../local-api/index.ts'
import type { Sync } from '../sync/index.ts'

/** @throws PlainError `SAFE_MODE` */
async function refuse(): Promise<never> {
  throw new PlainError(
    'SAFE_MODE',
    say`Catalog Desk runs in safe mode: nothing is synced or sent, and the local API is stopped. Start it normally for that.`,
  )
}

/** A sync that shows its state and its settings, and refuses to run. */
export const syncInSafeMode = (sync: Sync): Sync => ({ ...sync, start: refuse, resume: refuse })

/** A local API that stays stopped, whether it was enabled or not. */
export const localApiInSafeMode = (localApi: LocalApiHost): LocalApiHost => ({
  ...localApi,
  start: refuse,
  resume: async () => {},
  set: (choice) => (choice.running ? refuse() : localApi.set(choice)),
})
