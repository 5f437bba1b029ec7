import { useState } from 'react'

let last = 0
const fresh = () => ++last

/**
 * Identities for the entries of a list, so that a moved entry keeps its inputs and the focus in them. The value
 * itself has none: entries are plain data. After a change from elsewhere (the XML was edited) the tail is made
 * anew, which is all that can be known.
 */
export function useEntryIds(length: number) {
  const [ids, setIds] = useState<number[]>(() => Array.from({ length }, fresh))
  let all = ids
  if (ids.length !== length) {
    all = Array.from({ length }, (_, index) => ids[index] ?? fresh())
    setIds(all)
  }
  return {
    all,
    add: () => setIds([...all, fresh()]),
    remove: (index: number) => setIds(all.filter((_, position) => position !== index)),
    move: (from: number, to: number) => {
      const next = [...all]
      const [id] = next.splice(from, 1)
      if (id !== undefined) next.splice(to, 0, id)
      setIds(next)
    },
  }
}
