import type { UpkeepPhase, UpkeepRun } from '../../../src-shared/workspace/model.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { counted, wholeNumber } from '../../ui/words.ts'

const phases: Record<UpkeepPhase, string> = {
  items: 'Rebuilding the index',
  database: 'Checking the database (1 of 3)',
  index: 'Checking the search index (2 of 3)',
  pictures: 'Checking the pictures (3 of 3)',
}

/** How far a rebuild or a check is, at what rate, and how long it will still take. */
export function UpkeepProgressBar({ run }: { run: UpkeepRun }) {
  const label = run.isElsewhere ? 'A rebuild begun by another program' : phases[run.phase]
  const words = progressWords(run)
  return (
    <div className="min-w-0 flex-1 basis-72">
      <p className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-xs text-ink-soft">
        <span aria-live="polite">{run.isStopping ? 'Stopping…' : label}</span>
        <span className="tabular">{words}</span>
      </p>
      <ProgressBar value={run.total > 0 ? run.done / run.total : null} label={label} detail={words} />
    </div>
  )
}

function progressWords({ phase, done, total, perSecond, secondsLeft }: UpkeepRun): string {
  if (total === 0) return ''
  // Parts of the database and of the index take each its time: the one that is being looked at is told.
  if (phase === 'database' || phase === 'index')
    return `part ${wholeNumber(Math.min(done + 1, total))} of ${wholeNumber(total)}`
  return [
    `${wholeNumber(done)} of ${wholeNumber(total)} ${phase}`,
    ...(perSecond === undefined ? [] : [`${wholeNumber(perSecond)} a second`]),
    ...(secondsLeft === undefined ? [] : [`${timeLeft(secondsLeft)} left`]),
  ].join(' · ')
}

const timeLeft = (seconds: number): string =>
  seconds < 60 ? counted(Math.max(1, seconds), 'second') : counted(Math.ceil(seconds / 60), 'minute')
