/** What changed in one run of the sync: its new and changed items, by the field that changed and by words. */
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import { rpc } from '../../rpc/client.ts'
import { SearchField } from '../../ui/field.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { dateAndTime, wholeNumber } from '../../ui/words.ts'
import { useSearchText } from '../catalog/use-search-text.ts'
import { fieldName } from '../item/history-words.ts'
import { ChangesList } from './changes-list.tsx'
import { type ChangesQuery, readChangesQuery, writeChangesQuery } from './changes-query.ts'

export function ChangesScreen({ runId }: { runId: string }) {
  const [, navigate] = useLocation()
  const query = readChangesQuery(useSearch())
  const summary = useQuery(rpc.history.summary.queryOptions({ input: { runId } }))
  const sync = useQuery(rpc.sync.state.queryOptions())
  const run = sync.data?.history.find(({ id }) => id === runId)
  const show = (change: Partial<ChangesQuery>) =>
    navigate(
      `/sync/runs/${encodeURIComponent(runId)}${writeChangesQuery({ ...query, page: 1, ...change })}`,
      { replace: change.page === undefined },
    )
  const [text, setText] = useSearchText(query.text, (typed) => show({ text: typed }))
  const count = (number: number | undefined) => (number === undefined ? '' : ` (${wholeNumber(number)})`)
  return (
    <Page
      header={
        <PageHeader
          back={{ href: '/sync', label: 'Sync' }}
          title="What changed"
          description={run ? `Run of ${dateAndTime(run.startedAt)}` : undefined}
        />
      }
    >
      <Panel flush>
        <div className="flex flex-wrap items-end gap-3 px-4 py-3">
          <Segmented
            label="Items"
            labelHidden
            value={query.kind}
            onValueChange={(kind) => show({ kind, field: '' })}
            options={[
              { value: 'changed', label: `Changed${count(summary.data?.changed)}` },
              { value: 'created', label: `New${count(summary.data?.created)}` },
            ]}
          />
          <SearchField
            label="Search these items"
            placeholder="Name, brand or code"
            className="w-64"
            value={text}
            onValueChange={setText}
          />
          {query.kind === 'changed' && (
            <Select
              label="Field that changed"
              labelHidden
              className="w-72"
              value={query.field === '' ? 'any' : query.field}
              onValueChange={(field) => show({ field: field === 'any' ? '' : field })}
              options={[
                { value: 'any', label: 'Any field' },
                ...(summary.data?.fields ?? []).map((one) => ({
                  value: one.field,
                  label: `${fieldName(one.field)}${count(one.count)}`,
                })),
              ]}
            />
          )}
        </div>
        <ChangesList runId={runId} query={query} onPage={(page) => show({ page })} />
      </Panel>
    </Page>
  )
}
