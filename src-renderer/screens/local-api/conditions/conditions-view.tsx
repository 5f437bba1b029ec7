import { useQuery } from '@tanstack/react-query'
import type { LocalApiConditionName } from '../../../../src-shared/local-api/model.ts'
import type { WorkspaceRole } from '../../../../src-shared/workspace/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { Panel } from '../../../ui/panel.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useSetConditions } from '../use-local-api.ts'
import { ConditionRow } from './condition-row.tsx'

const groups: { title: string; description: string; names: LocalApiConditionName[] }[] = [
  {
    title: 'Limits',
    description: 'What the real service may refuse.',
    names: ['dailyItemLimit', 'mostItems', 'maintenance'],
  },
  {
    title: 'Faults',
    description: 'What goes wrong on the way. A good client bears all of it.',
    names: ['latency', 'errorRate', 'lostAcknowledgementRate'],
  },
  {
    title: 'Pace',
    description: 'How fast feeds become items.',
    names: ['ingestionRate'],
  },
  {
    title: 'Leniency',
    description: 'What the specification refuses, for clients that count on it.',
    names: ['searchWithoutSelector'],
  },
]

/** The limits and faults with which an integrator tries a client. All off unless someone switches them on. */
export function ConditionsView({ role }: { role: WorkspaceRole }) {
  const state = useQuery(rpc.localApi.conditions.queryOptions())
  const set = useSetConditions()
  if (state.isError && !state.data)
    return (
      <ErrorState
        title="The conditions cannot be shown"
        error={state.error}
        onRetry={() => void state.refetch()}
      />
    )
  if (!state.data) return <Skeleton className="h-64 rounded-lg" />
  const { conditions, thisRunOnly } = state.data
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <p className="text-sm text-ink-soft">
        See how your client bears a bad day of the service. What is switched on here is kept, counts for every
        user and takes effect with the next call.
      </p>
      {groups.map(({ title, description, names }) => (
        <Panel key={title} flush title={title} description={description}>
          <div className="border-t border-line">
            {names.map((name) => (
              <ConditionRow
                key={name}
                name={name}
                conditions={conditions}
                thisRunOnly={thisRunOnly.includes(name)}
                busy={set.isPending}
                note={
                  name === 'ingestionRate' && role === 'connected'
                    ? 'Without effect here: feeds go to the outbox, and the connected service processes them.'
                    : undefined
                }
                onChange={(value) => set.mutate({ [name]: value })}
              />
            ))}
          </div>
        </Panel>
      ))}
    </div>
  )
}
