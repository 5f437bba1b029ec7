import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Draft, DraftProblemGroup, DraftStanding } from '../../../../src-shared/drafts/model.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { counted, wholeNumber } from '../../../ui/words.ts'
import { itemGroupOf } from '../draft-session.ts'
import { groupWords } from '../problem-words.ts'
import type { Settling } from './use-settling.ts'

/** Said by the comparison, item by item, or once for the whole feed. */
const saidElsewhere: ReadonlySet<string> = new Set([
  'REFRESH_DROPS',
  'CONTENT_PLUS_DUPLICATES',
  'CATALOG_CONFLICT',
  'CATALOG_NEWER',
])
const shownWarnings = 5

interface NoticesProps {
  draft: Draft
  standing: DraftStanding | undefined
  groups: readonly DraftProblemGroup[]
  onTheirWay: readonly Problem[]
  settling: Settling
}

/** What concerns the feed as a whole, with the one decision for all items where there is one to take. */
export function Notices({ draft, standing, groups, onTheirWay, settling }: NoticesProps) {
  const warnings = groups.filter(({ code }) => !saidElsewhere.has(code))
  return (
    <>
      <Decisions standing={standing} settling={settling} />
      {onTheirWay.length > 0 && (
        <Notice tone="warn" title="In the outbox already">
          <ul className="max-h-40 overflow-y-auto">
            {onTheirWay.map((problem) => (
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
          title={warnings.length === 1 ? 'A warning' : `${wholeNumber(warnings.length)} kinds of warnings`}
        >
          <ul>
            {warnings.slice(0, shownWarnings).map((group) => (
              <li key={`${group.code} ${group.path}`}>
                <WarningWords {...groupWords(itemGroupOf(draft.kind), group)} isOfWhole={group.path === ''} />
              </li>
            ))}
            {warnings.length > shownWarnings && (
              <li>and {counted(warnings.length - shownWarnings, 'more', 'more')} in the list of problems</li>
            )}
          </ul>
        </Notice>
      )}
      {draft.kind === 'refresh' && !warnings.some(({ code }) => code === 'REFRESH_UNSEEN') && (
        <p className="text-xs text-ink-soft">
          A refresh also removes the Content+ that the service has for these items and this feed does not
          hold.
        </p>
      )}
    </>
  )
}

/** Of an item as a whole, the field says nothing: what is said of one of the items stands for all. */
const WarningWords = ({ title, more, isOfWhole }: { title: string; more?: string; isOfWhole: boolean }) =>
  isOfWhole && more !== undefined ? `${title}. ${more}` : title

/** Where the catalog changed since the draft began: one decision for all items. */
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
          title={`${counted(standing.fields.conflicts, 'conflict')} in ${counted(conflicts, 'item')}`}
          actions={
            <>
              <Button
                size="small"
                busy={settling.busy}
                onClick={() => decide('theirs', 'conflict', 'The catalog’s values where both changed')}
              >
                Take the catalog’s in all
              </Button>
              <Button
                size="small"
                busy={settling.busy}
                onClick={() => decide('mine', 'conflict', 'Kept values where both changed')}
              >
                Keep mine in all
              </Button>
            </>
          }
        >
          You and the catalog changed the same fields since this draft began. Decide field by field below, or
          for all at once; a decision can be undone.
        </Notice>
      )}
      {outdated > 0 && (
        <Notice
          tone="warn"
          title={`The catalog is newer in ${counted(standing.fields.outdated, 'field')} of ${counted(outdated, 'item')}`}
          actions={
            <>
              <Button
                size="small"
                variant="primary"
                busy={settling.busy}
                onClick={() => decide('theirs', 'outdated', 'The catalog’s newer values')}
              >
                Take the newer values
              </Button>
              <Button
                size="small"
                busy={settling.busy}
                onClick={() => decide('mine', 'outdated', 'Kept values of before')}
              >
                Put mine back
              </Button>
            </>
          }
        >
          You did not change these fields. Sent as they are, they put back what the catalog had before.
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
          ? `${counted(doubled, 'entry', 'entries')} of Content+ will duplicate what is there`
          : 'Content+ is added, not replaced'
      }
      actions={
        doubled > 0 && (
          <Button
            size="small"
            busy={settling.busy}
            onClick={() =>
              settling.decide('Content+ that is there already', [{ do: 'drop-doubles', selection: {} }])
            }
          >
            Drop what is there already
          </Button>
        )
      }
    >
      The service adds the Content+ of this update to what the item has. Whatever it has already will be there
      twice.
    </Notice>
  )
}

/** What is said of a feed; its name leads there. */
function FeedWarning({ problem: { message, feed } }: { problem: Problem }) {
  const quoted = `“${feed?.name}”`
  const at = message.indexOf(quoted)
  if (!feed || at < 0) return message
  return (
    <>
      {message.slice(0, at)}“
      <Link href={`/outbox/${feed.id}`} className="font-medium text-accent-strong underline">
        {feed.name}
      </Link>
      ”{message.slice(at + quoted.length)}
    </>
  )
}

/** How the draft stands now: decisions taken in the dialog change it. */
export function useLiveDraft(draft: Draft, groups: readonly DraftProblemGroup[]) {
  const input = { id: draft.id }
  const live = useQuery(rpc.feeds.draft.queryOptions({ input, initialData: draft }))
  const problems = useQuery(rpc.feeds.draftProblems.queryOptions({ input }))
  const standing = useQuery(rpc.feeds.draftStanding.queryOptions({ input }))
  return { draft: live.data, groups: problems.data?.groups ?? groups, standing: standing.data }
}
