import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useLocation, useSearch } from 'wouter'
import type { OutboxOverview } from '../../../src-shared/outbox/model.ts'
import {
  type FeedGroup,
  feedGroups,
  outboxStates,
  statesOfGroup,
} from '../../../src-shared/outbox/outbox-state.ts'
import { rpc } from '../../rpc/client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SearchField } from '../../ui/field.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { ListSkeleton } from '../../ui/table.tsx'
import { wholeNumber } from '../../ui/words.ts'
import { useSearchText } from '../catalog/use-search-text.ts'
import { ConnectionState } from './connection-state.tsx'
import { feedsIn } from './feed-results.tsx'
import { FeedList } from './feed-table.tsx'

/** The outbox: every frozen feed and where it is on its way, and whether anything can be sent at the moment. */

export function OutboxScreen() {
  const outbox = useQuery(rpc.outbox.overview.queryOptions())
  return (
    <Page
      header={
        <PageHeader
          title="Outbox"
          description="Feeds wait here until the service has them, and are followed until every item is settled."
        />
      }
    >
      {outbox.data ? (
        <>
          <ConnectionState outbox={outbox.data} />
          {feedsIn(outbox.data, outboxStates) === 0 ? (
            <EmptyState
              icon={Send}
              title="Nothing in the outbox"
              action={<ButtonLink href="/feeds">Go to the drafts</ButtonLink>}
            >
              A draft that you queue comes here. It is kept safe and sent as soon as the service can be
              reached.
            </EmptyState>
          ) : (
            <Feeds outbox={outbox.data} />
          )}
        </>
      ) : outbox.isError ? (
        <ErrorState
          title="The outbox cannot be shown"
          error={outbox.error}
          onRetry={() => void outbox.refetch()}
        />
      ) : (
        <ListSkeleton />
      )}
    </Page>
  )
}

const groupWords = {
  'under-way': 'Under way',
  'needs-you': 'Needs you',
  done: 'Done',
  withdrawn: 'Withdrawn',
} as const

function Feeds({ outbox }: { outbox: OutboxOverview }) {
  const [, navigate] = useLocation()
  const query = readOutboxQuery(useSearch())
  const show = (change: Partial<OutboxQuery>) =>
    navigate(outboxHref({ ...query, page: 1, ...change }), { replace: change.page === undefined })
  const [text, setText] = useSearchText(query.text, (typed) => show({ text: typed }))
  return (
    <Panel flush>
      <div className="flex flex-wrap items-end gap-3 px-4 py-3">
        <Segmented
          label="Show"
          labelHidden
          value={query.show}
          onValueChange={(group) => show({ show: group })}
          options={[
            { value: 'all', label: `All ${wholeNumber(feedsIn(outbox, outboxStates))}` },
            ...feedGroups.map((group) => ({
              value: group,
              label: `${groupWords[group]} ${wholeNumber(feedsIn(outbox, statesOfGroup[group]))}`,
            })),
          ]}
        />
        <SearchField
          label="Search the feeds"
          placeholder="Name, identifier or code"
          className="w-64"
          value={text}
          onValueChange={setText}
        />
      </div>
      <FeedList query={query} onPage={(page) => show({ page })} />
    </Panel>
  )
}

/** What is looked at of the outbox, as the address bar holds it: `?show=done&q=tea&page=2`. */
export interface OutboxQuery {
  show: FeedGroup | 'all'
  text: string
  /** From 1. */
  page: number
}

function readOutboxQuery(search: string): OutboxQuery {
  const parameters = new URLSearchParams(search)
  const page = Number(parameters.get('page'))
  return {
    show: feedGroups.find((group) => group === parameters.get('show')) ?? 'all',
    text: parameters.get('q') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

function outboxHref({ show, text, page }: OutboxQuery): string {
  const parameters = new URLSearchParams()
  if (show !== 'all') parameters.set('show', show)
  if (text !== '') parameters.set('q', text)
  if (page > 1) parameters.set('page', String(page))
  const query = parameters.toString()
  return query ? `/outbox?${query}` : '/outbox'
}
