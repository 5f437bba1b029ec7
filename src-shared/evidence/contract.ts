import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import {
  type DecisionStep,
  decisionKinds,
  dismissalReasons,
  type EvidenceState,
  evidenceModes,
  type FindingPage,
  findingKinds,
  type ItemEvidence,
  maxDecidedFindings,
  maxNoteLength,
} from './model.ts'

const findingKey = z.object({
  itemId: z.string(),
  kind: z.enum(findingKinds),
  sha256: z.string(),
  subject: z.string(),
})

export const evidenceContract = {
  state: query('evidence', 'findings', 'media', 'items', 'completeness', 'workspace').output(
    type<EvidenceState>(),
  ),
  setMode: call.input(z.object({ mode: z.enum(evidenceModes) })).output(type<EvidenceState>()),
  /**
   * Reads the pictures that have not been read, and compares what has changed. A running run continues. Fails with
   * `EVIDENCE_OFF` if the setting is `off`.
   */
  start: call.output(type<EvidenceState>()),
  stop: call.output(type<EvidenceState>()),
  /** Deletes all readings and findings; the next run makes them again. Decisions about findings are kept. */
  clear: call.output(type<EvidenceState>()),
  /** Findings of the last comparison without the dismissed ones, heaviest kinds first, then by item. */
  list: query('evidence', 'findings', 'items')
    .input(
      z.object({
        /** Only these kinds; all if absent. */
        kinds: z.array(z.enum(findingKinds)).optional(),
        itemId: z.string().optional(),
        /** Only the findings with this decision. */
        decision: z.enum(decisionKinds).optional(),
        offset: z.int().min(0),
        limit: z.int().min(1).max(200),
      }),
    )
    .output(type<FindingPage>()),
  /** Findings of one item, made from its current record and the readings of its pictures. */
  ofItem: query('evidence', 'findings', 'media', 'items', 'completeness')
    .input(z.object({ itemId: z.string() }))
    .output(type<ItemEvidence>()),
  /** Leaves a finding out of lists and counts from now on, for this picture and this item. */
  dismiss: call
    .input(findingKey.extend({ reason: z.enum(dismissalReasons), note: z.string().max(maxNoteLength) }))
    .output(type<void>()),
  /** Marks a finding as right: a person saw it. It stays in lists and counts. */
  agree: call.input(findingKey).output(type<void>()),
  /**
   * One decision about many findings, as one step: those that are named, or all of these kinds. Findings that
   * somebody has decided about keep their decision.
   */
  decideMany: call
    .input(
      z.object({
        which: z.union([
          z.object({ findings: z.array(findingKey).min(1).max(maxDecidedFindings) }),
          z.object({ kinds: z.array(z.enum(findingKinds)).min(1) }),
        ]),
        decision: z.enum(decisionKinds),
        /** Of a dismissal. */
        reason: z.enum(dismissalReasons).optional(),
        note: z.string().max(maxNoteLength).default(''),
      }),
    )
    .output(type<DecisionStep>()),
  /** Takes back all decisions of a step. */
  undoDecisions: call.input(z.object({ step: z.int() })).output(type<void>()),
  /** Takes back what was decided about a finding. */
  restore: call.input(findingKey).output(type<void>()),
}
