import { Panel } from '../../ui/layout/panel.tsx'
import { ErrorState, Skeleton } from '../../ui/layout/states.tsx'

interface Asked {
  data: unknown
  error: unknown
  isError: boolean
  refetch: () => unknown
}

/** In place of what several answers make together, of which one is awaited still, or failed. */
export function NotYet({ title, asked }: { title: string; asked: readonly Asked[] }) {
  const failed = asked.filter(({ data, isError }) => isError && data === undefined)
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
