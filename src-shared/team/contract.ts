import { type } from '@orpc/contract'
import { query } from '../rpc/procedure.ts'
import type { Person } from './person.ts'

export const teamContract = {
  /** The signed-in person, null without a team; and the names of the people of the team. */
  me: query('people').output(type<{ person: Person | null; people: string[] }>()),
}
