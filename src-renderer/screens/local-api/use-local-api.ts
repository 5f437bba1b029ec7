import { useMutation, useQueryClient } from '@tanstack/react-query'
import { rpc } from '../../rpc/client.ts'
import { toast } from '../../ui/toast.tsx'

/** Starts, stops or moves the server; the answer is the new state everywhere at once. */
export function useSetLocalApi() {
  const queries = useQueryClient()
  return useMutation(
    rpc.localApi.set.mutationOptions({
      onSuccess: (state) => queries.setQueryData(rpc.localApi.state.queryKey(), state),
    }),
  )
}

/** Switches limits and faults; the answer is what is in force. */
export function useSetConditions() {
  const queries = useQueryClient()
  return useMutation(
    rpc.localApi.setConditions.mutationOptions({
      onSuccess: (next) => {
        queries.setQueryData(rpc.localApi.conditions.queryKey(), next)
        queries.setQueryData(
          rpc.localApi.state.queryKey(),
          (state) => state && { ...state, activeConditions: next.active },
        )
      },
      onError: (error) => toast.failed('The conditions were not changed', error),
    }),
  )
}
