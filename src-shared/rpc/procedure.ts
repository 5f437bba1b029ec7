import { type ContractProcedure, type InferSchemaInput, type InferSchemaOutput, oc } from '@orpc/contract'
import type { Topic } from './changes.ts'

/** Metadata of a procedure for the user interface. */
export interface ProcedureMeta {
  /** Topics whose changes invalidate the result. Absent for calls, whose results are not cached. */
  topics?: readonly Topic[]
  /**
   * Whether the result is about the one object with the input's `id`: changes of other identifiers do not
   * invalidate it.
   */
  isAboutOne?: boolean
}

/** A procedure with side effects, or whose result is not cached by the user interface. */
export const call = oc.$meta<ProcedureMeta>({})
/** A procedure whose result the user interface caches until one of the topics changes. */
export const query = (...topics: Topic[]) => call.meta({ topics })
/** A `query` about the one object that its input names as `id`. */
export const queryOfOne = (...topics: Topic[]) => call.meta({ topics, isAboutOne: true })

/**
 * Handlers of a contract, by procedure name. `Session` is the data about the calling session; most handlers
 * need none.
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

/** The handlers of a contract, with further functions for other parts of the backend. */
export type Room<Contract, Session = unknown> = Procedures<Contract, Session> & Record<string, unknown>
