import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ListX, Radio } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import { type RequestLogFilter, requestsKept } from '../../../../src-shared/local-api/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { counted, wholeNumber } from '../../../ui/words.ts'
import { sectionPath } from '../sections.ts'
import { RequestDetail } from './request-detail.tsx'
import { RequestFilters } from './request-filters.tsx'
import { RequestList } from './request-list.tsx'
import { mostShown, useRequestLog } from './use-request-log.ts'

/** The live log. A `user` or a `status` in the address filters from the start. */
export function RequestsView() {
  const queries = useQueryClient()
  const asked = new URLSearchParams(useSearch())
  const user = asked.get('user')
  const status = Number(asked.get('status'))
  const [filter, setFilter] = useState<RequestLogFilter>({
    ...(user ? { username: user } : {}),
    ...(status > 0 ? { status } : {}),
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
      onError: (error) => toast.failed('The log was not cleared', error),
    }),
  )
  const requests = useMemo(() => log.data?.entries.toReversed() ?? [], [log.data])
  const open = requests.find(({ id }) => id === openId)
  const isFiltered = Object.keys(filter).length > 0
  return (
    <div className="flex h-full min-h-0 flex-col">
      <RequestFilters
        filter={filter}
        onFilter={setFilter}
        paused={paused}
        onPaused={setPaused}
        clearing={clear.isPending}
        onClear={() => clear.mutate(undefined)}
      />
      {log.isError && !log.data ? (
        <ErrorState title="The log cannot be read" error={log.error} onRetry={() => void log.refetch()} />
      ) : requests.length > 0 ? (
        <RequestList requests={requests} openId={open?.id} onOpen={setOpenId} />
      ) : (
        log.data &&
        (isFiltered ? (
          <EmptyState
            icon={ListX}
            title="No request fits"
            action={<Button onClick={() => setFilter({})}>Clear the filters</Button>}
          >
            Try fewer filters, or let the program ask again.
          </EmptyState>
        ) : (
          <EmptyState
            icon={Radio}
            title="Waiting for requests"
            action={<ButtonLink href={sectionPath('try')}>Try one here</ButtonLink>}
          >
            Whatever other programs ask of the local API appears here at once.
          </EmptyState>
        ))
      )}
      {open && <RequestDetail request={open} onClose={() => setOpenId(undefined)} />}
      <footer className="flex h-7 shrink-0 items-center gap-3 border-t border-line bg-surface px-6 text-xs text-ink-faint">
        <span className="tabular">
          {counted(requests.length, 'request')}
          {requests.length === mostShown && ', the newest'}
        </span>
        {paused && <span className="text-warn">Paused: new requests are kept and shown afterwards.</span>}
        <span className="ml-auto truncate">
          About the newest {wholeNumber(requestsKept)} are kept, in memory, until the program ends.
        </span>
      </footer>
    </div>
  )
}
