import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { GridLayouts } from '../../../../../src-shared/feeds/draft/grid-layout.ts'
import type { Draft } from '../../../../../src-shared/feeds/draft/model.ts'
import { client, rpc } from '../../../../rpc/client.ts'
import { toast } from '../../../../ui/overlays/toast.tsx'
import type { LayoutMemory } from './grid-layout.ts'

/**
 * Storage of the layout of a draft; undefined while loading.
 * @param hasOwn whether the draft has columns that others of its kind do not have: its layout is then stored
 * with it
 */
export function useLayoutMemory({ id, grid }: Draft, hasOwn: boolean): LayoutMemory | undefined {
  const common = useCommonMemory()
  const own = useRef(grid)
  return useMemo(
    () =>
      common &&
      (hasOwn
        ? {
            isOfDraft: true,
            read: () => own.current,
            keep(_kind, layout) {
              own.current = layout
              client.feeds
                .setDraftGrid({ id, grid: layout })
                .catch((error: unknown) =>
                  toast.failed(t`The columns are chosen for this window only`, error),
                )
            },
          }
        : common),
    [id, hasOwn, common],
  )
}

/** Milliseconds without a change before a layout is saved, because a resize changes it many times. */
const saveDelayMilliseconds = 400

/**
 * The grid layouts by kind of feed, stored in the settings of this computer; undefined while loading. If the
 * settings cannot be read, the default columns are shown and changes apply only to this window.
 */
function useCommonMemory(): LayoutMemory | undefined {
  const queries = useQueryClient()
  const { data, isError } = useQuery(rpc.computer.settings.queryOptions())
  const unsaved = useRef<{ layouts: GridLayouts; timer: ReturnType<typeof setTimeout> }>(undefined)
  const memory = useMemo(() => {
    const key = rpc.computer.settings.queryKey()
    const send = () => {
      const pending = unsaved.current
      if (!pending) return
      clearTimeout(pending.timer)
      unsaved.current = undefined
      client.computer
        .setSettings({ feedGrids: pending.layouts })
        .catch((error: unknown) => toast.failed(t`The columns are chosen for this window only`, error))
    }
    return {
      send,
      read: (kind) => queries.getQueryData(key)?.feedGrids[kind],
      keep(kind, layout) {
        const settings = queries.getQueryData(key)
        // Without the current settings, the other layouts would be overwritten.
        if (!settings) return
        const layouts = { ...settings.feedGrids, [kind]: layout }
        queries.setQueryData(key, { ...settings, feedGrids: layouts })
        clearTimeout(unsaved.current?.timer)
        unsaved.current = { layouts, timer: setTimeout(send, saveDelayMilliseconds) }
      },
    } satisfies LayoutMemory & { send: () => void }
  }, [queries])
  useEffect(() => memory.send, [memory])
  return data || isError ? memory : undefined
}
