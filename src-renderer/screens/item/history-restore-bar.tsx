import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { type Difference, differenceKey } from '../../../src-shared/history/diff.ts'
import type { ItemVersion } from '../../../src-shared/history/model.ts'
import { isRestorable, type RestoreKind } from '../../../src-shared/history/restore.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { counted } from '../../ui/words.ts'

/** Puts the ticked values of an earlier version into a draft of the item as it is now. */
export function RestoreBar({
  itemId,
  version,
  chosen,
}: {
  itemId: string
  version: ItemVersion
  chosen: readonly Difference[]
}) {
  const [, navigate] = useLocation()
  const restore = useMutation(
    rpc.history.restore.mutationOptions({
      onSuccess: (draft) => navigate(`/feeds/${draft.id}`),
      onError: (error) => toast.failed('The draft could not be made', error),
    }),
  )
  const carries = (kind: RestoreKind) =>
    chosen.length > 0 && chosen.every((difference) => isRestorable(kind, difference))
  const start = (kind: RestoreKind) =>
    restore.mutate({ itemId, number: version.number, kind, differences: chosen.map(differenceKey) })
  return (
    <footer className="sticky bottom-0 flex flex-wrap items-center gap-2 rounded-b-lg border-t border-line bg-surface px-4 py-2.5">
      <p role="status" className="min-w-40 flex-1 basis-40 text-sm text-ink-soft">
        {chosen.length === 0
          ? `Tick values of version ${version.number} to put them back with a feed.`
          : `${counted(chosen.length, 'value')} of version ${version.number} to put back`}
      </p>
      {chosen.length > 0 && !carries('update') && (
        <p className="text-xs text-ink-faint">An update carries the e-commerce description only.</p>
      )}
      <Button
        size="small"
        disabled={!carries('update')}
        busy={restore.isPending}
        onClick={() => start('update')}
      >
        Restore in an update
      </Button>
      <Button
        size="small"
        variant="primary"
        icon={<Undo2 className="size-3.5" aria-hidden />}
        disabled={!carries('refresh')}
        busy={restore.isPending}
        onClick={() => start('refresh')}
      >
        Restore in a refresh
      </Button>
    </footer>
  )
}
