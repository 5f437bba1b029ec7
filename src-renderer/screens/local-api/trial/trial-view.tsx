import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { type EndpointName, endpointNames } from '../../../../src-shared/api/endpoints.ts'
import type { LocalApiState } from '../../../../src-shared/local-api/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { Trial } from './trial.tsx'
import { readTrialAddress } from './trial-address.ts'
import { useExamples } from './use-examples.ts'

/** A call made by hand: the page names its endpoint, the rest of the address may fill it in. */
export function TrialView({ page, state }: { page: string | undefined; state: LocalApiState }) {
  const search = useSearch()
  const examples = useExamples()
  const users = useQuery(rpc.localApi.users.queryOptions())
  const name = endpointNames.find((known) => known === page) ?? ('item' satisfies EndpointName)
  if (!examples || users.isPending)
    return (
      <div className="flex flex-col gap-4 p-6">
        <Skeleton className="h-8 w-96" />
        <Skeleton className="h-64 w-96" />
      </div>
    )
  return (
    <Trial
      // Another endpoint, or another call in the address, is another form.
      key={`${name}?${search}`}
      name={name}
      addressed={readTrialAddress(name, search)}
      examples={examples}
      state={state}
      users={users.data ?? []}
    />
  )
}
