import { createHash } from 'node:crypto'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import type { Person } from '../../../../src-shared/team/person.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import { createGrants, type PageSession } from '../../../platform/page-session.ts'
import type { People } from '../../../team/index.ts'
import { type Admission, createSessions } from './sessions.ts'
import { createSignedAddresses } from './signed-addresses.ts'

/** Maximum number of sessions whose chosen files are kept in memory; the oldest is removed first. */
const maxKept = 1000

/**
 * Admits the people of a team by name and password. A team without people is entered by a link, as
 * administrator; the link and its session end when the first person is added.
 * @param account name of the person who enters by a link
 */
export function admitTeam(
  people: () => People | undefined,
  account: string,
  clock: Clock = systemClock,
): Admission {
  const first = createSessions(clock)
  const administrator: Person = { name: account, role: 'administrator' }
  const addresses = createSignedAddresses(clock)
  const kept = new Map<string, Pick<PageSession, 'grants'>>()
  const isEmpty = async (): Promise<boolean> => (await people()?.hasAny()) === false
  const grantsOf = (session: string): PageSession['grants'] => {
    const key = createHash('sha256').update(session).digest('base64url')
    const { grants } = kept.get(key) ?? { grants: createGrants() }
    kept.delete(key)
    kept.set(key, { grants })
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKept) break
      kept.delete(oldest)
    }
    return grants
  }
  const required = (): People => {
    const found = people()
    if (found) return found
    throw new PlainError('NO_WORKSPACE', say`No workspace is open.`)
  }

  return {
    link: async (lasts) => ((await isEmpty()) ? first.link(lasts) : undefined),
    enter: async (token) => ((await isEmpty()) ? first.enter(token) : undefined),
    signIn: (name, password) => required().signIn(name, password),
    async find(session) {
      const person = await people()?.personOf(session)
      if (person)
        return {
          person,
          grants: grantsOf(session),
          addressOf: addresses.addressOf,
          end: async () => required().signOut(session),
        }
      const entered = first.find(session)
      if (!entered || !(await isEmpty())) return undefined
      return { ...entered, person: administrator }
    },
    isPictureKey: async (key) => (await people()?.isPictureKey(key)) === true,
    isGivenOut: (address) => addresses.isGivenOut(address) || first.isGivenOut(address),
  }
}
