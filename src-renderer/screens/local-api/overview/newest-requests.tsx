import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../../rpc/client.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { relativeTime, useTick } from '../../../ui/words.ts'
import { StatusCode } from '../requests/status-code.tsx'
import { sectionPath } from '../sections.ts'

const shown = 8

/** The last few requests, to see at a glance that a program gets through. */
export function NewestRequests() {
  useTick()
  const log = useQuery(rpc.localApi.log.queryOptions({ input: { limit: shown } }))
  const entries = log.data?.entries.toReversed() ?? []
  return (
    <Panel
      title="Newest requests"
      flush={entries.length > 0}
      actions={
        <ButtonLink size="small" variant="ghost" href={sectionPath('requests')}>
          All requests
        </ButtonLink>
      }
    >
      {entries.length === 0 ? (
        <p className="text-sm text-ink-faint">
          {log.data
            ? 'Nothing was asked yet. Requests appear here as they are answered.'
            : 'Reading the log…'}
        </p>
      ) : (
        <ul className="border-t border-line pb-1">
          {entries.map((entry) => (
            <li
              key={entry.id}
              className="grid h-8 grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-2 border-b border-line px-4 last:border-0"
            >
              <StatusCode status={entry.status} />
              <span className="truncate font-mono text-xs" title={`${entry.method} ${entry.target}`}>
                <span className="text-ink-faint">{entry.method}</span> {entry.target}
              </span>
              <time dateTime={entry.at} className="text-xs text-ink-faint">
                {relativeTime(entry.at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
