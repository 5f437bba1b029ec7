import { useQueryClient } from '@tanstack/react-query'
import { rpc } from '../../../rpc/client.ts'
import { toast } from '../../../ui/overlays/toast.tsx'

/** Mutation callbacks for actions on feeds: refetch the outbox after each, and show an error if it failed. */
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
