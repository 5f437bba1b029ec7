import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import clsx from 'clsx'
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CirclePause,
  CircleSlash,
  Clock,
  LoaderCircle,
  type LucideIcon,
  Search,
  Split,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { type OutboxState, outboxStateDescriptions } from '../../src-shared/feeds/outbox/outbox-state.ts'
import { wholeNumber } from './text/words.ts'

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad'

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-soft',
  accent: 'bg-info-wash text-info',
  good: 'bg-good-wash text-good',
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
}

export function Badge({
  tone = 'neutral',
  icon,
  wraps = false,
  children,
}: {
  tone?: Tone
  icon?: ReactNode
  /** Allows a sentence to wrap. */
  wraps?: boolean
  children: ReactNode
}) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 px-2 forced-colors:border text-xs font-medium',
        wraps ? 'max-w-full rounded-lg' : 'h-5 shrink-0 rounded-full whitespace-nowrap',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}

/** The states of feeds in the outbox, of sync runs and of imports. */
type WorkState = OutboxState | 'running' | 'paused' | 'completed' | 'cancelled' | 'interrupted'

const labels: Record<Exclude<WorkState, OutboxState>, string> = {
  running: t`Running`,
  paused: t`Paused`,
  completed: t`Completed`,
  cancelled: t`Cancelled`,
  interrupted: t`Interrupted`,
}

const styles: Record<WorkState, { tone: Tone; icon: LucideIcon; spins?: boolean }> = {
  queued: { tone: 'neutral', icon: Clock },
  sending: { tone: 'accent', icon: LoaderCircle, spins: true },
  'looked-for': { tone: 'accent', icon: Search },
  acknowledged: { tone: 'accent', icon: CircleDashed },
  processing: { tone: 'accent', icon: LoaderCircle, spins: true },
  'partly-done': { tone: 'warn', icon: CircleAlert },
  done: { tone: 'good', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleAlert },
  uncertain: { tone: 'warn', icon: CircleHelp },
  withdrawn: { tone: 'neutral', icon: Undo2 },
  split: { tone: 'neutral', icon: Split },
  running: { tone: 'accent', icon: LoaderCircle, spins: true },
  paused: { tone: 'warn', icon: CirclePause },
  completed: { tone: 'good', icon: CircleCheck },
  cancelled: { tone: 'neutral', icon: CircleSlash },
  interrupted: { tone: 'warn', icon: CircleAlert },
}

/** Number of errors. Only the number is visible; assistive technology reads "3 errors". */
export const ErrorCount = ({ errors }: { errors: number }) => (
  <span className="tabular rounded-full bg-bad-wash px-1.5 text-2xs font-medium text-bad forced-colors:border">
    <span aria-hidden>{wholeNumber(errors)}</span>
    <span className="sr-only">
      <Plural value={errors} one="# error" other="# errors" />
    </span>
  </span>
)

/** The colour of a state, the same on every screen. */
export const toneOf = (status: WorkState): Tone => styles[status].tone

const isOutboxState = (status: WorkState): status is OutboxState => status in outboxStateDescriptions

/** A state with its label, colour and icon, the same on every screen. */
export function StatusBadge({ status, label }: { status: WorkState; label?: string }) {
  const style = styles[status]
  const word = isOutboxState(status) ? outboxStateDescriptions[status].label : labels[status]
  return (
    <Badge
      tone={style.tone}
      icon={<style.icon className={clsx('size-3', style.spins && 'animate-spin')} aria-hidden />}
    >
      {label ?? word}
    </Badge>
  )
}
