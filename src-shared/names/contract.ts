import { type } from '@orpc/contract'
import * as z from 'zod'
import { nameChoice } from '../import/names.ts'
import { call, query } from '../rpc/procedure.ts'
import { maxDecisions } from './model.ts'

/** A kind of name of an import, or the path of a field of a feed. */
const kind = z.string().min(1).max(500)
const name = z.string().min(1).max(1000)

export const namesContract = {
  /** Number of remembered decisions of a kind. */
  decided: query('names').input(z.object({ kind })).output(type<{ count: number }>()),
  /** Remembers what a person chose for names. They are proposed for the next file and the next draft. */
  remember: call
    .input(z.object({ kind, decisions: z.array(z.object({ name, choice: nameChoice })).max(maxDecisions) }))
    .output(type<void>()),
  /** Forgets the decisions for some names; without names, all of the kind. Returns how many there were. */
  forget: call
    .input(z.object({ kind, names: z.array(name).max(maxDecisions).optional() }))
    .output(type<{ forgotten: number }>()),
}
