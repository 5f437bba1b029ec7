import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import type { Draft } from '../../../src-shared/drafts/model.ts'
import { isError, type Problem } from '../../../src-shared/problem.ts'
import type { ContentPlusFeed } from '../../../src-shared/vocabulary/content-plus.ts'
import type { IngestItems } from '../../../src-shared/vocabulary/ingest.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { byteSize, counted } from '../../ui/words.ts'
import { feedKindWords } from './feed-kinds.ts'

interface QueueDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  draft: Draft
  name: string
  value: unknown
  xml: string
  revision: number
  problems: readonly Problem[]
  /** The backend found errors that this window did not know. */
  onRefused: (error: unknown) => void
}

interface ItemLine {
  title: string
  code: string
}
const shownItems = 8

function itemLines(draft: Draft, value: unknown): ItemLine[] {
  if (draft.kind === 'contentplus') {
    return (value as ContentPlusFeed).item.map((item) => ({
      title: `Item ${item.id ?? ''}`,
      code: counted(item.retailer.length, 'retailer'),
    }))
  }
  return (value as IngestItems).item.map((item) => ({
    title: item.ecommerceTitle || 'Untitled item',
    code: item.productCodes?.[0]?.text ?? '',
  }))
}

/** What the catalog's record has and would no longer have. */
const isRemoval = ({ code }: Problem): boolean => code === 'REFRESH_DROPS'
const shownRemovals = 50
const shownWarnings = 5
/** A feed that is in the outbox already has the same bytes, or is about the same items. */
const isKnownFeed = ({ feed, code }: Problem): boolean => feed !== undefined || code === 'ITEM_ON_ITS_WAY'
/** Said once for the whole feed. */
const isAddition = ({ code }: Problem): boolean => code === 'CONTENT_PLUS_DUPLICATES'

/** The item a problem is about, by the title of its line. */
function itemTitle({ path }: Problem, lines: readonly ItemLine[]): string {
  const position = Number(/\/item\[(\d+)\]/.exec(path)?.[1])
  return lines[position - 1]?.title ?? `Item ${position}`
}

const addsContentPlus = (value: unknown): boolean =>
  (value as IngestItems).item.some(
    (item) => item.contentPlus !== undefined || (item.manufacturerContent ?? []).length > 0,
  )

/** The last look before a feed is frozen: what will be sent, and what that does. */
export function QueueDialog({
  open,
  onOpenChange,
  draft,
  name,
  value,
  xml,
  revision,
  problems,
  onRefused,
}: QueueDialogProps) {
  const [, navigate] = useLocation()
  const queueDraft = useMutation(
    rpc.feeds.queueDraft.mutationOptions({
      onSuccess: (feed) => {
        toast.done('Queued', 'It is sent as soon as the service can be reached.')
        navigate(`/outbox/${feed.id}`)
      },
      onError: (error) => {
        onOpenChange(false)
        onRefused(error)
      },
    }),
  )
  const words = feedKindWords[draft.kind]
  const lines = open ? itemLines(draft, value) : []
  const removed = problems.filter(isRemoval)
  const known = problems.filter(isKnownFeed)
  const warnings = problems.filter(
    (problem) => !isError(problem) && !isRemoval(problem) && !isKnownFeed(problem) && !isAddition(problem),
  )
  const bytes = open ? new TextEncoder().encode(xml).length : 0
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Queue “${name}”?`}
      description={words.meaning}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Keep editing</Button>
          <Button
            variant="primary"
            busy={queueDraft.isPending}
            onClick={() => queueDraft.mutate({ id: draft.id, revision })}
          >
            Queue for sending
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="rounded-lg border border-line">
          <p className="border-b border-line px-3 py-2 text-xs text-ink-faint">
            {counted(lines.length, 'item')} · {byteSize(bytes)} of XML
          </p>
          <ul className="px-3 py-1">
            {lines.slice(0, shownItems).map((line, index) => (
              <li
                // Items of a feed are known by their place.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                key={index}
                className="flex items-center justify-between gap-4 py-1 text-sm"
              >
                <span className="min-w-0 truncate">{line.title}</span>
                <span className="tabular shrink-0 text-xs text-ink-faint">{line.code}</span>
              </li>
            ))}
            {lines.length > shownItems && (
              <li className="py-1 text-xs text-ink-faint">
                and {counted(lines.length - shownItems, 'more item', 'more items')}
              </li>
            )}
          </ul>
        </div>
        {known.length > 0 && (
          <Notice tone="warn" title="In the outbox already">
            <ul className="max-h-40 overflow-y-auto">
              {known.map((problem) => (
                <li key={`${problem.code} ${problem.feed?.id}`}>
                  <FeedWarning problem={problem} />
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {draft.kind === 'update' && open && addsContentPlus(value) && (
          <Notice tone="warn" title="Content+ is added, not replaced">
            The service adds the Content+ of this update to what the item has. Whatever it has already will be
            there twice.
          </Notice>
        )}
        {removed.length > 0 && (
          <Notice tone="warn" title="What this refresh removes">
            <ul className="max-h-40 overflow-y-auto">
              {removed.slice(0, shownRemovals).map((problem) => (
                <li key={`${problem.path} ${problem.message}`}>
                  {lines.length > 1 && <strong className="font-medium">{itemTitle(problem, lines)}: </strong>}
                  {problem.message}
                </li>
              ))}
              {removed.length > shownRemovals && (
                <li>and {counted(removed.length - shownRemovals, 'more thing', 'more things')}</li>
              )}
            </ul>
          </Notice>
        )}
        {warnings.length > 0 && (
          <Notice tone="warn" title={counted(warnings.length, 'warning')}>
            <ul>
              {warnings.slice(0, shownWarnings).map((problem) => (
                <li key={`${problem.path} ${problem.message}`}>{problem.message}</li>
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
          The feed is frozen as it is now and moves to the outbox. It is sent as soon as the service can be
          reached; until then you can take it back.
        </p>
      </div>
    </Dialog>
  )
}

/** What is said of a feed in the outbox; its name leads there. */
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
