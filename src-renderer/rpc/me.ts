import { useQuery } from '@tanstack/react-query'
import { whyNot } from '../../src-shared/team/procedure-roles.ts'
import { rpc } from './client.ts'

/** The signed-in person; undefined without a team, and until it is known. */
export const useMe = () => useQuery(rpc.people.me.queryOptions()).data?.person ?? undefined

/** Why the signed-in person may not call a procedure; undefined if the person may, and without a team. */
export function useWhyNot(room: string, procedure: string): string | undefined {
  const person = useMe()
  return person && whyNot(person, room, procedure)
}
