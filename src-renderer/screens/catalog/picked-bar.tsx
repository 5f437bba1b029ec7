import { useMutation } from '@tanstack/react-query'
import { FilePenLine, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { CatalogRow } from '../../../src-shared/catalog/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { counted } from '../../ui/words.ts'
import { ExportButton } from '../export/export-button.tsx'
import { draftingFromItems } from '../feeds/feed-kinds.ts'

/** The bar below the list while items are ticked, with the actions for all of them. */
export function PickedBar({ picked }: { picked: PickedItems }) {
  const [, navigate] = useLocation()
  const createDraft = useMutation(
    rpc.feeds.createDraft.mutationOptions({
      onSuccess: (draft) => {
        picked.clear()
        navigate(`/feeds/${draft.id}`)
      },
      onError: (error) => toast.failed('The draft could not be made', error),
    }),
  )
  if (picked.size === 0) return null
  return (
    <section
      aria-label="Selected items"
      className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2"
    >
      <span role="status" className="tabular text-sm font-medium">
        {counted(picked.size, 'item')} selected
      </span>
      <IconButton
        size="small"
        label="Clear the selection"
        icon={<X className="size-4" aria-hidden />}
        onClick={picked.clear}
      />
      <span className="flex-1" />
      <ExportButton source={{ itemIds: picked.rows.map((row) => row.id) }} what="selected" />
      {draftingFromItems.map(({ kind, label, hint }) => (
        <Tooltip key={kind} label={hint} side="top">
          <Button
            variant={kind === 'update' ? 'primary' : 'secondary'}
            busy={createDraft.isPending}
            icon={kind === 'update' && <FilePenLine className="size-4" aria-hidden />}
            onClick={() => createDraft.mutate({ kind, fromItemIds: picked.rows.map((row) => row.id) })}
          >
            {label}
          </Button>
        </Tooltip>
      ))}
    </section>
  )
}

/** The ticked items with their names. They stay ticked when the search changes. */
export interface PickedItems {
  size: number
  rows: readonly CatalogRow[]
  has: (itemId: string) => boolean
  set: (row: CatalogRow, picked: boolean) => void
  clear: () => void
}

export function usePickedItems(): PickedItems {
  const [byId, setById] = useState<ReadonlyMap<string, CatalogRow>>(new Map())
  return useMemo(
    () => ({
      size: byId.size,
      rows: [...byId.values()],
      has: (itemId) => byId.has(itemId),
      set: (row, picked) =>
        setById((before) => {
          const after = new Map(before)
          if (picked) after.set(row.id, row)
          else after.delete(row.id)
          return after
        }),
      clear: () => setById(new Map()),
    }),
    [byId],
  )
}
