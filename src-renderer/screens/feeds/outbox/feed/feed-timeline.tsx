import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import type { OutboxEvent, TrailDetail } from '../../../../../src-shared/feeds/outbox/model.ts'
import { outboxEvents } from '../../../../../src-shared/feeds/outbox/outbox-machine.ts'
import { outboxStateDescriptions } from '../../../../../src-shared/feeds/outbox/outbox-state.ts'
import { type Tone, toneOf } from '../../../../ui/badge.tsx'
import { byteSize, dateAndTime } from '../../../../ui/text/words.ts'

const dots: Record<Tone, string> = {
  neutral: 'bg-edge',
  accent: 'bg-info-solid',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad-solid',
}

/** All events of a feed, newest first: time, user, sent data, target and response. */
export function FeedTimeline({ events, by }: { events: readonly OutboxEvent[]; by: string }) {
  return (
    <ol className="flex flex-col">
      {[...events].reverse().map((event, index) => (
        <li
          key={`${event.at} ${event.state} ${event.message}`}
          className="relative flex gap-3 pb-4 last:pb-0"
        >
          {index < events.length - 1 && (
            <span className="absolute top-4 bottom-0 start-[3.5px] w-px bg-line-strong" aria-hidden />
          )}
          <span
            className={clsx('mt-1.5 size-2 shrink-0 rounded-full', dots[toneOf(event.state)])}
            aria-hidden
          />
          <div className="min-w-0">
            <p className="text-sm">
              <span className="font-medium">{outboxStateDescriptions[event.state].label}</span>
              <span className="text-ink-faint">
                {' '}
                · {dateAndTime(event.at)}
                {userText(event, by)}
              </span>
            </p>
            {event.message !== outboxStateDescriptions[event.state].label && (
              <p className="text-xs break-words whitespace-pre-line text-ink-soft">{event.message}</p>
            )}
            {event.trail && <TrailLine trail={event.trail} />}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** @param by creator of the feed: this program, or a user of the local API */
const userText = ({ event }: OutboxEvent, by: string): string => {
  if (event === undefined) return t` · by ${by}`
  return outboxEvents[event].by === 'person' ? t` · by you` : ''
}

/** Short texts for HTTP statuses returned by the service or a proxy. */
const statusTexts: Record<number, string> = {
  200: t`taken`,
  400: t`refused for what it says`,
  401: t`user name or password refused`,
  403: t`not allowed`,
  404: t`nothing is at this address`,
  408: t`too slow`,
  409: t`in conflict with another feed`,
  413: t`too large`,
  429: t`too many at once`,
  500: t`the service failed`,
  502: t`the service was not reached`,
  503: t`not available now`,
  504: t`the service took too long`,
}
const answerText = (status: number): string =>
  statusTexts[status] === undefined
    ? t`Answered with ${status}`
    : t`Answered: ${statusTexts[status]} (${status})`

/**
 * For example `To https://service.example as desk, 12 kB` with the start of the hash, or `Answered: too large
 * (413)`.
 */
function TrailLine({ trail }: { trail: TrailDetail }) {
  const { to, as, bytes, status, queuedBy, approvedBy } = trail
  const parts = [
    queuedBy !== undefined && t`Queued by ${queuedBy}`,
    approvedBy !== undefined && t`approved by ${approvedBy}`,
    to !== undefined && (as === undefined ? t`To ${to}` : t`To ${to} as ${as}`),
    bytes !== undefined && byteSize(bytes),
    status !== undefined && answerText(status),
  ].filter(Boolean)
  return <p className="text-xs break-words text-ink-faint">{parts.join(', ')}</p>
}
