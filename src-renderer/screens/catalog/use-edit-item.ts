import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { rpc } from '../../rpc/client.ts'
import { itemDraftKinds } from '../../texts/feed-kinds.ts'
import { toast } from '../../ui/overlays/toast.tsx'

/** Returns a function that opens a new draft with an item, of the kind that the item's main button makes. */
export function useEditItem(): (itemId: string) => void {
  const [, navigate] = useLocation()
  const createDraft = useMutation(
    rpc.feeds.createDraft.mutationOptions({
      onSuccess: (draft) => navigate(`/feeds/${draft.id}`),
      onError: (error) => toast.failed(t`The draft could not be made`, error),
    }),
  )
  const kind = itemDraftKinds.find(({ isFirst }) => isFirst)?.kind
  return (itemId) => {
    if (kind && !createDraft.isPending) createDraft.mutate({ kind, fromItemIds: [itemId] })
  }
}
