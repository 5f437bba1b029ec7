import type { StepState } from '../../../../src-shared/feeds/draft/model.ts'

/** A step, and the step that it undoes. */
export interface StepLink {
  number: number
  /** Number of the step that this one undoes, in the same draft. */
  undoes: number | null
  /**
   * Of a step that undoes another: null if it reversed each change of that step exactly, else the number of
   * fields and items that keep a later value.
   */
  kept: number | null
}

interface StepStates {
  states: Map<number, StepState>
  /** The steps without effect: a step that was undone exactly, and the step that undid it. */
  cancelled: Set<number>
}

/**
 * States of the applied steps of one draft.
 * @param applied in ascending order
 */
export function statesOfSteps(applied: readonly StepLink[]): StepStates {
  const reliedOn = new Map<number, readonly number[]>()
  for (const [index, { number, undoes, kept }] of applied.entries()) {
    if (undoes === null || kept !== null) continue
    const { cancelled } = statesGiven(applied.slice(0, index), reliedOn)
    reliedOn.set(
      number,
      [...cancelled].filter((one) => one > undoes),
    )
  }
  return statesGiven(applied, reliedOn)
}

/**
 * @param reliedOn for each exact undoing, the steps without effect at that time that followed the undone one.
 * It is exact only while they have no effect: they may have changed the same fields.
 */
function statesGiven(
  applied: readonly StepLink[],
  reliedOn: ReadonlyMap<number, readonly number[]>,
): StepStates {
  const states = new Map<number, StepState>()
  /** Undone steps by the step that undid them exactly. */
  const exact = new Map<number, number>()
  for (const { number, undoes, kept } of applied.toReversed()) {
    const state = states.get(number) ?? 'done'
    states.set(number, state)
    if (undoes === null || state === 'undone' || states.has(undoes)) continue
    const isWhole = state === 'done' && (kept ?? 0) === 0
    states.set(undoes, isWhole ? 'undone' : 'partly')
    if (state === 'done' && kept === null) exact.set(number, undoes)
  }
  for (;;) {
    const cancelled = new Set([...exact].flat())
    const disproved = [...exact.keys()].filter((number) =>
      reliedOn.get(number)?.some((one) => !cancelled.has(one)),
    )
    if (disproved.length === 0) return { states, cancelled }
    for (const number of disproved) exact.delete(number)
  }
}
