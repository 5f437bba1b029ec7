import { useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { CloudOff, Pause, Wifi } from 'lucide-react'
import type { OutboxOverview } from '../../../src-shared/outbox/model.ts'
import { outboxStateDescriptions, outboxStates } from '../../../src-shared/outbox/outbox-state.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.tsx'
import { counted, dateAndTime, useTick } from '../../ui/words.ts'
import { feedsIn } from './feed-results.tsx'
import { plannedTime } from './planned-time.ts'

const sendableStates = outboxStates.filter((state) =>
  outboxStateDescriptions[state].actions.includes('sendNow'),
)

/** Whether feeds can be sent right now; if not, why, when the next attempt is, and what can be done. */
export function ConnectionState({ outbox }: { outbox: OutboxOverview }) {
  useTick(5)
  const queries = useQueryClient()
  const keep = (overview: OutboxOverview) => queries.setQueryData(rpc.outbox.overview.queryKey(), overview)
  const setPaused = useMutation(
    rpc.outbox.setPaused.mutationOptions({
      onSuccess: keep,
      onError: (error) => toast.failed('The outbox could not be switched', error),
    }),
  )
  const sendNow = useMutation(
    rpc.outbox.sendNow.mutationOptions({
      onSuccess: keep,
      onError: (error) => toast.failed('Nothing was sent', error),
    }),
  )
  const waiting = feedsIn(outbox, sendableStates)
  const next = outbox.nextAttemptAt
  const offline = !outbox.paused && outbox.reachable === false
  const Icon = outbox.paused ? Pause : offline ? CloudOff : Wifi
  return (
    <Panel>
      <div className="flex items-center justify-between gap-8">
        <div className="flex min-w-0 items-start gap-3">
          <span
            className={clsx('flex size-9 shrink-0 items-center justify-center rounded-md', signOf(outbox))}
          >
            <Icon className="size-5" strokeWidth={1.75} aria-hidden />
          </span>
          <div className="min-w-0" role="status">
            <p className="font-semibold">{titleOf(outbox)}</p>
            <p className="text-ink-soft">
              {outbox.paused
                ? 'Nothing is sent or asked until you work online again.'
                : (offline && outbox.reason) || restingWords(waiting)}
              {offline && next && (
                <>
                  {' '}
                  Next attempt{' '}
                  <time dateTime={next} title={dateAndTime(next)}>
                    {plannedTime(next)}
                  </time>
                  .
                </>
              )}
            </p>
          </div>
        </div>
        <div className="flex shrink-0 items-center gap-4">
          {waiting > 0 && !outbox.paused && (
            <Button busy={sendNow.isPending} onClick={() => sendNow.mutate(undefined)}>
              Send now
            </Button>
          )}
          <Switch
            label="Work offline"
            checked={outbox.paused}
            disabled={setPaused.isPending}
            onCheckedChange={(paused) => setPaused.mutate({ paused })}
          />
        </div>
      </div>
    </Panel>
  )
}

function signOf({ paused, reachable }: OutboxOverview): string {
  if (paused || reachable === false) return 'bg-warn-wash text-warn'
  return reachable ? 'bg-good-wash text-good' : 'bg-sunken text-ink-faint'
}

function titleOf({ paused, reachable }: OutboxOverview): string {
  if (paused) return 'Working offline'
  if (reachable === false) return 'The service cannot be reached'
  return reachable ? 'Online' : 'The service has not been asked yet'
}

const restingWords = (waiting: number): string =>
  waiting > 0 ? `${counted(waiting, 'feed')} about to be sent.` : 'Nothing waits to be sent.'
