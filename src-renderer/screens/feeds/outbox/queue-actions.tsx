import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { format } from 'date-fns'
import { ChevronsUp, CirclePause, CirclePlay } from 'lucide-react'
import { useId, useState } from 'react'
import { maxHold, type OutboxBatch, type OutboxFeed } from '../../../../src-shared/feeds/outbox/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/inputs/field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { dateAndTime } from '../../../ui/text/words.ts'
import { useFeedAction } from './use-feed-action.ts'

/** Actions to hold, release or prioritize a feed or all feeds of a batch. */
function useQueueActions(
  subject: { feed: OutboxFeed; batch?: never } | { batch: OutboxBatch; feed?: never },
) {
  const { id } = subject.feed ?? subject.batch
  const holdResult = useFeedAction(t`It was not held`)
  const releaseResult = useFeedAction(t`It was not let go`)
  const prioritizeResult = useFeedAction(t`It was not put before the others`)
  const hold = useMutation(rpc.outbox.hold.mutationOptions(holdResult))
  const letGo = useMutation(rpc.outbox.letGo.mutationOptions(releaseResult))
  const hurry = useMutation(rpc.outbox.hurry.mutationOptions(prioritizeResult))
  const holdAll = useMutation(rpc.outbox.toBatch.mutationOptions(holdResult))
  const letAllGo = useMutation(rpc.outbox.toBatch.mutationOptions(releaseResult))
  const hurryAll = useMutation(rpc.outbox.toBatch.mutationOptions(prioritizeResult))
  const isBatch = subject.batch !== undefined
  return {
    busy: [hold, letGo, hurry, holdAll, letAllGo, hurryAll].some(({ isPending }) => isPending),
    hold: (until: string | undefined, then: () => void) =>
      isBatch
        ? holdAll.mutate({ id, action: 'hold', until }, { onSettled: then })
        : hold.mutate({ id, until }, { onSettled: then }),
    letGo: () => (isBatch ? letAllGo.mutate({ id, action: 'let-go' }) : letGo.mutate({ id })),
    hurry: () => (isBatch ? hurryAll.mutate({ id, action: 'hurry' }) : hurry.mutate({ id })),
  }
}

/** Display text of a hold, such as `Held until 24 Nov 2026, 08:00`. */
export const holdText = ({ until }: NonNullable<OutboxFeed['hold']>): string =>
  until === undefined ? t`Held until you let it go` : t`Held until ${dateAndTime(until)}`

/** Buttons to hold, release or prioritize a queued feed or batch. */
export function QueueActions(
  subject: ({ feed: OutboxFeed; batch?: never } | { batch: OutboxBatch; feed?: never }) & {
    isHeld: boolean
    isUrgent?: boolean
  },
) {
  const [holding, setHolding] = useState(false)
  const queueActions = useQueueActions(subject)
  return (
    <>
      {subject.isHeld ? (
        <Button
          icon={<CirclePlay className="size-4" aria-hidden />}
          busy={queueActions.busy}
          onClick={() => queueActions.letGo()}
        >
          <Trans>Release</Trans>
        </Button>
      ) : (
        <Button icon={<CirclePause className="size-4" aria-hidden />} onClick={() => setHolding(true)}>
          <Trans>Hold…</Trans>
        </Button>
      )}
      {!subject.isUrgent && (
        <Button
          icon={<ChevronsUp className="size-4" aria-hidden />}
          busy={queueActions.busy}
          onClick={() => queueActions.hurry()}
        >
          <Trans>Send first</Trans>
        </Button>
      )}
      <HoldDialog
        open={holding}
        busy={queueActions.busy}
        onClose={() => setHolding(false)}
        onHold={(until) => queueActions.hold(until, () => setHolding(false))}
      />
    </>
  )
}

interface HoldDialogProps {
  open: boolean
  busy: boolean
  onClose: () => void
  /** `until` is an ISO 8601 timestamp; undefined holds the feed until it is released. */
  onHold: (until: string | undefined) => void
}

/** Value of a `datetime-local` field, in local time. */
const fieldText = (moment: Date): string => format(moment, "yyyy-MM-dd'T'HH:mm")
const tomorrowMorning = (): Date => {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8)
}

function HoldDialog({ open, busy, onClose, onHold }: HoldDialogProps) {
  const formId = useId()
  const [error, setWrong] = useState('')
  const close = () => {
    setWrong('')
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      width="small"
      title={t`Hold it back`}
      description={t`It stays in the outbox. After the time you choose, it is sent automatically as soon as the service can be reached.`}
      actions={
        <>
          <Button busy={busy} onClick={() => onHold(undefined)}>
            <Trans>Until I let it go</Trans>
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={busy}>
            <Trans>Hold until then</Trans>
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const until = new Date(String(new FormData(event.currentTarget).get('until') ?? ''))
          const length = until.getTime() - Date.now()
          const fits = length > 0 && length <= maxHold
          setWrong(fits ? '' : t`Choose a time within the next ${maxHold / 86_400_000} days`)
          if (fits) onHold(until.toISOString())
        }}
      >
        <TextField
          label={t`Not before`}
          type="datetime-local"
          name="until"
          defaultValue={fieldText(tomorrowMorning())}
          error={error}
        />
      </form>
    </Dialog>
  )
}
