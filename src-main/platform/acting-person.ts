import { AsyncLocalStorage } from 'node:async_hooks'
import { userInfo } from 'node:os'
import type { Person } from '../../src-shared/team/person.ts'

const acting = new AsyncLocalStorage<Person | undefined>()

/** Runs work, with all that it starts, in the name of a signed-in person. */
export const actAs = <T>(person: Person | undefined, work: () => T): T => acting.run(person, work)

/** The signed-in person who acts; undefined without a team: then everything may be done. */
export const actingPerson = (): Person | undefined => acting.getStore()

/**
 * Name of who acts: of the signed-in person, or of the operating system's account that runs the program; '' if
 * it has none.
 */
export function actingName(): string {
  const person = acting.getStore()
  if (person) return person.name
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
