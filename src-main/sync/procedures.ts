import { implement } from '@orpc/server'
import { syncContract } from '../../src-shared/sync/contract.ts'
import type { SyncState } from '../../src-shared/sync/model.ts'
import type { FaceSession } from '../platform/face-session.ts'
import type { Sync } from './contract.ts'

/** What the face may ask of the sync. `sync` throws in a workspace that has no service to sync with; `state` does not. */
export function syncProcedures(sync: () => Sync, state: () => Promise<SyncState>) {
  const os = implement(syncContract).$context<FaceSession>()
  return {
    state: os.state.handler(() => state()),
    start: os.start.handler(({ input }) => sync().start(input)),
    pause: os.pause.handler(() => sync().pause()),
    resume: os.resume.handler(() => sync().resume()),
    cancel: os.cancel.handler(() => sync().cancel()),
    settings: os.settings.handler(() => sync().settings()),
    setSettings: os.setSettings.handler(({ input }) => sync().setSettings(input)),
    quarantine: os.quarantine.handler(() => sync().quarantine()),
    quarantinedAnswer: os.quarantinedAnswer.handler(({ input }) => sync().quarantinedAnswer(input.id)),
    retryQuarantined: os.retryQuarantined.handler(({ input }) => sync().retryQuarantined(input.id)),
    dropQuarantined: os.dropQuarantined.handler(({ input }) => sync().dropQuarantined(input.id)),
  }
}
