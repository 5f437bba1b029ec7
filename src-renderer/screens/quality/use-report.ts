import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../rpc/client.ts'

/** Milliseconds. A count commits no changes, so there are no change events. */
const pollInterval = 500

/** The figures by a profile. A request starts a count if there is none; they are polled while it runs. */
export const useReport = (profileId: string | undefined) =>
  useQuery(
    rpc.quality.report.queryOptions({
      input: { profileId },
      refetchOnMount: 'always',
      refetchInterval: ({ state: { data } }) => (data?.counting || data?.isFiltering ? pollInterval : false),
    }),
  )
