import clsx from 'clsx'
import type { OutboxEvent } from '../../../src-shared/outbox/model.ts'
import { outboxStateDescriptions } from '../../../src-shared/outbox/outbox-state.ts'
import { type Tone, toneOf } from '../../ui/badge.tsx'
import { dateAndTime } from '../../ui/words.ts'

const dots: Record<Tone, string> = {
  neutral: 'bg-edge',
  accent: 'bg-accent',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad-solid',
}

/** Every step of a feed, the newest first. */
export function FeedTimeline({ events }: { events: readonly OutboxEvent[] }) {
  return (
    <ol className="flex flex-col">
      {[...events].reverse().map((event, index) => (
        <li
          key={`${event.at} ${event.state} ${event.message}`}
          className="relative flex gap-3 pb-4 last:pb-0"
        >
          {index < events.length - 1 && (
            <span className="absolute top-4 bottom-0 left-[3.5px] w-px bg-line-strong" aria-hidden />
          )}
          <span
            className={clsx('mt-1.5 size-2 shrink-0 rounded-full', dots[toneOf(event.state)])}
            aria-hidden
          />
          <div className="min-w-0">
            <p className="text-sm">
              <span className="font-medium">{outboxStateDescriptions[event.state].label}</span>
              <span className="text-ink-faint"> · {dateAndTime(event.at)}</span>
            </p>
            {event.message !== outboxStateDescriptions[event.state].label && (
              <p className="text-xs break-words whitespace-pre-line text-ink-soft">{event.message}</p>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
