import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequestLog, RequestLogFilter } from '../../../../src-shared/local-api/model.ts'
import { client, rpc } from '../../../rpc/client.ts'

/** Requests kept on screen; older ones are dropped. */
export const mostShown = 2000

/** What is known after an answer: the new entries behind those that are still kept, the oldest dropped. */
export function mergeLogs(before: RequestLog, answer: RequestLog): RequestLog {
  const kept = before.entries.filter(({ id }) => id >= answer.firstId)
  return { ...answer, entries: [...kept, ...answer.entries].slice(-mostShown) }
}

/**
 * The requests that fit, oldest first. News come with the change events; each time only what is new is asked for.
 * While paused nothing is asked, and afterwards all that was missed comes at once.
 */
export function useRequestLog(filter: RequestLogFilter, paused: boolean) {
  const queries = useQueryClient()
  const input = { ...filter, limit: mostShown }
  const queryKey = rpc.localApi.log.queryKey({ input })
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = queries.getQueryData<RequestLog>(queryKey)
      if (before) {
        const answer = await client.localApi.log({ ...input, after: before.lastId }, { signal })
        // A smaller number than before: the program was started again and counts anew.
        if (answer.lastId >= before.lastId) return mergeLogs(before, answer)
      }
      return client.localApi.log(input, { signal })
    },
    enabled: !paused,
    placeholderData: keepPreviousData,
    // Entries never change: comparing them one by one would be for nothing.
    structuralSharing: false,
  })
}
