import { useQueryClient } from '@tanstack/react-query'
import type { OutboxFeed } from '../../../src-shared/outbox/model.ts'
import { rpc } from '../../rpc/client.ts'
import { toast } from '../../ui/toast.tsx'

/** What follows every action on a feed: its new state is asked for at once, a refusal is said. */
export function useFeedAction(id: string, failure: string) {
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: rpc.outbox.feed.queryKey({ input: { id } }) }),
      queries.invalidateQueries({ queryKey: rpc.outbox.overview.key() }),
      queries.invalidateQueries({ queryKey: rpc.outbox.list.key() }),
    ])
  return {
    onSuccess: (_feed: OutboxFeed) => void refresh(),
    onError: (error: unknown) => {
      toast.failed(failure, error)
      void refresh()
    },
  }
}
