import { isError, type Problem } from '../../src-shared/problem.ts'
import { useFormStore, useLeaf } from './form-store.ts'
import { type Member, make, type Place, problemPath } from './place.ts'
import { useProblemsAt, useVisited } from './problem-store.ts'

export interface LeafField {
  value: string
  /**
   * What an emptied input means is decided here, for every kind of input: the element is absent. Text beside
   * attributes and entries of a list cannot be absent on their own and become empty. What came present but empty
   * stays so until someone edits it.
   */
  change: (text: string) => void
  error: string | undefined
  warning: string | undefined
  path: string
}

/** Words for the problems worth showing at a field: a field nobody has been at does not complain of being empty. */
const wordsOf = (problems: readonly Problem[]): string | undefined =>
  problems.length > 0 ? problems.map((problem) => problem.message).join(' ') : undefined

/** One leaf of the value: its text, the way to change it, and what is wrong with it. */
export function useField(member: Member, place: Place): LeafField {
  const store = useFormStore()
  const path = problemPath(place)
  const value = useLeaf(place.keys)
  const problems = useProblemsAt(path)
  const visited = useVisited(path)
  const shown = value === '' && !visited ? [] : problems
  const mayBeAbsent = member.place !== 'text' && typeof place.keys.at(-1) !== 'number'
  return {
    value,
    change: (text) => {
      if (text !== '') make(store, place.parent)
      store.set(place.keys, text === '' && mayBeAbsent ? undefined : text)
    },
    error: wordsOf(shown.filter(isError)),
    warning: wordsOf(shown.filter((problem) => !isError(problem))),
    path,
  }
}
