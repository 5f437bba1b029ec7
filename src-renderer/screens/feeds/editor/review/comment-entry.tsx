import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { partsOfComment } from '../../../../../src-shared/feeds/review/mentions.ts'
import type { DraftComment } from '../../../../../src-shared/feeds/review/model.ts'
import { client } from '../../../../rpc/client.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Menu } from '../../../../ui/overlays/menu.tsx'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { dateAndTime, relativeTime } from '../../../../ui/text/words.ts'
import { CommentField } from './comment-field.tsx'
import type { Me } from './use-me.ts'

interface CommentEntryProps {
  comment: DraftComment
  me: Me
  /** Name of the item that the comment is about, and what opens it. */
  item: { name: string; onOpen: () => void } | undefined
}

/** One comment, which its author can edit and delete. */
export function CommentEntry({ comment, me, item }: CommentEntryProps) {
  const [text, setText] = useState<string>()
  const isOwn = comment.by === me.person.name
  const mayDelete = isOwn || me.person.role === 'administrator'
  const attempt = (failed: string, call: Promise<void>) =>
    call.then(() => setText(undefined)).catch((error: unknown) => toast.failed(failed, error))
  const save = () => {
    if (text?.trim())
      void attempt(t`The comment was not changed`, client.reviews.editComment({ comment: comment.id, text }))
  }
  const remove = () =>
    void attempt(t`The comment was not deleted`, client.reviews.deleteComment({ comment: comment.id }))
  return (
    <article aria-label={t`Comment by ${comment.by}`} className="rounded-md border border-line p-2.5">
      <header className="flex items-center gap-2 text-xs text-ink-soft">
        <span className="font-medium text-ink">{comment.by}</span>
        <time dateTime={comment.at} title={dateAndTime(comment.at)}>
          {relativeTime(comment.at)}
        </time>
        {comment.editedAt !== undefined && comment.deletedAt === undefined && (
          <span title={dateAndTime(comment.editedAt)}>
            <Trans>edited</Trans>
          </span>
        )}
        <span className="flex-1" />
        {mayDelete && comment.deletedAt === undefined && (
          <Menu
            trigger={
              <IconButton
                size="small"
                label={t`Actions for the comment by ${comment.by}`}
                icon={<Ellipsis className="size-4" aria-hidden />}
              />
            }
            actions={[
              ...(isOwn ? [{ label: t`Edit`, onSelect: () => setText(comment.text) }] : []),
              { label: t`Delete`, dangerous: true, onSelect: remove },
            ]}
          />
        )}
      </header>
      {item && (
        <button
          type="button"
          onClick={item.onOpen}
          className="mt-0.5 cursor-default text-start text-xs text-accent hover:underline"
        >
          {item.name}
        </button>
      )}
      {comment.deletedAt !== undefined ? (
        <p className="mt-1 text-sm text-ink-faint">
          <Trans>This comment was deleted.</Trans>
        </p>
      ) : text === undefined ? (
        <CommentText text={comment.text} people={me.people} />
      ) : (
        <div className="mt-1 flex flex-col gap-2">
          <CommentField
            label={t`Edit the comment`}
            value={text}
            people={me.people}
            onChange={setText}
            onSubmit={save}
          />
          <div className="flex justify-end gap-2">
            <Button size="small" onClick={() => setText(undefined)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button size="small" variant="primary" onClick={save}>
              <Trans>Save</Trans>
            </Button>
          </div>
        </div>
      )}
    </article>
  )
}

/** The text of a comment, with the mentioned names emphasized. */
function CommentText({ text, people }: { text: string; people: readonly string[] }) {
  let at = 0
  const parts = partsOfComment(text, people).map((part) => {
    at += part.text.length
    return { ...part, at }
  })
  return (
    <p className="mt-1 text-sm break-words whitespace-pre-wrap">
      {parts.map((part) =>
        part.isMention ? (
          <strong key={part.at} className="font-medium text-accent">
            @{part.text}
          </strong>
        ) : (
          <span key={part.at}>{part.text}</span>
        ),
      )}
    </p>
  )
}
