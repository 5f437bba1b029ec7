import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ListX, Pause, Play, Radio, Trash2 } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { errorStatuses } from '../../../../src-shared/api/endpoint.ts'
import {
  maxLoggedRequests,
  type RequestLog,
  type RequestLogFilter,
} from '../../../../src-shared/local-api/model.ts'
import { client, rpc } from '../../../rpc/client.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/inputs/field.tsx'
import { PlainSelect } from '../../../ui/inputs/plain-select.tsx'
import { EmptyState, ErrorState } from '../../../ui/layout/states.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { wholeNumber } from '../../../ui/text/words.ts'
import { useArrival } from '../../../ui/use-arrival.ts'
import { sectionPath } from '../use-local-api.ts'
import { RequestDetail } from './request-detail.tsx'
import { RequestList } from './request-list.tsx'

function filterOfUrl(): RequestLogFilter {
  const parameters = new URLSearchParams(location.search)
  const status = Number(parameters.get('status'))
  return { username: parameters.get('user') || undefined, status: status > 0 ? status : undefined }
}

/** The request log. A `user` or `status` in the URL is the initial filter. */
export function RequestsView() {
  const queries = useQueryClient()
  const [filter, setFilter] = useState(filterOfUrl)
  useArrival(() => {
    const next = filterOfUrl()
    // A URL without a filter does not change the filter.
    if (next.username ?? next.status) setFilter(next)
  })
  const [paused, setPaused] = useState(false)
  const [openId, setOpenId] = useState<number>()
  const log = useRequestLog(useDeferredValue(filter), paused)
  const clear = useMutation(
    rpc.localApi.clearLog.mutationOptions({
      onSuccess: () => {
        setOpenId(undefined)
        void queries.resetQueries({ queryKey: rpc.localApi.log.key() })
      },
      onError: (error) => toast.failed(t`The log was not cleared`, error),
    }),
  )
  const requests = useMemo(() => log.data?.entries.toReversed() ?? [], [log.data])
  const open = requests.find(({ id }) => id === openId)
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    // In a low window the entire screen scrolls, so that the list keeps space next to an open request.
    <div className="flex h-full min-h-0 flex-col overflow-y-auto">
      <RequestFilters
        filter={filter}
        onFilter={setFilter}
        paused={paused}
        onPaused={setPaused}
        clearing={clear.isPending}
        onClear={() => clear.mutate(undefined)}
      />
      {log.isError && !log.data ? (
        <ErrorState title={t`The log cannot be read`} error={log.error} onRetry={() => void log.refetch()} />
      ) : requests.length > 0 ? (
        <RequestList requests={requests} openId={open?.id} onOpen={setOpenId} />
      ) : (
        log.data &&
        (isFiltered ? (
          <EmptyState
            icon={ListX}
            title={t`No request matches`}
            action={
              <Button onClick={() => setFilter({})}>
                <Trans>Clear the filters</Trans>
              </Button>
            }
          >
            <Trans>Remove some filters, or send the request again.</Trans>
          </EmptyState>
        ) : (
          <EmptyState
            icon={Radio}
            title={t`Waiting for requests`}
            action={
              <ButtonLink href={sectionPath('try')}>
                <Trans>Try one here</Trans>
              </ButtonLink>
            }
          >
            <Trans>Requests of other programs to the local API appear here immediately.</Trans>
          </EmptyState>
        ))
      )}
      {open && <RequestDetail request={open} onClose={() => setOpenId(undefined)} />}
      <footer className="flex h-7 shrink-0 items-center gap-3 border-t border-line bg-surface px-6 text-xs text-ink-faint">
        <span className="tabular shrink-0">
          <Plural value={requests.length} one="# request" other="# requests" />
          {requests.length === maxShown && t`, the newest`}
        </span>
        {paused && (
          <span className="text-warn">
            <Trans>Paused: new requests are kept and shown afterwards.</Trans>
          </span>
        )}
        <span className="ms-auto truncate">
          <Trans>
            About the newest {wholeNumber(maxLoggedRequests)} are kept, in memory, until the program ends.
          </Trans>
        </span>
      </footer>
    </div>
  )
}

const methods = ['GET', 'HEAD', 'POST', 'PUT'].map((method) => ({ value: method, label: method }))
const statuses = [
  { value: '2xx', label: t`2xx answered` },
  { value: '3xx', label: t`3xx not changed` },
  { value: '4xx', label: t`4xx refused` },
  { value: '5xx', label: t`5xx failed` },
  { value: 'cut', label: t`Connection cut` },
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

/** The filters of the log, and the buttons to pause and clear it. */
function RequestFilters({ filter, onFilter, paused, onPaused, onClear, clearing }: RequestFiltersProps) {
  const users = useQuery(rpc.localApi.users.queryOptions())
  const set = (name: keyof RequestLogFilter, value: string) => {
    const { [name]: _before, ...others } = filter
    onFilter(value === '' ? others : { ...others, [name]: value })
  }
  return (
    <div
      role="toolbar"
      aria-label={t`Filter the requests`}
      className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-surface px-6 py-2"
    >
      <SearchField
        label={t`Part of path or query`}
        placeholder={t`Path or query`}
        className="max-w-72 min-w-44 flex-1"
        value={filter.path ?? ''}
        onValueChange={(path) => set('path', path)}
      />
      <PlainSelect
        aria-label={t`Method`}
        className="w-40"
        none={t`Any method`}
        value={filter.method ?? ''}
        onValueChange={(method) => set('method', method)}
        options={methods}
      />
      <PlainSelect
        aria-label={t`Status`}
        className="w-40"
        none={t`Any status`}
        value={filter.status === undefined ? '' : String(filter.status)}
        onValueChange={(value) => {
          const { status: _before, ...others } = filter
          const status = statusOf(value)
          onFilter(status === undefined ? others : { ...others, status })
        }}
        options={statuses}
      />
      <PlainSelect
        aria-label={t`User`}
        className="w-44"
        none={t`Any user`}
        value={filter.username ?? ''}
        onValueChange={(username) => set('username', username)}
        options={(users.data ?? []).map(({ username }) => ({ value: username, label: username }))}
      />
      <Button
        aria-pressed={paused}
        className="ms-auto"
        icon={paused ? <Play className="size-4" aria-hidden /> : <Pause className="size-4" aria-hidden />}
        onClick={() => onPaused(!paused)}
      >
        {paused ? t`Resume` : t`Pause`}
      </Button>
      <Button icon={<Trash2 className="size-4" aria-hidden />} busy={clearing} onClick={onClear}>
        <Trans>Clear</Trans>
      </Button>
    </div>
  )
}

/** The status filter for an option. */
function statusOf(option: string): RequestLogFilter['status'] {
  if (option === '') return undefined
  if (/^\d+$/.test(option)) return Number(option)
  return option as Exclude<RequestLogFilter['status'], number | undefined>
}

/** Maximum number of requests on screen; older ones are dropped. */
export const maxShown = 2000

/**
 * Merges an answer into the log: entries that the backend still keeps, then the new ones, at most
 * `maxShown`.
 */
export function mergeLogs(before: RequestLog, answer: RequestLog): RequestLog {
  const kept = before.entries.filter(({ id }) => id >= answer.firstId)
  return { ...answer, entries: [...kept, ...answer.entries].slice(-maxShown) }
}

/**
 * The requests that match the filter, oldest first. Each change event fetches only new entries. While
 * paused, nothing is fetched; missed entries are fetched afterwards.
 */
function useRequestLog(filter: RequestLogFilter, paused: boolean) {
  const queries = useQueryClient()
  const input = { ...filter, limit: maxShown }
  const queryKey = rpc.localApi.log.queryKey({ input })
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = queries.getQueryData<RequestLog>(queryKey)
      if (before) {
        const answer = await client.localApi.log({ ...input, after: before.lastId }, { signal })
        // A smaller number than before means that the program was restarted and counts from 1 again.
        if (answer.lastId >= before.lastId) return mergeLogs(before, answer)
      }
      return client.localApi.log(input, { signal })
    },
    enabled: !paused,
    placeholderData: keepPreviousData,
    // Entries never change, so they need no structural comparison.
    structuralSharing: false,
  })
}
