import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import type { ItemOrigin } from '../../../src-shared/history/model.ts'
import { rpc } from '../../rpc/client.ts'
import { SearchField } from '../../ui/inputs/field.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { dateAndTime, fileName, wholeNumber } from '../../ui/text/words.ts'
import { useSearchText } from '../catalog/search/use-search-text.ts'
import { DraftItems } from '../feeds/editor/items/draft-items.tsx'
import { fieldName } from '../item/history/history-text.ts'
import { useItemRowCommands } from '../item/use-item-row-commands.ts'
import { ChangesList } from './changes-list.tsx'
import {
  type ChangesQuery,
  changeKindWords,
  changesHref,
  originScreens,
  readChangesQuery,
} from './changes-query.ts'
import { changedIds, useListed } from './use-changes.ts'

/**
 * The items that a sync run, a feed or an import added, changed or found no longer listed, filtered by kind
 * of change, by field and by words.
 */

export function ChangesScreen({ origin }: { origin: ItemOrigin }) {
  useItemRowCommands()
  const [, navigate] = useLocation()
  const query = readChangesQuery(useSearch())
  const summary = useQuery(rpc.history.summary.queryOptions({ input: { origin } })).data
  const listed = useListed(origin, query)
  const show = (change: Partial<ChangesQuery>) =>
    navigate(changesHref(origin, { ...query, page: 1, ...change }), { replace: change.page === undefined })
  const [text, setText] = useSearchText(query.text, (typed) => show({ text: typed }))
  const count = (number: number | undefined) => (number === undefined ? '' : ` (${wholeNumber(number)})`)
  const all = summary && summary.changed + summary.created + summary.gone
  // Only a sync run finds items that are no longer listed.
  const kinds =
    origin.kind === 'sync' ? (['changed', 'created', 'gone'] as const) : (['changed', 'created'] as const)
  const { back } = originScreens[origin.kind]
  const originName = useOriginName(origin)
  const draftLabel = `${query.kind === 'all' ? t`Changed` : changeKindWords[query.kind].label}: ${originName ?? t`items`}`
  return (
    <Page
      header={
        <PageHeader
          back={back}
          title={t`What changed`}
          description={originName}
          actions={
            <DraftItems
              label={draftLabel}
              listed={listed}
              idsOf={(limit) => changedIds(origin, query, limit)}
            />
          }
        />
      }
    >
      <Panel flush>
        <div className="flex flex-wrap items-end gap-3 px-4 py-3">
          <Segmented
            label={t`Items`}
            labelHidden
            value={query.kind}
            onValueChange={(kind) => show({ kind, field: kind === 'changed' ? query.field : '' })}
            options={[
              { value: 'all', label: t`All${count(all)}` },
              ...kinds.map((kind) => ({
                value: kind,
                label: `${changeKindWords[kind].label}${count(summary?.[kind])}`,
              })),
            ]}
          />
          <SearchField
            label={t`Search these items`}
            placeholder={t`Name, brand or code`}
            className="w-64"
            value={text}
            onValueChange={setText}
          />
          {(query.kind === 'all' || query.kind === 'changed') && (summary?.changed ?? 0) > 0 && (
            <Select
              label={t`Field that changed`}
              labelHidden
              className="w-64"
              value={query.field === '' ? 'any' : query.field}
              onValueChange={(field) => show(field === 'any' ? { field: '' } : { field, kind: 'changed' })}
              options={[
                { value: 'any', label: t`Any field` },
                ...(summary?.fields ?? []).map((one) => ({
                  value: one.field,
                  label: `${fieldName(one.field)}${count(one.count)}`,
                })),
              ]}
            />
          )}
        </div>
        <ChangesList origin={origin} query={query} onPage={(page) => show({ page })} />
      </Panel>
    </Page>
  )
}

/** The name of the run, feed or import: its time, file or identifier. */
function useOriginName({ kind, reference }: ItemOrigin): string | undefined {
  const sync = useQuery(rpc.sync.state.queryOptions({ enabled: kind === 'sync' }))
  const imports = useQuery(rpc.imports.jobs.queryOptions({ enabled: kind === 'import' || kind === 'undo' }))
  if (kind === 'feed') return t`Feed ${reference}`
  if (kind === 'sync') {
    const run = sync.data?.history.find(({ id }) => id === reference)
    return run && t`Sync of ${dateAndTime(run.startedAt)}`
  }
  const job = imports.data?.find(({ id }) => id === reference)
  if (!job) return undefined
  return kind === 'undo'
    ? t`Undoing of the import of ${fileName(job.file)}, ${dateAndTime(job.startedAt)}`
    : t`Import of ${fileName(job.file)}, ${dateAndTime(job.startedAt)}`
}
