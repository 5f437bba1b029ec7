import type { Procedures } from '../../../../src-shared/rpc/procedure.ts'
import type { teamContract } from '../../../../src-shared/team/contract.ts'
import { actingPerson } from '../../../platform/acting-person.ts'
import type { Review } from './review.ts'

/** The signed-in person and the names of the others, available to the UI. */
export const teamProcedures = ({ people }: Review): Procedures<typeof teamContract> => ({
  async me() {
    const person = actingPerson()
    return person ? { person, people: await people() } : { person: null, people: [] }
  },
})
