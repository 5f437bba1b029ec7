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

/** What a person says of a feed's place in line, or of that of all feeds of a batch. */
function useLine(subject: { feed: OutboxFeed; batch?: never } | { batch: OutboxBatch; feed?: never }) {
  const { id } = subject.feed ?? subject.batch
  const held = useFeedAction(t`It was not held`)
  const letGone = useFeedAction(t`It was not let go`)
  const hurried = useFeedAction(t`It was not put before the others`)
  const hold = useMutation(rpc.outbox.hold.mutationOptions(held))
  const letGo = useMutation(rpc.outbox.letGo.mutationOptions(letGone))
  const hurry = useMutation(rpc.outbox.hurry.mutationOptions(hurried))
  const holdAll = useMutation(rpc.outbox.toBatch.mutationOptions(held))
  const letAllGo = useMutation(rpc.outbox.toBatch.mutationOptions(letGone))
  const hurryAll = useMutation(rpc.outbox.toBatch.mutationOptions(hurried))
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

/** The words of a hold: `Held until 24 Nov 2026, 08:00`. */
export const holdWords = ({ until }: NonNullable<OutboxFeed['hold']>): string =>
  until === undefined ? t`Held until you let it go` : t`Held until ${dateAndTime(until)}`

/** Hold, let go, send before the others: buttons for what is in line. */
export function LineActions(
  subject: ({ feed: OutboxFeed; batch?: never } | { batch: OutboxBatch; feed?: never }) & {
    isHeld: boolean
    isUrgent?: boolean
  },
) {
  const [holding, setHolding] = useState(false)
  const line = useLine(subject)
  return (
    <>
      {subject.isHeld ? (
        <Button
          icon={<CirclePlay className="size-4" aria-hidden />}
          busy={line.busy}
          onClick={() => line.letGo()}
        >
          <Trans>Let go</Trans>
        </Button>
      ) : (
        <Button icon={<CirclePause className="size-4" aria-hidden />} onClick={() => setHolding(true)}>
          <Trans>Hold…</Trans>
        </Button>
      )}
      {!subject.isUrgent && (
        <Button
          icon={<ChevronsUp className="size-4" aria-hidden />}
          busy={line.busy}
          onClick={() => line.hurry()}
        >
          <Trans>Send first</Trans>
        </Button>
      )}
      <HoldDialog
        open={holding}
        busy={line.busy}
        onClose={() => setHolding(false)}
        onHold={(until) => line.hold(until, () => setHolding(false))}
      />
    </>
  )
}

interface HoldDialogProps {
  open: boolean
  busy: boolean
  onClose: () => void
  /** An ISO 8601 moment; without one: until it is let go. */
  onHold: (until: string | undefined) => void
}

/** As a field for a moment writes it, in this computer's time. */
const fieldText = (moment: Date): string => format(moment, "yyyy-MM-dd'T'HH:mm")
const tomorrowMorning = (): Date => {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8)
}

function HoldDialog({ open, busy, onClose, onHold }: HoldDialogProps) {
  const formId = useId()
  const [wrong, setWrong] = useState('')
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
      description={t`It stays in the outbox and is not sent. At the moment you name it goes by itself, as soon as the service can be reached.`}
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
          setWrong(fits ? '' : t`A moment to come, ${maxHold / 86_400_000} days ahead at most`)
          if (fits) onHold(until.toISOString())
        }}
      >
        <TextField
          label={t`Not before`}
          type="datetime-local"
          name="until"
          defaultValue={fieldText(tomorrowMorning())}
          error={wrong}
        />
      </form>
    </Dialog>
  )
}
