import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Draft } from '../../../../../src-shared/feeds/draft/model.ts'
import type { DraftComment, TrailEntry } from '../../../../../src-shared/feeds/review/model.ts'
import { client, rpc } from '../../../../rpc/client.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/inputs/checkbox.tsx'
import { PlainSelect } from '../../../../ui/inputs/plain-select.tsx'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { dateAndTime, relativeTime, useTick } from '../../../../ui/text/words.ts'
import { CommentEntry } from './comment-entry.tsx'
import { CommentField } from './comment-field.tsx'
import { trailText } from './review-words.ts'
import type { Me } from './use-me.ts'

interface DiscussionPanelProps {
  draft: Draft
  me: Me
  /** The open item. */
  item: { key: number; name: string }
  onItem: (key: number) => void
  onClose: () => void
}

/** Comments, history and assignment of a draft. */
export function DiscussionPanel({ draft, me, item, onItem, onClose }: DiscussionPanelProps) {
  useTick()
  const { id } = draft
  const discussion = useQuery(rpc.reviews.discussion.queryOptions({ input: { id } }))
  const mentions = useQuery(rpc.reviews.mentions.queryOptions())
  const hasMention = mentions.data?.mentions.some((one) => one.draft === id) ?? false
  useEffect(() => {
    // A mention that cannot be marked now is marked when the discussion is opened again.
    if (hasMention) client.reviews.seeMentions({ id }).catch(() => undefined)
  }, [hasMention, id])
  const nameOf = (key: number) => (key === item.key ? item.name : t`Item ${key}`)
  const linkTo = (key: number | undefined) =>
    key === undefined ? undefined : { name: nameOf(key), onOpen: () => onItem(key) }
  return (
    <aside
      aria-label={t`Discussion`}
      className="flex w-80 shrink-0 flex-col border-s border-line bg-surface max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-10 max-lg:shadow-popup print:hidden"
    >
      <div className="flex min-h-10 items-center justify-between border-b border-line ps-4 pe-2">
        <h2 className="text-sm font-semibold">
          <Trans>Discussion</Trans>
        </h2>
        <IconButton
          size="small"
          label={t`Close the discussion`}
          icon={<X className="size-4" aria-hidden />}
          onClick={onClose}
        />
      </div>
      <Assignments draft={draft} me={me} item={item} />
      {/* The newest entries are what a person looks for, so they are first. */}
      <ol
        aria-label={t`Comments and history`}
        className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-3"
      >
        {entriesOf(discussion.data?.comments ?? [], discussion.data?.trail ?? []).map((entry) => (
          <li key={entry.id}>
            {entry.comment ? (
              <CommentEntry comment={entry.comment} me={me} item={linkTo(entry.key)} />
            ) : (
              <TrailLine entry={entry.trail} item={entry.key === undefined ? undefined : nameOf(entry.key)} />
            )}
          </li>
        ))}
        {discussion.data && discussion.data.comments.length + discussion.data.trail.length === 0 && (
          <li className="text-sm text-ink-soft">
            <Trans>Nobody has commented on this draft yet.</Trans>
          </li>
        )}
      </ol>
      <NewComment id={id} me={me} item={item} />
    </aside>
  )
}

type Entry = { id: string; at: string; key: number | undefined } & (
  | { comment: DraftComment; trail?: undefined }
  | { comment?: undefined; trail: TrailEntry }
)

/** Comments and history together, newest first. */
function entriesOf(comments: readonly DraftComment[], trail: readonly TrailEntry[]): Entry[] {
  const entries: Entry[] = [
    ...comments.map((comment): Entry => ({ id: comment.id, at: comment.at, key: comment.key, comment })),
    ...trail.flatMap((entry, index): Entry[] =>
      // The comment itself is shown.
      entry.event === 'commented' ? [] : [{ id: String(index), at: entry.at, key: entry.key, trail: entry }],
    ),
  ]
  return entries.sort((one, other) => other.at.localeCompare(one.at))
}

function TrailLine({ entry, item }: { entry: TrailEntry; item: string | undefined }) {
  const hasWord = entry.event !== 'assigned' && entry.event !== 'unassigned' && entry.detail !== ''
  return (
    <div className="px-1 text-xs text-ink-soft">
      {trailText(entry, item)} ·{' '}
      <time dateTime={entry.at} title={dateAndTime(entry.at)}>
        {relativeTime(entry.at)}
      </time>
      {hasWord && <p className="mt-0.5 break-words whitespace-pre-wrap text-ink">{entry.detail}</p>}
    </div>
  )
}

/** The people to whom the draft and the open item are assigned. */
function Assignments({ draft: { id }, me, item }: Pick<DiscussionPanelProps, 'draft' | 'me' | 'item'>) {
  const { data: review } = useQuery(rpc.reviews.review.queryOptions({ input: { id } }))
  if (!review) return null
  const assign = (key: number | undefined, name: string) =>
    void client.reviews
      .assign({ id, key, person: name === '' ? null : name })
      .catch((error: unknown) => toast.failed(t`It was not assigned`, error))
  const options = me.people.map((name) => ({ value: name, label: name }))
  const assigned = review.items.find(({ key }) => key === item.key)?.person ?? ''
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-2.5 text-xs">
      <dt className="text-ink-soft">
        <Trans>Draft</Trans>
      </dt>
      <dd>
        <PlainSelect
          aria-label={t`The draft is assigned to`}
          height="small"
          options={options}
          none={t`Nobody`}
          value={review.assigned ?? ''}
          onValueChange={(name) => assign(undefined, name)}
        />
      </dd>
      <dt className="max-w-28 truncate text-ink-soft" title={item.name}>
        {item.name}
      </dt>
      <dd>
        <PlainSelect
          aria-label={t`${item.name} is assigned to`}
          height="small"
          options={options}
          none={t`Nobody`}
          value={assigned}
          onValueChange={(name) => assign(item.key, name)}
        />
      </dd>
    </dl>
  )
}

function NewComment({ id, me, item }: { id: string } & Pick<DiscussionPanelProps, 'me' | 'item'>) {
  const [text, setText] = useState('')
  const [isOfItem, setOfItem] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    if (text.trim() === '' || isBusy) return
    setBusy(true)
    try {
      await client.reviews.comment({ id, text, ...(isOfItem && { key: item.key }) })
      setText('')
    } catch (error) {
      toast.failed(t`The comment was not saved`, error)
    }
    setBusy(false)
  }
  return (
    <div className="flex flex-col gap-2 border-t border-line p-3">
      <CommentField
        label={t`New comment`}
        value={text}
        people={me.people}
        onChange={setText}
        onSubmit={() => void submit()}
      />
      <div className="flex items-center justify-between gap-2">
        <Checkbox label={t`About the open item`} checked={isOfItem} onCheckedChange={setOfItem} />
        <Button
          size="small"
          variant="primary"
          busy={isBusy}
          disabled={text.trim() === ''}
          onClick={() => void submit()}
        >
          <Trans>Comment</Trans>
        </Button>
      </div>
    </div>
  )
}
