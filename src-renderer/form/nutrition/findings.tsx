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

/** Provides the panels and the nutrition findings, computed once for all components that show them. */
export function FactsProvider({ list, children }: { list: Place; children: ReactNode }) {
  const market = useMarket()
  const slice = useSlice(list.keys)
  // The slice has the type that the vocabulary describes: a list of panels.
  const panels = Array.isArray(slice) ? (slice as readonly Nutrition[]) : none
  const facts = useMemo(() => ({ panels, findings: checkNutrition(panels, market) }), [panels, market])
  return <FactsContext value={facts}>{children}</FactsContext>
}
export const useFacts = (): Facts => useContext(FactsContext)
