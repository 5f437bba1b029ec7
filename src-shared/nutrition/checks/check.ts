/** What a check of nutrition facts finds. Nothing here is an error: a label is the maker's to answer for. */
import type { Market } from '../model.ts'
import type { Panel } from '../panel.ts'

export interface Finding {
  /** Which of the panels, 0-based. */
  panel: number
  /** Path below the panel: `saturatedFat`; empty for the panel itself. */
  at: string
  /** A plain sentence: what does not fit, and what to look at. */
  message: string
  expected: string
  found: string
  /** What to write there instead, where that is sure. */
  suggestion?: string
}

export interface NutritionCheck {
  /** Stable word for programs. */
  readonly code: string
  readonly message: string
  /**
   * Asked of all panels of one product.
   * @param market whose label it is, where somebody says so; else only what holds everywhere is found
   */
  readonly find: (panels: readonly Panel[], market?: Market) => Finding[]
}

/** A check that looks at one panel at a time. */
export const ofEachPanel =
  (find: (panel: Panel, market?: Market) => Omit<Finding, 'panel'>[]): NutritionCheck['find'] =>
  (panels, market) =>
    panels.flatMap((panel, index) => find(panel, market).map((finding) => ({ ...finding, panel: index })))
