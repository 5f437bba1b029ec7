import clsx from 'clsx'
import { Check } from 'lucide-react'
import { type SyncRun, type SyncSlice, syncPhases } from '../../../src-shared/sync/model.ts'
import { Panel } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { byteSize, wholeNumber } from '../../ui/words.ts'
import { phaseWords, planDetails, progressWords, readable, scopeWords, share, timeLeft } from './run-words.ts'
import { SliceList } from './slice-list.tsx'

interface RunProgressProps {
  run: SyncRun
  /** Items a second. */
  rate: number | undefined
  secondsLeft: number | undefined
  slices: readonly SyncSlice[]
}

/** The run under way: its phase, how far it is, how fast, and what it brought so far. */
export function RunProgress({ run, rate, secondsLeft, slices }: RunProgressProps) {
  const now = syncPhases.indexOf(run.phase)
  const pace = [
    run.phase === 'items' && rate !== undefined && `${wholeNumber(Math.round(rate))} items a second`,
    secondsLeft !== undefined && timeLeft(secondsLeft),
  ].filter(Boolean)
  const paused = run.outcome === 'paused'
  return (
    <Panel>
      <p className="mb-2 flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="font-semibold">{scopeWords[run.kind]}</span>
        <span className="text-xs text-ink-faint">{planDetails(run.plan)}</span>
      </p>
      <ol className="mb-4 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {syncPhases.map((phase, index) => (
          <li
            key={phase}
            aria-current={index === now ? 'step' : undefined}
            className={clsx('flex items-center gap-1.5', index === now ? 'font-semibold' : 'text-ink-faint')}
          >
            {index < now ? (
              <Check className="size-3.5 text-good" aria-label="Done:" />
            ) : (
              <span
                className={clsx(
                  'size-2 rounded-full',
                  index === now ? (paused ? 'bg-warn' : 'bg-accent') : 'bg-line-strong',
                )}
                aria-hidden
              />
            )}
            {phase === 'lookups' ? 'Lists' : phaseWords[phase]}
          </li>
        ))}
      </ol>
      <div className="mb-1.5 flex justify-between gap-4">
        <span className="tabular font-medium">{progressWords(run)}</span>
        <span className="tabular text-ink-faint">{pace.join(' · ')}</span>
      </div>
      <ProgressBar value={share(run)} label={`Sync: ${phaseWords[run.phase]}`} detail={progressWords(run)} />
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2">
        {[
          ['New', run.itemsNew],
          ['Changed', run.itemsChanged],
          ['Unchanged', run.itemsUnchanged],
          ...(run.itemsReturned > 0 ? [['Listed again', run.itemsReturned] as const] : []),
          ...(run.setAside > 0 ? [['Put in quarantine', run.setAside] as const] : []),
        ].map(([label, value]) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dt className="text-xs text-ink-faint">{label}</dt>
            <dd className="tabular font-semibold">{wholeNumber(Number(value))}</dd>
          </div>
        ))}
        <div className="flex items-baseline gap-1.5">
          <dt className="text-xs text-ink-faint">Received</dt>
          <dd className="tabular font-semibold">{byteSize(run.bytes)}</dd>
        </div>
      </dl>
      {run.note && !paused && <p className="mt-3 text-xs text-ink-soft">{readable(run.note)}</p>}
      {slices.length > 1 && <SliceList slices={slices} />}
      <p className="mt-3 text-xs text-ink-faint">
        You can go on working. If the program ends, the sync goes on where it stopped when it is opened again.
      </p>
    </Panel>
  )
}
