import type { AnyContractProcedure } from '@orpc/contract'
import { implement, type Router } from '@orpc/server'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { Procedures } from '../../src-shared/rpc/procedure.ts'
import { whyNot } from '../../src-shared/team/procedure-roles.ts'
import { actAs } from '../platform/acting-person.ts'
import type { PageCall, PageSession } from '../platform/page-session.ts'
import { toRpcError } from './rpc-error.ts'

type RoomContract = Record<string, AnyContractProcedure>
type Contract = Record<string, RoomContract>

/**
 * The functions for each room (a group of procedures) of a contract. A room may have additional functions,
 * which cannot be called.
 */
export type Rooms<C extends Contract> = { [Room in keyof C]: Procedures<C[Room], PageCall> }

/** A function of a room; only the contract defines its input and output. */
type AnyProcedure = (input: unknown, call: PageCall) => unknown

/**
 * Creates the handlers of a contract.
 * @param onDefect called with the path of a procedure that failed with a defect
 */
export function serve<C extends Contract>(
  contract: C,
  rooms: Rooms<C>,
  onDefect?: (error: unknown, path: readonly string[]) => void,
): Router<C, PageSession> {
  const os = implement(contract as Contract)
    .$context<PageSession>()
    .use(async ({ next, path, signal }) => {
      try {
        return await next()
      } catch (error) {
        const rpcError = toRpcError(error)
        // A call that the page cancelled may fail in any way.
        if (rpcError.status >= 500 && !signal?.aborted) onDefect?.(error, path)
        throw rpcError
      }
    })
  // The types are lost when iterating over names.
  const functions = rooms as Record<string, Record<string, AnyProcedure>>
  const handlers = mapped(contract as Contract, (room, roomName) =>
    mapped(room, (_, name) => {
      const procedure = os[roomName]?.[name]
      const answer = functions[roomName]?.[name]
      if (!procedure || !answer) throw new Error(`No function answers ${roomName}.${name}`)
      return procedure.handler(({ input, context, signal }) => {
        const { person } = context
        const why = person && whyNot(person, roomName, name)
        if (why !== undefined) throw new PlainError('FORBIDDEN', why)
        return actAs(person, () => answer(input, { ...context, signal }))
      })
    }),
  )
  return handlers as Router<Contract, PageSession> as Router<C, PageSession>
}

/**
 * The functions of a room that `find` returns at each call. It may return a different room every time, or
 * throw if there is none.
 */
export function lateBound<C extends RoomContract>(
  contract: C,
  find: () => Procedures<C, PageCall>,
): Procedures<C, PageCall> {
  const functions = mapped(
    contract,
    (_, name): AnyProcedure =>
      (input, call) => {
        const room = find() as Record<string, AnyProcedure>
        return room[name]?.(input, call)
      },
  )
  return functions as Procedures<C, PageCall>
}

/** Rooms that reject every call. */
export const refusals = <C extends Contract>(contract: C, refuse: () => never): Rooms<C> =>
  mapped(contract, (room) => lateBound(room, refuse)) as Rooms<C>

function mapped<T, R>(
  record: Readonly<Record<string, T>>,
  change: (value: T, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))
}
