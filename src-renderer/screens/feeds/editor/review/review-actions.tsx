import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, MessageSquareReply, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Draft } from '../../../../../src-shared/feeds/draft/model.ts'
import { type DraftReview, mayReturn, nextStep } from '../../../../../src-shared/feeds/review/model.ts'
import { client, rpc } from '../../../../rpc/client.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { dateAndTime } from '../../../../ui/text/words.ts'
import type { DraftWork } from '../session/use-draft.ts'
import { reviewWords } from './review-words.ts'
import type { Me } from './use-me.ts'
import { WordDialog } from './word-dialog.tsx'

interface ReviewActionsProps {
  draft: Draft
  work: DraftWork
  me: Me
  /** The button that queues the draft. */
  queue: ReactNode
}

type Asked = 'propose' | 'approve-own' | 'return'

/** State of the review of a draft, and the next step of this person in it. */
export function ReviewActions({ draft, work, me, queue }: ReviewActionsProps) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  const [isBusy, setBusy] = useState(false)
  const { id, revision } = draft
  const { data: review } = useQuery(rpc.reviews.review.queryOptions({ input: { id } }))
  if (!review) return null
  const step = nextStep(me.person, review)

  /** Acts after typing is saved. @returns whether it was done */
  const act = async (failed: string, call: () => Promise<DraftReview>): Promise<boolean> => {
    setBusy(true)
    const next = await work.attempt(failed, call)
    setBusy(false)
    if (next) queries.setQueryData(rpc.reviews.review.queryKey({ input: { id } }), next)
    return next !== undefined
  }
  const propose = (word: string) =>
    act(t`The draft was not proposed`, async () => {
      // Typing that was saved just now belongs to it.
      const now = await client.feeds.draft({ id })
      return client.reviews.propose({ id, revision: now.revision, word })
    })
  const approve = (isOwn: boolean, word = '') =>
    act(t`The draft was not approved`, () => client.reviews.approve({ id, revision, isOwn, word }))
  const sendBack = (reason: string) =>
    act(t`The draft was not returned`, () => client.reviews.sendBack({ id, revision, reason }))

  return (
    <>
      <ReviewBadge review={review} />
      {mayReturn(me.person, review.state) && (
        <Button icon={<Undo2 className="size-4" aria-hidden />} onClick={() => setAsked('return')}>
          <Trans>Return…</Trans>
        </Button>
      )}
      {step === 'propose' && (
        <Button
          variant="primary"
          icon={<MessageSquareReply className="size-4" aria-hidden />}
          onClick={() => setAsked('propose')}
        >
          <Trans>Propose…</Trans>
        </Button>
      )}
      {(step === 'approve' || step === 'approve-own') && (
        <Button
          variant="primary"
          busy={isBusy}
          icon={<CircleCheck className="size-4" aria-hidden />}
          onClick={() => (step === 'approve' ? void approve(false) : setAsked('approve-own'))}
        >
          {step === 'approve' ? <Trans>Approve</Trans> : <Trans>Approve my own change…</Trans>}
        </Button>
      )}
      {step === 'queue' && queue}
      {step === 'wait' && (
        <span className="text-xs text-ink-faint">
          {review.state === 'approved' ? (
            <Trans>A sender queues it</Trans>
          ) : (
            <Trans>Another reviewer decides</Trans>
          )}
        </span>
      )}
      {asked === 'propose' && (
        <WordDialog
          title={t`Propose this draft`}
          description={t`A reviewer looks at it, then approves or returns it.`}
          label={t`A word to the reviewer (optional)`}
          action={t`Propose`}
          onWord={propose}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'approve-own' && (
        <WordDialog
          title={t`Approve your own change`}
          description={t`You changed this draft last. As an administrator you can approve it all the same; the history names you for both.`}
          label={t`Reason (optional)`}
          action={t`Approve`}
          onWord={(word) => approve(true, word)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'return' && (
        <WordDialog
          title={t`Return this draft to its authors`}
          label={t`What should be changed?`}
          action={t`Return`}
          isRequired
          onWord={sendBack}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

/** State of a review, with who decided it; also says that a change ended an approval. */
function ReviewBadge({ review: { state, decided, word, reopened } }: { review: DraftReview }) {
  if (reopened)
    return (
      <span title={dateAndTime(reopened.at)}>
        <Badge tone="warn">{t`Changed by ${reopened.by} since the approval`}</Badge>
      </span>
    )
  const { label, tone } = reviewWords[state]
  const details = decided && [`${decided.by}, ${dateAndTime(decided.at)}`, word].filter(Boolean).join('\n')
  return (
    <span title={details}>
      <Badge tone={tone}>
        {label}
        {decided && <span className="sr-only">{`: ${decided.by}`}</span>}
      </Badge>
    </span>
  )
}
