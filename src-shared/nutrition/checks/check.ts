/** A finding of a nutrition check. None is an error: the manufacturer is responsible for the label. */
import type { Market } from '../model.ts'
import type { Panel } from '../panel.ts'

export interface Finding {
  /** 0-based index of the panel. */
  panel: number
  /** Path below the panel: `saturatedFat`; empty for the panel itself. */
  at: string
  /** A sentence: the contradiction, and what to check. */
  message: string
  expected: string
  found: string
  /** The value that the other figures of the panel make, if they make exactly one. */
  suggestion?: string
  /** How the suggestion was computed. */
  why?: string
}

export interface NutritionCheck {
  /** Stable code for programs. */
  readonly code: string
  readonly message: string
  /**
   * Checks all panels of one product.
   * @param market of the label, if known; otherwise only rules for all markets are checked
   */
  readonly find: (panels: readonly Panel[], market?: Market) => Finding[]
}

/** Wraps a check of single panels. */
export const perPanel =
  (find: (panel: Panel, market?: Market) => Omit<Finding, 'panel'>[]): NutritionCheck['find'] =>
  (panels, market) =>
    panels.flatMap((panel, index) => find(panel, market).map((finding) => ({ ...finding, panel: index })))
