import { useMemo, useSyncExternalStore } from 'react'
import { isError } from '../../../../../src-shared/problem.ts'
import type { Group } from '../../../../form/place.ts'
import type { ProblemStore } from '../../../../form/problem-store.ts'
import { isLack } from '../form/required-fields.ts'
import { type PlacedProblem, placeProblems } from './problem-panel.tsx'

interface ShownProblems {
  shown: readonly PlacedProblem[]
  /** Errors that only say of a field nobody has been at that it is empty. */
  hidden: number
}

/** The problems worth saying: what is missing is said once its field was left, or sending was tried. */
export function useShownProblems(store: ProblemStore, group: Group): ShownProblems {
  const watch = useMemo(() => watchOf(store), [store])
  const { shown, hidden } = useSyncExternalStore(store.subscribe, watch)
  return useMemo(() => ({ shown: placeProblems(shown, group), hidden }), [shown, hidden, group])
}

function watchOf(store: ProblemStore) {
  let last: { all: unknown; shown: ReturnType<ProblemStore['all']>; hidden: number } | undefined
  return () => {
    const all = store.all()
    const shown = all.filter(
      (problem) => !isError(problem) || !isLack(problem) || store.visited(problem.path),
    )
    const hidden = all.length - shown.length
    if (last?.all !== all || last.hidden !== hidden) last = { all, shown, hidden }
    return last
  }
}
