import { type } from '@orpc/contract'
import * as z from 'zod'
import { backupsContract } from '../backup/contract.ts'
import { catalogContract } from '../catalog/contract.ts'
import { completenessContract } from '../completeness/contract.ts'
import { duplicatesContract } from '../duplicates/contract.ts'
import { evidenceContract } from '../evidence/contract.ts'
import { photographContract } from '../evidence/photograph-contract.ts'
import { exportContract } from '../export/contract.ts'
import { feedContract } from '../feeds/draft/contract.ts'
import { outboxContract } from '../feeds/outbox/contract.ts'
import { presenceContract } from '../feeds/presence/contract.ts'
import { reviewContract } from '../feeds/review/contract.ts'
import { historyContract } from '../history/contract.ts'
import { importContract } from '../import/contract.ts'
import { localApiContract } from '../local-api/contract.ts'
import { mediaContract } from '../media/contract.ts'
import { namesContract } from '../names/contract.ts'
import { qualityContract } from '../quality/contract.ts'
import { syncContract } from '../sync/contract.ts'
import { teamContract } from '../team/contract.ts'
import { peopleContract } from '../team/people-contract.ts'
import {
  computerContract,
  filesContract,
  upkeepContract,
  workspaceContract,
  workspacesContract,
} from '../workspace/contract.ts'
import type { ChangeBatch } from './changes.ts'
import { call } from './procedure.ts'

/**
 * All procedures of the backend that the user interface can call. Errors arrive as `ORPCError` with `code`,
 * `message` and, for problems of single fields, `data: { problems: Problem[] }`.
 */
export const contract = {
  computer: computerContract,
  workspace: workspaceContract,
  workspaces: workspacesContract,
  backups: backupsContract,
  files: filesContract,
  upkeep: upkeepContract,
  catalog: catalogContract,
  completeness: completenessContract,
  quality: qualityContract,
  duplicates: duplicatesContract,
  evidence: evidenceContract,
  photographs: photographContract,
  history: historyContract,
  feeds: feedContract,
  reviews: reviewContract,
  presence: presenceContract,
  team: teamContract,
  outbox: outboxContract,
  media: mediaContract,
  sync: syncContract,
  imports: importContract,
  names: namesContract,
  exports: exportContract,
  localApi: localApiContract,
  people: peopleContract,
  changes: {
    /**
     * Long poll: resolves when something was committed after `after`, or after about 25 s. Resolves immediately
     * if `workspace` is not the open one.
     */
    next: call
      .input(z.object({ after: z.int().min(0), workspace: z.string().optional() }))
      .output(type<ChangeBatch>()),
  },
}
