import { implement } from '@orpc/server'
import { completenessContract } from '../../src-shared/completeness/contract.ts'
import type { FaceSession } from '../platform/face-session.ts'
import type { Completeness } from './completeness.ts'

/** What the face may ask of profiles and scores. */
export function completenessProcedures(completeness: Completeness) {
  const os = implement(completenessContract).$context<FaceSession>()
  return {
    profiles: os.profiles.handler(() => completeness.profiles()),
    save: os.save.handler(({ input }) => completeness.save(input)),
    duplicate: os.duplicate.handler(({ input }) => completeness.duplicate(input)),
    delete: os.delete.handler(({ input }) => completeness.delete(input.id)),
    import: os.import.handler(({ input }) => completeness.import(input.text)),
    export: os.export.handler(({ input }) => completeness.export(input.id)),
    choose: os.choose.handler(({ input }) => completeness.choose(input)),
    ofItem: os.ofItem.handler(({ input }) => completeness.ofItem(input)),
  }
}
