import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import type { CheckedDraft, Draft, DraftProblemGroup } from '../../../src-shared/drafts/model.ts'
import type { Problem } from '../../../src-shared/problem.ts'
import { leaveAlone } from '../../rpc/changes.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { counted, wholeNumber } from '../../ui/words.ts'
import { itemGroupOf } from './draft-session.ts'
import { feedKindWords } from './feed-kinds.ts'
import { itemName } from './item-name.ts'
import { groupWords } from './problem-words.ts'

interface QueueDialogProps {
  draft: Draft
  /** What the checks found: no errors. */
  checked: CheckedDraft
  onClose: () => void
  /** The backend found errors after all. */
  onRefused: () => void
}

/** What the catalog's record has and would no longer have. */
const removal = 'REFRESH_DROPS'
/** Said once for the whole feed. */
const addition = 'CONTENT_PLUS_DUPLICATES'

const shownItems = 8
const shownWarnings = 5

/** The last look before a draft is frozen: what will be sent, and what that does. */
export function QueueDialog({
  draft,
  checked: { groups, onTheirWay },
  onClose,
  onRefused,
}: QueueDialogProps) {
  const [, navigate] = useLocation()
  const queueDraft = useMutation(
    rpc.feeds.queueDraft.mutationOptions({
      onSuccess: ({ feeds }) => {
        const [only, another] = feeds
        // Its page says how far it is: by the time this is read, it may have arrived.
        toast.done('Moved to the outbox', another && `${counted(feeds.length, 'feed')}, followed as one.`)
        navigate(only?.batch === undefined ? `/outbox/${only?.id ?? ''}` : `/outbox/batch/${only.batch}`)
      },
      onMutate: () => leaveAlone(draft.id),
      onError: (error, _, comeBack) => {
        comeBack?.()
        onClose()
        toast.failed('The draft was not queued', error)
        onRefused()
      },
    }),
  )
  const warnings = groups.filter(({ code }) => code !== removal && code !== addition)
  const itemGroup = itemGroupOf(draft.kind)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Queue “${draft.name}”?`}
      description={feedKindWords[draft.kind].meaning}
      actions={
        <>
          <Button onClick={onClose}>Keep editing</Button>
          <Button
            variant="primary"
            busy={queueDraft.isPending}
            onClick={() => queueDraft.mutate({ id: draft.id, revision: draft.revision })}
          >
            Queue for sending
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <QueuedItems draft={draft} />
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
        {groups.some(({ code }) => code === addition) && (
          <Notice tone="warn" title="Content+ is added, not replaced">
            The service adds the Content+ of this update to what the item has. Whatever it has already will be
            there twice.
          </Notice>
        )}
        <GroupNotice
          draft={draft}
          groups={groups.filter(({ code }) => code === removal)}
          title="What this refresh removes"
        />
        {warnings.length > 0 && (
          <Notice tone="warn" title={counted(warnings.length, 'kind of warning', 'kinds of warnings')}>
            <ul>
              {warnings.slice(0, shownWarnings).map((group) => (
                <li key={`${group.code} ${group.path}`}>{groupWords(itemGroup, group).title}</li>
              ))}
              {warnings.length > shownWarnings && (
                <li>
                  and {counted(warnings.length - shownWarnings, 'more', 'more')} in the list of problems
                </li>
              )}
            </ul>
          </Notice>
        )}
        {draft.kind === 'refresh' && (
          <p className="text-xs text-ink-soft">
            A refresh also removes the Content+ that the service has for these items and this feed does not
            hold.
          </p>
        )}
        <p className="text-xs text-ink-faint">
          The draft is frozen as it is now and moves to the outbox, as several feeds where the service limits
          their size. It is sent as soon as the service can be reached; until then you can take it back.
        </p>
      </div>
    </Dialog>
  )
}

function QueuedItems({ draft }: { draft: Draft }) {
  const items = useQuery(
    rpc.feeds.draftRows.queryOptions({
      input: { id: draft.id, selection: {}, offset: 0, limit: shownItems, columns: [] },
    }),
  )
  return (
    <div className="rounded-lg border border-line">
      <p className="border-b border-line px-3 py-2 text-xs text-ink-faint">
        {counted(draft.itemCount, 'item')}
      </p>
      <ul className="px-3 py-1">
        {(items.data?.rows ?? []).map((row) => (
          <li key={row.key} className="flex items-center justify-between gap-4 py-1 text-sm">
            <span className="min-w-0 truncate">{itemName(row)}</span>
            <span className="tabular shrink-0 text-xs text-ink-faint">{row.code}</span>
          </li>
        ))}
        {draft.itemCount > shownItems && (
          <li className="py-1 text-xs text-ink-faint">
            and {counted(draft.itemCount - shownItems, 'more item', 'more items')}
          </li>
        )}
      </ul>
    </div>
  )
}

/** As many items of a group as are read to quote what is said of each. */
const quotedItems = 20

/** What the checks say of single items in so many words, for the first of them. */
function GroupNotice({
  draft,
  groups,
  title,
}: {
  draft: Draft
  groups: readonly DraftProblemGroup[]
  title: string
}) {
  const code = groups[0]?.code ?? ''
  const rows = useQuery(
    rpc.feeds.draftRows.queryOptions({
      input: { id: draft.id, selection: { problem: { code } }, offset: 0, limit: quotedItems, columns: [] },
      enabled: groups.length > 0,
    }),
  )
  const items = useQueries({
    queries: (rows.data?.rows ?? []).map(({ key }) =>
      rpc.feeds.draftItem.queryOptions({ input: { id: draft.id, key } }),
    ),
  })
  if (groups.length === 0) return null
  const quoted = (rows.data?.rows ?? []).flatMap((row, index) =>
    (items[index]?.data?.problems ?? [])
      .filter((problem) => problem.code === code)
      .map((problem) => ({ row, problem })),
  )
  const further = (rows.data?.total ?? 0) - (rows.data?.rows.length ?? 0)
  return (
    <Notice tone="warn" title={title}>
      <ul className="max-h-40 overflow-y-auto">
        {quoted.map(({ row, problem }) => (
          <li key={`${row.key} ${problem.path} ${problem.message}`}>
            {draft.itemCount > 1 && <strong className="font-medium">{itemName(row)}: </strong>}
            {problem.message}
          </li>
        ))}
        {quoted.length === 0 && groups.map((group) => <li key={group.path}>{group.message}</li>)}
        {further > 0 && <li>and the same of {wholeNumber(further)} more</li>}
      </ul>
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
