import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type {
  Draft,
  DraftDifferences,
  DraftProblemGroup,
} from '../../../../../src-shared/feeds/draft/model.ts'
import type { FeedProblem } from '../../../../../src-shared/feeds/feed-problem.ts'
import { kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { rpc } from '../../../../rpc/client.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/layout/notice.tsx'
import { wholeNumber } from '../../../../ui/text/words.ts'
import { groupText } from '../problems/problem-words.ts'
import { Unchanged } from './unchanged-items.tsx'
import type { Settling } from './use-conflict-decisions.ts'

/** Problems that are shown by the comparison, per item or once for the entire feed. */
const shownElsewhere: ReadonlySet<string> = new Set([
  'REFRESH_DROPS',
  'CONTENT_PLUS_DUPLICATES',
  'CATALOG_CONFLICT',
  'CATALOG_NEWER',
])
const maxWarnings = 5

interface NoticesProps {
  draft: Draft
  standing: DraftDifferences | undefined
  groups: readonly DraftProblemGroup[]
  pendingFeeds: readonly FeedProblem[]
  settling: Settling
}

/** Notices about the entire feed, each with an action for all items if there is one. */
export function Notices({ draft, standing, groups, pendingFeeds, settling }: NoticesProps) {
  const warnings = groups.filter(({ code }) => !shownElsewhere.has(code))
  return (
    <>
      <Decisions standing={standing} settling={settling} />
      <Unchanged draft={draft} standing={standing} settling={settling} />
      {pendingFeeds.length > 0 && (
        <Notice tone="warn" title={t`In the outbox already`}>
          <ul className="max-h-40 overflow-y-auto">
            {pendingFeeds.map((problem) => (
              <li key={`${problem.code} ${problem.feed?.id} ${problem.message}`}>
                <FeedWarning problem={problem} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <AddedContent groups={groups} standing={standing} settling={settling} />
      {warnings.length > 0 && (
        <Notice
          tone="warn"
          title={warnings.length === 1 ? t`A warning` : t`${wholeNumber(warnings.length)} kinds of warnings`}
        >
          <ul>
            {warnings.slice(0, maxWarnings).map((group) => (
              <li key={`${group.code} ${group.path} ${group.found}`}>
                <WarningWords {...groupText(draft.kind, group)} isItemLevel={group.path === ''} />
              </li>
            ))}
            {warnings.length > maxWarnings && (
              <li>
                <Trans>
                  and <Plural value={warnings.length - maxWarnings} one="# more" other="# more" /> in the list
                  of problems
                </Trans>
              </li>
            )}
          </ul>
        </Notice>
      )}
      {kinds[draft.kind].ifPresent === 'replaced' &&
        !warnings.some(({ code }) => code === 'REFRESH_UNSEEN') && (
          <p className="text-xs text-ink-soft">
            <Trans>
              A refresh also removes the Content+ that the service has for these items and this feed does not
              hold.
            </Trans>
          </p>
        )}
    </>
  )
}

/** For a problem without a field, the message of one item is used for all. */
const WarningWords = ({
  title,
  more,
  isItemLevel,
}: {
  title: string
  more?: string
  isItemLevel: boolean
}) => (isItemLevel && more !== undefined ? `${title}. ${more}` : title)

/** Notices about catalog changes since the draft was created, each with one decision for all items. */
function Decisions({ standing, settling }: Pick<NoticesProps, 'standing' | 'settling'>) {
  if (!standing) return null
  const { conflicts, outdated } = standing.items
  const decide = (take: 'theirs' | 'mine', state: 'conflict' | 'outdated', label: string) =>
    settling.decide(label, [{ do: 'settle', selection: {}, take, states: [state] }])
  return (
    <>
      {conflicts > 0 && (
        <Notice
          tone="bad"
          title={t`${plural(standing.fields.conflicts, { one: '# conflict', other: '# conflicts' })} in ${plural(conflicts, { one: '# item', other: '# items' })}`}
          actions={
            <>
              <Button
                size="small"
                busy={settling.busy}
                onClick={() => decide('theirs', 'conflict', t`The catalog’s values where both changed`)}
              >
                <Trans>Take the catalog’s in all</Trans>
              </Button>
              <Button
                size="small"
                busy={settling.busy}
                onClick={() => decide('mine', 'conflict', t`Kept values where both changed`)}
              >
                <Trans>Keep mine in all</Trans>
              </Button>
            </>
          }
        >
          <Trans>
            You and the catalog changed the same fields. Decide per field below, or for all at once. You can
            undo a decision.
          </Trans>
        </Notice>
      )}
      {outdated > 0 && (
        <Notice
          tone="warn"
          title={t`The catalog is newer in ${plural(standing.fields.outdated, { one: '# field', other: '# fields' })} of ${plural(outdated, { one: '# item', other: '# items' })}`}
          actions={
            <>
              <Button
                size="small"
                variant="primary"
                busy={settling.busy}
                onClick={() => decide('theirs', 'outdated', t`The catalog’s newer values`)}
              >
                <Trans>Take the newer values</Trans>
              </Button>
              <Button
                size="small"
                busy={settling.busy}
                onClick={() => decide('mine', 'outdated', t`Kept values of before`)}
              >
                <Trans>Put mine back</Trans>
              </Button>
            </>
          }
        >
          <Trans>You did not change these fields. Sending them unchanged restores the old values.</Trans>
        </Notice>
      )}
    </>
  )
}

function AddedContent({
  groups,
  standing,
  settling,
}: Pick<NoticesProps, 'groups' | 'standing' | 'settling'>) {
  if (!groups.some(({ code }) => code === 'CONTENT_PLUS_DUPLICATES')) return null
  const doubled = standing?.fields.doubled ?? 0
  return (
    <Notice
      tone="warn"
      title={
        doubled > 0
          ? t`${plural(doubled, { one: '# entry', other: '# entries' })} of Content+ will duplicate what is there`
          : t`Content+ is added, not replaced`
      }
      actions={
        doubled > 0 && (
          <Button
            size="small"
            busy={settling.busy}
            onClick={() =>
              settling.decide(t`Content+ that is there already`, [{ do: 'drop-doubles', selection: {} }])
            }
          >
            <Trans>Drop what is there already</Trans>
          </Button>
        )
      }
    >
      <Trans>
        The service adds the Content+ of this update to the item. Entries that already exist will be
        duplicated.
      </Trans>
    </Notice>
  )
}

/** A warning about a feed, with a link on the name of the feed. */
function FeedWarning({ problem: { message, feed } }: { problem: FeedProblem }) {
  const at = feed ? indexOfQuoted(message, feed.name) : -1
  if (!feed || at < 0) return message
  return (
    <>
      {message.slice(0, at)}
      <Link href={`/outbox/${feed.id}`} className="font-medium text-accent-strong underline">
        {feed.name}
      </Link>
      {message.slice(at + feed.name.length)}
    </>
  )
}

/** Index of a name in quotation marks of any language; -1 if not found. */
function indexOfQuoted(message: string, name: string): number {
  let at = message.indexOf(name)
  while (at >= 0 && !/[“„«]\s?$/.test(message.slice(0, at))) at = message.indexOf(name, at + 1)
  return at
}

/**
 * The current draft, its problem groups and its state against the catalog, which decisions in the dialog
 * change.
 */
export function useLiveDraft(draft: Draft, groups: readonly DraftProblemGroup[]) {
  const input = { id: draft.id }
  const live = useQuery(rpc.feeds.draft.queryOptions({ input, initialData: draft }))
  const problems = useQuery(rpc.feeds.draftProblems.queryOptions({ input }))
  const standing = useQuery(rpc.feeds.draftDifferences.queryOptions({ input }))
  return { draft: live.data, groups: problems.data?.groups ?? groups, standing: standing.data }
}
