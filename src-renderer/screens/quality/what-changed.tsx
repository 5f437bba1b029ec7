import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { RecentChange } from '../../../src-shared/history/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { fileName, relativeTime } from '../../ui/text/words.ts'
import { changesHref } from '../changes/changes-query.ts'
import { QueryPlaceholder } from './query-placeholder.tsx'
import { type ToDo, ToDoRows } from './to-do-rows.tsx'

/** Maximum number of rows. */
const maxRows = 5
const day = 24 * 60 * 60_000

/** The start of yesterday in this computer's time zone, in milliseconds. */
function startOfYesterday(): number {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  return midnight.getTime() - day
}

/**
 * Items changed by sync runs, feeds and imports since yesterday; if there are none, by the last one with changes.
 * The numbers are those of the lists that the rows open.
 */
export function WhatChanged() {
  const changesQuery = useQuery(rpc.history.recent.queryOptions({ input: { limit: maxRows } }))
  const syncQuery = useQuery(rpc.sync.state.queryOptions())
  const importsQuery = useQuery(rpc.imports.jobs.queryOptions())
  const [changes, sync, imports] = [changesQuery.data, syncQuery.data, importsQuery.data]
  if (!changes || !sync || !imports)
    return (
      <QueryPlaceholder
        title={t`What changed cannot be shown`}
        queries={[changesQuery, syncQuery, importsQuery]}
      />
    )
  const entries = changes
    .map((change): { at: string; row: ToDo } => {
      const { kind, reference } = change.origin
      const run = sync.history.find(({ id }) => kind === 'sync' && id === reference)
      const job = imports.find(({ id }) => kind === 'import' && id === reference)
      const at = change.at ?? run?.endedAt ?? run?.startedAt ?? ''
      const source = job ? fileName(job.file) : sourceWords[kind]
      return {
        at,
        row: {
          id: `${kind} ${reference}`,
          href: changesHref(change.origin),
          label: changeWords(change),
          detail: at === '' ? source : `${source}, ${relativeTime(at)}`,
        },
      }
    })
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
  const since = startOfYesterday()
  const recent = entries.filter(({ at }) => Date.parse(at) >= since)
  const shown = recent.length > 0 ? recent : entries.slice(0, 1)
  const last = sync.history.find(({ outcome }) => outcome === 'completed')
  return (
    <Panel
      title={t`What changed`}
      description={
        recent.length > 0
          ? t`Since yesterday.`
          : entries.length > 0
            ? t`Nothing since yesterday; the last change before.`
            : undefined
      }
      flush
    >
      <ToDoRows
        label={t`What changed`}
        rows={shown.map(({ row }) => row)}
        none={
          last
            ? t`Nothing. The last sync was ${relativeTime(last.endedAt ?? last.startedAt)}.`
            : t`No sync, feed or import has changed an item yet.`
        }
      />
    </Panel>
  )
}

const sourceWords: Record<RecentChange['origin']['kind'], string> = {
  sync: t`Sync`,
  feed: t`Feed`,
  import: t`Import`,
  undo: t`Undo of an import`,
}

function changeWords({ created, changed, gone, isFirst }: RecentChange): string {
  // The first items are the catalog itself.
  if (isFirst && changed + gone === 0)
    return plural(created, { one: 'First # item received', other: 'First # items received' })
  const parts = [
    created > 0 ? plural(created, { one: '# new', other: '# new' }) : '',
    changed > 0 ? plural(changed, { one: '# changed', other: '# changed' }) : '',
    gone > 0 ? plural(gone, { one: '# no longer listed', other: '# no longer listed' }) : '',
  ]
  return parts.filter(Boolean).join(', ')
}
