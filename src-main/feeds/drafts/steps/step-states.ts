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

/**
 * States of the applied steps of one draft.
 * @param applied in ascending order
 * @returns also the steps without effect: a step that was undone exactly, and the step that undid it
 */
export function statesOfSteps(applied: readonly StepLink[]): {
  states: Map<number, StepState>
  cancelled: Set<number>
} {
  const states = new Map<number, StepState>()
  const cancelled = new Set<number>()
  for (const { number, undoes, kept } of applied.toReversed()) {
    const state = states.get(number) ?? 'done'
    states.set(number, state)
    if (undoes === null || state === 'undone' || states.has(undoes)) continue
    const isWhole = state === 'done' && (kept ?? 0) === 0
    states.set(undoes, isWhole ? 'undone' : 'partly')
    if (state !== 'done' || kept !== null) continue
    cancelled.add(number)
    cancelled.add(undoes)
  }
  return { states, cancelled }
}
