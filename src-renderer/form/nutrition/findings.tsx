import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { checkNutrition } from '../../../src-shared/nutrition/checks/check-nutrition.ts'
import type { Nutrition } from '../../../src-shared/vocabulary/elements/nutrition.ts'
import { useSlice } from '../form-store.ts'
import type { Place } from '../place.ts'
import { useMarket } from './use-market.ts'

type Findings = ReturnType<typeof checkNutrition>

interface Facts {
  panels: readonly Nutrition[]
  findings: Findings
}
const FactsContext = createContext<Facts>({ panels: [], findings: [] })
const none: readonly Nutrition[] = []

/** What the panels hold and what does not add up in them, computed once for all that show a part of it. */
export function FactsProvider({ list, children }: { list: Place; children: ReactNode }) {
  const market = useMarket()
  const slice = useSlice(list.keys)
  // The store holds what the vocabulary describes; at these keys that is the list of panels.
  const panels = Array.isArray(slice) ? (slice as readonly Nutrition[]) : none
  const facts = useMemo(() => ({ panels, findings: checkNutrition(panels, market) }), [panels, market])
  return <FactsContext value={facts}>{children}</FactsContext>
}
export const useFacts = (): Facts => useContext(FactsContext)
