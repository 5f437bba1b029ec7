import { useMutation } from '@tanstack/react-query'
import { FilePenLine, X } from 'lucide-react'
import { useLocation } from 'wouter'
import { rpc } from '../../rpc/client.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { counted } from '../../ui/words.ts'
import { ExportButton } from '../export/export-button.tsx'
import type { PickedItems } from './picked-items.ts'

/** Below the list while items are ticked: what can be done with all of them. */
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
  const draft = (kind: 'refresh' | 'update') =>
    createDraft.mutate({ kind, fromItemIds: picked.rows.map((row) => row.id) })
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
      {/* The service updates one item at a time; a refresh may hold many. */}
      {picked.size === 1 && (
        <Button busy={createDraft.isPending} onClick={() => draft('update')}>
          Draft an update
        </Button>
      )}
      <Button
        variant="primary"
        busy={createDraft.isPending}
        icon={<FilePenLine className="size-4" aria-hidden />}
        onClick={() => draft('refresh')}
      >
        Draft a refresh
      </Button>
    </section>
  )
}
