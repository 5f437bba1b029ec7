import { PlainError } from '../../src-shared/plain-error.ts'
import type { Procedures } from '../../src-shared/rpc/procedure.ts'
import type { peopleContract } from '../../src-shared/team/people-contract.ts'
import type { PeopleErrorCode } from '../../src-shared/team/people-model.ts'
import type { Person } from '../../src-shared/team/person.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { PageCall } from '../platform/page-session.ts'
import type { People } from './people/people.ts'

/** @throws PlainError `NOT_SIGNED_IN` */
function signedIn({ person }: PageCall): Person {
  if (person) return person
  throw new PlainError<PeopleErrorCode>('NOT_SIGNED_IN', say`Nobody signs in to this desk: it has no team.`)
}

/** The calls of the page about people. */
export const peopleProcedures = (people: People): Procedures<typeof peopleContract, PageCall> => ({
  me: async (_, { person }) => ({
    person: person ?? null,
    isEmpty: person !== undefined && !(await people.hasAny()),
  }),
  changePassword: ({ current, next }, session) =>
    people.changePassword(signedIn(session).name, current, next),
  async signOut(_, session) {
    signedIn(session)
    await session.end?.()
  },
  list: people.list,
  async add(given) {
    const made = await people.add(given)
    return given.password === undefined ? made : null
  },
  async setRole({ name, role }) {
    await people.setRole(name, role)
    return people.list()
  },
  async setDisabled({ name, isDisabled }) {
    await people.setDisabled(name, isDisabled)
    return people.list()
  },
  newPassword: ({ name }) => people.setPassword(name, undefined),
  async remove({ name }) {
    await people.remove(name)
    return people.list()
  },
})
