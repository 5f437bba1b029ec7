import { Panel } from '../../ui/layout/panel.tsx'
import { ErrorState, Skeleton } from '../../ui/layout/states.tsx'

interface QueryResult {
  data: unknown
  error: unknown
  isError: boolean
  refetch: () => unknown
}

/** Shown instead of content that needs several queries, while one of them is loading or has failed. */
export function QueryPlaceholder({ title, queries }: { title: string; queries: readonly QueryResult[] }) {
  const failed = queries.filter(({ data, isError }) => isError && data === undefined)
  const [first] = failed
  if (!first) return <Skeleton className="h-40" />
  return (
    <Panel>
      <ErrorState
        title={title}
        error={first.error}
        onRetry={() => {
          for (const { refetch } of failed) void refetch()
        }}
      />
    </Panel>
  )
}
