import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { FeedKind } from '../../../src-shared/feeds/kinds/kinds.ts'
import { rpc } from '../../rpc/client.ts'
import { useRowCommands } from '../../shell/commands/use-row-commands.ts'
import { toast } from '../../ui/overlays/toast.tsx'

/** The identifier of the item that a link opens; undefined for other links. */
function itemOf(href: string): string | undefined {
  const id = /^\/catalog\/([^/?#]+)/.exec(href)?.[1]
  return id === undefined ? undefined : decodeURIComponent(id)
}

/**
 * Offers J, K and E for the rows of a list of items. E drafts a change of the item.
 * @param kind the kind of feed that changes what the list is about
 */
export function useItemRowCommands(kind: FeedKind = 'update'): void {
  const [, navigate] = useLocation()
  const createDraft = useMutation(
    rpc.feeds.createDraft.mutationOptions({
      onSuccess: ({ id }) => navigate(`/feeds/${id}`),
      onError: (error) => toast.failed(t`The draft could not be made`, error),
    }),
  )
  useRowCommands({
    edit(href) {
      const id = itemOf(href)
      if (id === undefined) navigate(href)
      else if (!createDraft.isPending) createDraft.mutate({ kind, fromItemIds: [id] })
    },
  })
}
