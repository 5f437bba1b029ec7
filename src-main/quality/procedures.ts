import { implement } from '@orpc/server'
import { qualityContract } from '../../src-shared/quality/contract.ts'
import type { FaceSession } from '../platform/face-session.ts'
import type { Quality } from './quality.ts'

/** What the face may ask of the catalog's quality. */
export function qualityProcedures(quality: Quality) {
  const os = implement(qualityContract).$context<FaceSession>()
  return {
    report: os.report.handler(({ input }) => quality.report(input)),
    count: os.count.handler(({ input }) => quality.count(input)),
    stop: os.stop.handler(({ input }) => quality.stop(input)),
    list: os.list.handler(({ input }) => quality.list(input)),
    ids: os.ids.handler(({ input }) => quality.ids(input)),
  }
}
