import { oc } from '@orpc/contract'
import type { Topic } from './changes.ts'

/** What the face knows of a procedure beside its types. */
export interface ProcedureMeta {
  /** The topics whose changes make the answer stale. Absent for calls, whose answers are not kept. */
  topics?: readonly Topic[]
  /** Whether the answer is about the one thing named by `id`: changes of other identifiers do not make it stale. */
  isAboutOne?: boolean
}

/** A procedure that does something, or whose answer the face does not keep. */
export const call = oc.$meta<ProcedureMeta>({})
/** A procedure whose answer the face keeps until one of the topics changes. */
export const query = (...topics: Topic[]) => call.meta({ topics })
/** A `query` about the one thing that its input names as `id`. */
export const queryOfOne = (...topics: Topic[]) => call.meta({ topics, isAboutOne: true })
