import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { beat, type Present } from '../../../../../src-shared/feeds/presence/model.ts'
import { client, rpc } from '../../../../rpc/client.ts'
import type { Me } from './use-me.ts'

/** Identifies this page among all pages of the person. */
const page = crypto.randomUUID()

const nobody: readonly Present[] = []

/** Says that this person has a draft and an item open. @returns the others who have the draft open */
export function usePresence(draft: string, key: number, me: Me | undefined): readonly Present[] {
  const isTeam = me !== undefined
  useEffect(() => {
    if (!isTeam) return
    // A beat that does not arrive is followed by the next one.
    const say = () => {
      if (!document.hidden) client.presence.say({ draft, key, page }).catch(() => undefined)
    }
    say()
    const timer = setInterval(say, beat)
    document.addEventListener('visibilitychange', say)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', say)
    }
  }, [draft, key, isTeam])
  useEffect(() => {
    if (!isTeam) return
    const leave = () => void client.presence.leave({ page }).catch(() => undefined)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [isTeam])
  const { data } = useQuery(rpc.presence.who.queryOptions({ input: { id: draft }, enabled: isTeam }))
  return isTeam && data ? data.filter(({ name }) => name !== me.person.name) : nobody
}
