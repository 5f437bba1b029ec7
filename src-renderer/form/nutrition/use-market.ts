import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Market } from '../../../src-shared/nutrition/model.ts'
import { client, rpc } from '../../rpc/client.ts'
import { toast } from '../../ui/overlays/toast.tsx'

/** Nutrition rules used on this computer (FDA by default), and a function that changes and saves them. */
export function useMarketChoice(): { market: Market; choose: (market: Market) => void } {
  const queries = useQueryClient()
  const { data } = useQuery(rpc.computer.settings.queryOptions())
  return {
    market: data?.nutritionMarket ?? 'fda',
    choose: (nutritionMarket) => {
      const key = rpc.computer.settings.queryKey()
      queries.setQueryData(key, (known) => known && { ...known, nutritionMarket })
      client.computer
        .setSettings({ nutritionMarket })
        .then((kept) => queries.setQueryData(key, kept))
        .catch((error: unknown) => toast.failed(t`FDA or EU is chosen for this window only`, error))
    },
  }
}

const MarketContext = createContext<Market>('fda')
export const MarketProvider = MarketContext.Provider
export const useMarket = (): Market => useContext(MarketContext)
