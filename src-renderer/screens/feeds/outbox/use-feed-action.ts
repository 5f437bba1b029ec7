import { useQueryClient } from '@tanstack/react-query'
import { rpc } from '../../../rpc/client.ts'
import { toast } from '../../../ui/overlays/toast.tsx'

/** What follows every action on feeds: how they stand now is asked for at once, a refusal is said. */
export function useFeedAction(failure: string) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: rpc.outbox.key() })
  return {
    onSuccess: () => void refresh(),
    onError: (error: unknown) => {
      toast.failed(failure, error)
      void refresh()
    },
  }
}
