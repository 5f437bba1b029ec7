import { oc } from '@orpc/contract'
import type { Topic } from './changes.ts'

/** What the face knows of a procedure beside its types. */
export interface ProcedureMeta {
  /** What the answer depends on: the face asks again when one of these changes. Absent for calls, which are not kept. */
  topics?: readonly Topic[]
  /** The answer is about one thing: a change that names other identifiers than the `id` asked for does not concern it. */
  isAboutOne?: boolean
}

/** A procedure that does something, or whose answer the face does not keep. */
export const call = oc.$meta<ProcedureMeta>({})
/** A procedure whose answer the face keeps until one of the topics changes. */
export const query = (...topics: Topic[]) => call.meta({ topics })
/** A `query` about the one thing that its input names as `id`. */
export const queryOfOne = (...topics: Topic[]) => call.meta({ topics, isAboutOne: true })
