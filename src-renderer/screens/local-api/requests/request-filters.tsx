import { useQuery } from '@tanstack/react-query'
import { Pause, Play, Trash2 } from 'lucide-react'
import { errorStatuses } from '../../../../src-shared/api/endpoint.ts'
import type { RequestLogFilter } from '../../../../src-shared/local-api/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/field.tsx'
import { PlainSelect } from '../../../ui/plain-select.tsx'

const methods = ['GET', 'HEAD', 'POST', 'PUT'].map((method) => ({ value: method, label: method }))
const statuses = [
  { value: '2xx', label: '2xx answered' },
  { value: '3xx', label: '3xx not changed' },
  { value: '4xx', label: '4xx refused' },
  { value: '5xx', label: '5xx failed' },
  { value: 'cut', label: 'Connection cut' },
  ...Object.entries(errorStatuses).map(([status, { title }]) => ({
    value: status,
    label: `${status} ${title.toLowerCase()}`,
  })),
]

interface RequestFiltersProps {
  filter: RequestLogFilter
  onFilter: (filter: RequestLogFilter) => void
  paused: boolean
  onPaused: (paused: boolean) => void
  onClear: () => void
  clearing: boolean
}

/** Which requests are listed, and whether new ones still come in. */
export function RequestFilters({
  filter,
  onFilter,
  paused,
  onPaused,
  onClear,
  clearing,
}: RequestFiltersProps) {
  const users = useQuery(rpc.localApi.users.queryOptions())
  const set = (name: keyof RequestLogFilter, value: string) => {
    const { [name]: _before, ...others } = filter
    onFilter(value === '' ? others : { ...others, [name]: value })
  }
  return (
    <div
      role="toolbar"
      aria-label="Filter the requests"
      className="flex shrink-0 items-center gap-2 border-b border-line bg-surface px-6 py-2"
    >
      <SearchField
        label="Part of path or query"
        placeholder="Path or query"
        className="max-w-72 flex-1"
        value={filter.path ?? ''}
        onValueChange={(path) => set('path', path)}
      />
      <PlainSelect
        aria-label="Method"
        className="w-30"
        none="Any method"
        value={filter.method ?? ''}
        onValueChange={(method) => set('method', method)}
        options={methods}
      />
      <PlainSelect
        aria-label="Status"
        className="w-40"
        none="Any status"
        value={filter.status === undefined ? '' : String(filter.status)}
        onValueChange={(value) => {
          const { status: _before, ...others } = filter
          const status = statusOf(value)
          onFilter(status === undefined ? others : { ...others, status })
        }}
        options={statuses}
      />
      <PlainSelect
        aria-label="User"
        className="w-40"
        none="Any user"
        value={filter.username ?? ''}
        onValueChange={(username) => set('username', username)}
        options={(users.data ?? []).map(({ username }) => ({ value: username, label: username }))}
      />
      <span className="flex-1" />
      <Button
        aria-pressed={paused}
        icon={paused ? <Play className="size-4" aria-hidden /> : <Pause className="size-4" aria-hidden />}
        onClick={() => onPaused(!paused)}
      >
        {paused ? 'Resume' : 'Pause'}
      </Button>
      <Button icon={<Trash2 className="size-4" aria-hidden />} busy={clearing} onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}

/** The status a choice stands for. */
function statusOf(choice: string): RequestLogFilter['status'] {
  if (choice === '') return undefined
  if (/^\d+$/.test(choice)) return Number(choice)
  return choice as Exclude<RequestLogFilter['status'], number | undefined>
}
