import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../rpc/client.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { fileName, relativeTime } from '../../ui/text/words.ts'
import { changesHref } from '../changes/changes-query.ts'
import { QueryPlaceholder } from './query-placeholder.tsx'
import { type ToDo, ToDoRows } from './to-do-rows.tsx'

/** Maximum number of runs and imports. */
const maxRows = 5
const day = 24 * 60 * 60_000

/** The start of yesterday in this computer's time zone, in milliseconds. */
function startOfYesterday(): number {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  return midnight.getTime() - day
}

/**
 * Items changed by sync runs and imports since yesterday; if there are none, by the last run or import with
 * changes.
 */
export function WhatChanged() {
  const workspaceQuery = useQuery(rpc.workspace.state.queryOptions())
  const workspace = workspaceQuery.data
  const connected = workspace?.role === 'connected'
  const syncQuery = useQuery(rpc.sync.state.queryOptions({ enabled: connected }))
  const sync = syncQuery.data
  const importsQuery = useQuery(rpc.imports.jobs.queryOptions())
  const imports = importsQuery.data
  if (!workspace || !imports || (connected && !sync))
    return (
      <QueryPlaceholder
        title={t`What changed cannot be shown`}
        queries={[workspaceQuery, syncQuery, importsQuery]}
      />
    )

  const entries: { at: string; row: ToDo }[] = []
  for (const { id, startedAt, endedAt = startedAt, itemsNew, itemsChanged, itemsGone } of sync?.history ?? [])
    if (itemsNew + itemsChanged + itemsGone > 0)
      entries.push({
        at: endedAt,
        row: {
          id: `sync ${id}`,
          href: changesHref({ kind: 'sync', reference: id }),
          label: changeWords(itemsNew, itemsChanged, itemsGone),
          detail: t`Sync, ${relativeTime(endedAt)}`,
        },
      })
  for (const { id, file, target, startedAt, endedAt = startedAt, created, updated } of imports)
    if (target === 'catalog' && created + updated > 0)
      entries.push({
        at: endedAt,
        row: {
          id: `import ${id}`,
          href: changesHref({ kind: 'import', reference: id }),
          label: changeWords(created, updated, 0),
          detail: `${fileName(file)}, ${relativeTime(endedAt)}`,
        },
      })
  entries.sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
  const since = startOfYesterday()
  const recent = entries.filter(({ at }) => Date.parse(at) >= since)
  const shown = recent.length > 0 ? recent : entries.slice(0, 1)
  const last = sync?.history.find(({ outcome }) => outcome === 'completed')
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
        rows={shown.slice(0, maxRows).map(({ row }) => row)}
        none={
          last
            ? t`Nothing. The last sync was ${relativeTime(last.endedAt ?? last.startedAt)}.`
            : t`No sync or import has changed an item yet.`
        }
      />
    </Panel>
  )
}

function changeWords(created: number, changed: number, gone: number): string {
  const parts = [
    created > 0 ? plural(created, { one: '# new', other: '# new' }) : '',
    changed > 0 ? plural(changed, { one: '# changed', other: '# changed' }) : '',
    gone > 0 ? plural(gone, { one: '# no longer listed', other: '# no longer listed' }) : '',
  ]
  return parts.filter(Boolean).join(', ')
}
