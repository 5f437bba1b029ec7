import { useMemo, useSyncExternalStore } from 'react'
import { isError } from '../../../../../src-shared/problem.ts'
import type { Group } from '../../../../form/place.ts'
import type { ProblemStore } from '../../../../form/problem-store.ts'
import { isMissingValue } from '../form/required-fields.ts'
import { type PlacedProblem, placeProblems } from './problem-panel.tsx'

interface ShownProblems {
  shown: readonly PlacedProblem[]
  /** Number of hidden errors, which only report an empty, untouched field. */
  hidden: number
}

/**
 * The problems to show. A missing value is shown only after its field lost focus or queueing was attempted.
 */
export function useShownProblems(store: ProblemStore, group: Group): ShownProblems {
  const snapshot = useMemo(() => createSnapshot(store), [store])
  const { shown, hidden } = useSyncExternalStore(store.subscribe, snapshot)
  return useMemo(() => ({ shown: placeProblems(shown, group), hidden }), [shown, hidden, group])
}

function createSnapshot(store: ProblemStore) {
  let last: { all: unknown; shown: ReturnType<ProblemStore['all']>; hidden: number } | undefined
  return () => {
    const all = store.all()
    const shown = all.filter(
      (problem) => !isError(problem) || !isMissingValue(problem) || store.visited(problem.path),
    )
    const hidden = all.length - shown.length
    if (last?.all !== all || last.hidden !== hidden) last = { all, shown, hidden }
    return last
  }
}
