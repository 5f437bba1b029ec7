import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { rpc } from '../../rpc/client.ts'
import { itemDraftKinds } from '../../texts/feed-kinds.ts'
import { toast } from '../../ui/overlays/toast.tsx'

/** The kind of draft that the main button of an item makes. */
export const firstDraftKind = itemDraftKinds.find(({ isFirst }) => isFirst)?.kind

/** Creates a draft and opens it. */
export function useCreateDraft() {
  const [, navigate] = useLocation()
  return useMutation(
    rpc.feeds.createDraft.mutationOptions({
      onSuccess: (draft) => navigate(`/feeds/${draft.id}`),
      onError: (error) => toast.failed(t`The draft could not be made`, error),
    }),
  )
}
