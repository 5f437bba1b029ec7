import { useQuery } from '@tanstack/react-query'
import type { Person } from '../../../../../src-shared/team/person.ts'
import { rpc } from '../../../../rpc/client.ts'

/** The signed-in person, and the names of all people of the team. */
export interface Me {
  person: Person
  people: readonly string[]
}

/** Undefined without a team, and while it is not known. */
export function useMe(): Me | undefined {
  const { data } = useQuery(rpc.team.me.queryOptions())
  return data?.person ? { person: data.person, people: data.people } : undefined
}
