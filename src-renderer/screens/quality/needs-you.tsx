import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { differingKinds } from '../../../src-shared/evidence/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { wholeNumber } from '../../ui/text/words.ts'
import { findingWords } from '../evidence/finding-words.ts'
import { QueryPlaceholder } from './query-placeholder.tsx'
import { type ToDo, ToDoRows } from './to-do-rows.tsx'

/** Number of drafts checked for errors, most recently changed first. */
const maxCheckedDrafts = 200

/**
 * Everything that waits for a person: outbox entries, drafts with errors, unreadable answers, pictures that
 * could not be fetched, and findings of the picture check.
 */
export function NeedsYou() {
  const connected = useQuery(rpc.workspace.state.queryOptions()).data?.role === 'connected'
  const outboxQuery = useQuery(rpc.outbox.overview.queryOptions())
  const outbox = outboxQuery.data
  const draftsQuery = useQuery(
    rpc.feeds.drafts.queryOptions({ input: { offset: 0, limit: maxCheckedDrafts, templates: false } }),
  )
  const drafts = draftsQuery.data
  const syncQuery = useQuery(rpc.sync.state.queryOptions({ enabled: connected }))
  const sync = syncQuery.data
  const mediaQuery = useQuery(rpc.media.state.queryOptions())
  const media = mediaQuery.data
  const evidence = useQuery(rpc.evidence.state.queryOptions()).data
  if (!outbox || !drafts || !media || (connected && !sync))
    return (
      <QueryPlaceholder
        title={t`Open tasks cannot be shown`}
        queries={[outboxQuery, draftsQuery, syncQuery, mediaQuery]}
      />
    )

  const rows: ToDo[] = []
  const add = (count: number, row: ToDo) => {
    if (count > 0) rows.push(row)
  }
  const feeds = outbox.entries['needs-you']
  add(feeds, {
    id: 'outbox',
    tone: 'bad',
    href: '/outbox',
    label: t`${plural(feeds, { one: '# entry', other: '# entries' })} of the outbox to decide`,
    detail: t`Failed, uncertain or partly taken`,
  })
  add(Number(outbox.needsCredentials), {
    id: 'credentials',
    tone: 'bad',
    href: '/settings',
    label: t`The service refused the password`,
    detail: t`Nothing is sent meanwhile`,
  })
  const faulty = drafts.drafts.filter(({ errorCount }) => errorCount > 0)
  const [first] = faulty
  add(faulty.length, {
    id: 'drafts',
    tone: 'warn',
    href: first && faulty.length === 1 ? `/feeds/${first.id}` : '/feeds',
    label: t`${plural(faulty.length, { one: '# draft', other: '# drafts' })} with errors`,
    detail:
      drafts.total > maxCheckedDrafts
        ? t`Of the ${wholeNumber(maxCheckedDrafts)} changed last`
        : faulty.length === 1
          ? first?.name
          : plural(
              faulty.reduce((sum, { errorCount }) => sum + errorCount, 0),
              { one: '# error', other: '# errors' },
            ),
  })
  const quarantined = sync?.quarantined ?? 0
  add(quarantined, {
    id: 'quarantine',
    tone: 'warn',
    href: '/sync',
    label: t`${plural(quarantined, { one: '# answer', other: '# answers' })} in quarantine`,
    detail: t`Could not be read`,
  })
  add(media.failed, {
    id: 'pictures',
    tone: 'warn',
    href: '/settings',
    label: t`${plural(media.failed, { one: '# picture', other: '# pictures' })} could not be fetched`,
    detail: media.failure,
  })
  const differing = differingKinds.filter((kind) => (evidence?.counts[kind] ?? 0) > 0)
  const differences = differing.reduce((sum, kind) => sum + (evidence?.counts[kind] ?? 0), 0)
  add(differences, {
    id: 'evidence',
    tone: 'warn',
    href: '/evidence',
    label: plural(differences, {
      one: '# difference between pictures and records',
      other: '# differences between pictures and records',
    }),
    detail: differing
      .map((kind) => `${findingWords[kind].group}: ${wholeNumber(evidence?.counts[kind] ?? 0)}`)
      .join(', '),
  })
  return (
    <Panel title={t`Needs you`} flush>
      <ToDoRows label={t`Needs you`} rows={rows} none={t`Nothing needs your attention.`} />
    </Panel>
  )
}
