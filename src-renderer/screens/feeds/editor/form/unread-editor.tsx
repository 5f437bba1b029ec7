import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Draft, UnreadDraft } from '../../../../../src-shared/feeds/draft/model.ts'
import { client, rpc } from '../../../../rpc/client.ts'
import { feedKindWords } from '../../../../texts/feed-kinds.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { CodeView } from '../../../../ui/inputs/code-view.tsx'
import { Notice } from '../../../../ui/layout/notice.tsx'
import { PageHeader } from '../../../../ui/layout/page-header.tsx'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { deleteDrafts } from '../../list/draft-deletion.ts'

/** Editor of a draft whose payload cannot be parsed into items: its text with the problems marked. */
export function UnparsedDraftEditor({ draft, unread }: { draft: Draft; unread: UnreadDraft }) {
  const { id } = draft
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [text, setText] = useState(unread.text)
  const [goTo, setGoTo] = useState<{ line: number; column?: number }>()
  const lastSent = useRef(unread.text)
  const saveText = useMutation(
    rpc.feeds.fixUnread.mutationOptions({
      onMutate: (input) => {
        lastSent.current = input.text
      },
      onSuccess: () => queries.invalidateQueries({ queryKey: rpc.feeds.key() }),
      onError: (error) => toast.failed(t`The text was not saved`, error),
    }),
  )
  // Saves unsaved text when the screen is left.
  const saveUnsent = useEffectEvent(() => {
    if (text !== lastSent.current) void client.feeds.fixUnread({ id, text })
  })
  useEffect(() => () => saveUnsent(), [])
  const marks = useMemo(
    () =>
      unread.problems.flatMap(({ line, message, severity = 'error' }) =>
        line === undefined ? [] : [{ line, message, severity }],
      ),
    [unread.problems],
  )
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader
        back={{ href: '/feeds', label: t`Feeds` }}
        title={draft.name}
        badges={<Badge>{feedKindWords[draft.kind].label}</Badge>}
        actions={
          <>
            <Button
              variant="danger"
              onClick={() => {
                navigate('/feeds')
                void deleteDrafts([draft])
              }}
            >
              <Trans>Delete draft</Trans>
            </Button>
            <Button variant="primary" busy={saveText.isPending} onClick={() => saveText.mutate({ id, text })}>
              <Trans>Save and parse</Trans>
            </Button>
          </>
        }
      />
      <Notice
        tone="warn"
        title={t`The items of this draft cannot be read`}
        className="rounded-none! border-b border-line"
      >
        <Trans>The draft is stored as received. Fix the XML at the marked lines to edit its items.</Trans>
      </Notice>
      <div className="min-h-0 flex-1 max-md:overflow-y-auto md:grid md:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-h-0 bg-surface max-md:h-96">
          <CodeView
            label={t`XML of the feed`}
            value={text}
            onChange={setText}
            marks={marks}
            goTo={goTo}
            className="h-full"
          />
        </div>
        <section
          aria-label={t`Problems`}
          className="flex min-h-0 flex-col border-line bg-surface max-md:border-t md:border-s"
        >
          <h2 className="border-b border-line px-4 py-2.5 text-sm font-semibold">
            <Plural value={unread.problems.length} one="# problem" other="# problems" />
          </h2>
          <ol className="min-h-0 flex-1 overflow-y-auto py-1">
            {unread.problems.map((problem) => (
              <li key={`${problem.code} ${problem.path} ${problem.line} ${problem.message}`}>
                <button
                  type="button"
                  onClick={() =>
                    setGoTo({ line: problem.line ?? 1, ...(problem.column && { column: problem.column }) })
                  }
                  className="flex w-full cursor-default items-start gap-2 px-4 py-2 text-start hover:bg-hover focus-visible:-outline-offset-2"
                >
                  <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
                  <span className="min-w-0 flex-1">
                    <span className="block text-sm break-words">{problem.message}</span>
                    {problem.line !== undefined && (
                      <span className="block text-xs text-ink-faint">
                        <Trans>line {problem.line}</Trans>
                      </span>
                    )}
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  )
}
