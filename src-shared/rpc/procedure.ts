import { type ContractProcedure, type InferSchemaInput, type InferSchemaOutput, oc } from '@orpc/contract'
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

/**
 * The functions that answer a contract, under the names of its procedures. `Session` is what they are told of the session
 * that asks; most need none of it.
 */
export type Procedures<Contract, Session = unknown> = {
  [Name in keyof Contract]: Contract[Name] extends ContractProcedure<
    infer Input,
    infer Output,
    infer _E,
    infer _M
  >
    ? (
        input: InferSchemaOutput<Input>,
        session: Session,
      ) => InferSchemaInput<Output> | Promise<InferSchemaInput<Output>>
    : never
}

/** A room that answers a contract, with further functions for other rooms. */
export type Room<Contract, Session = unknown> = Procedures<Contract, Session> & Record<string, unknown>
