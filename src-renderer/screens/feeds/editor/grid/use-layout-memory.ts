import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { GridLayouts } from '../../../../../src-shared/feeds/draft/grid-layout.ts'
import { client, rpc } from '../../../../rpc/client.ts'
import { toast } from '../../../../ui/overlays/toast.tsx'
import type { LayoutMemory } from './grid-layout.ts'

/** A column is made wider step by step: the last width is kept. */
const restMilliseconds = 400

/**
 * The layouts of grids among the settings of this computer; undefined until they are read. Without them the usual
 * columns are shown, and what is chosen is for this window only.
 */
export function useLayoutMemory(): LayoutMemory | undefined {
  const queries = useQueryClient()
  const { data, isError } = useQuery(rpc.computer.settings.queryOptions())
  const waiting = useRef<{ layouts: GridLayouts; timer: ReturnType<typeof setTimeout> }>(undefined)
  const memory = useMemo(() => {
    const key = rpc.computer.settings.queryKey()
    const send = () => {
      const given = waiting.current
      if (!given) return
      clearTimeout(given.timer)
      waiting.current = undefined
      client.computer
        .setSettings({ feedGrids: given.layouts })
        .catch((error: unknown) => toast.failed(t`The columns are chosen for this window only`, error))
    }
    return {
      send,
      read: (kind) => queries.getQueryData(key)?.feedGrids[kind],
      keep(kind, layout) {
        const known = queries.getQueryData(key)
        // What is not known would be written over.
        if (!known) return
        const layouts = { ...known.feedGrids, [kind]: layout }
        queries.setQueryData(key, { ...known, feedGrids: layouts })
        clearTimeout(waiting.current?.timer)
        waiting.current = { layouts, timer: setTimeout(send, restMilliseconds) }
      },
    } satisfies LayoutMemory & { send: () => void }
  }, [queries])
  useEffect(() => memory.send, [memory])
  return data || isError ? memory : undefined
}
