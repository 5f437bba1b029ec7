import { type } from '@orpc/contract'
import * as z from 'zod'
import type { OutboxFeed } from '../outbox/model.ts'
import type { Problem } from '../problem.ts'
import { call, query, queryOfOne } from '../rpc/procedure.ts'
import { type Draft, type DraftList, feedKinds, type SavedDraft } from './model.ts'

const byId = z.object({ id: z.string() })

export const feedContract = {
  /** An import of a large file makes thousands of drafts. */
  drafts: query('drafts')
    .input(z.object({ offset: z.int().min(0), limit: z.int().min(1).max(200) }))
    .output(type<DraftList>()),
  draft: queryOfOne('drafts').input(byId).output(type<Draft>()),
  /**
   * A new draft: empty, or filled from items of the catalog (`contentplus`: with the content kept for retailers), or
   * from given XML.
   */
  createDraft: call
    .input(
      z.object({
        kind: z.enum(feedKinds),
        fromItemIds: z.array(z.string()).optional(),
        /** `contentplus` only: begin with the content of these retailers; of every one when absent. */
        retailerIds: z.array(z.string()).optional(),
        xml: z.string().optional(),
        name: z.string().optional(),
      }),
    )
    .output(type<Draft>()),
  /** Answers with the outcome of every check of what was saved, as `checkDraft` does: nothing needs to be asked after a save. */
  saveDraft: call
    .input(z.object({ id: z.string(), revision: z.int(), xml: z.string(), name: z.string().optional() }))
    .output(type<SavedDraft>()),
  /** Makes a `create` draft a `refresh`: its payload stays as saved. Refused (`STALE_REVISION`) when it was saved elsewhere since. */
  makeRefresh: call.input(byId.extend({ revision: z.int() })).output(type<Draft>()),
  deleteDraft: call.input(byId).output(type<{ deleted: boolean }>()),
  /**
   * Every check there is: well-formedness, schema, business rules, what the catalog knows (duplicates, identifiers), and
   * what is on its way already.
   */
  checkDraft: query('drafts', 'items', 'lookups', 'outbox').input(byId).output(type<Problem[]>()),
  /** Freezes the draft's bytes and queues them. Refused (`DRAFT_INVALID`, with problems) while an error stands. */
  queueDraft: call.input(byId.extend({ revision: z.int() })).output(type<OutboxFeed>()),
}
