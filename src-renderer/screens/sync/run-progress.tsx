import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { type SyncRun, type SyncSlice, syncPhases } from '../../../src-shared/sync/model.ts'
import { said } from '../../texts/translate-message.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { ScrollRegion } from '../../ui/layout/scroll-region.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { byteSize, wholeNumber } from '../../ui/text/words.ts'
import {
  phaseWords,
  planDetails,
  progressWords,
  scopeWords,
  share,
  sliceWords,
  timeLeft,
} from './run-words.ts'

interface RunProgressProps {
  run: SyncRun
  /** Items per second. */
  rate: number | undefined
  secondsLeft: number | undefined
  slices: readonly SyncSlice[]
}

/** The current run: phase, progress, rate, and the numbers so far. */
export function RunProgress({ run, rate, secondsLeft, slices }: RunProgressProps) {
  const currentPhase = syncPhases.indexOf(run.phase)
  const pace = [
    run.phase === 'items' && rate !== undefined && t`${wholeNumber(Math.round(rate))} items a second`,
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
            aria-current={index === currentPhase ? 'step' : undefined}
            className={clsx(
              'flex items-center gap-1.5',
              index === currentPhase ? 'font-semibold' : 'text-ink-faint',
            )}
          >
            {index < currentPhase ? (
              <Check className="size-3.5 text-good" aria-label={t`Done:`} />
            ) : (
              <span
                className={clsx(
                  'size-2 rounded-full',
                  index === currentPhase ? (paused ? 'bg-warn' : 'bg-accent') : 'bg-line-strong',
                )}
                aria-hidden
              />
            )}
            {phase === 'lookups' ? t`Lists` : phaseWords[phase]}
          </li>
        ))}
      </ol>
      <div className="mb-1.5 flex justify-between gap-4">
        <span className="tabular font-medium">{progressWords(run)}</span>
        <span className="tabular text-ink-faint">{pace.join(' · ')}</span>
      </div>
      <ProgressBar value={share(run)} label={t`Sync: ${phaseWords[run.phase]}`} detail={progressWords(run)} />
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2">
        {[
          [t`New`, run.itemsNew],
          [t`Changed`, run.itemsChanged],
          [t`Unchanged`, run.itemsUnchanged],
          ...(run.itemsReturned > 0 ? [[t`Listed again`, run.itemsReturned] as const] : []),
          ...(run.setAside > 0 ? [[t`Put in quarantine`, run.setAside] as const] : []),
        ].map(([label, value]) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dt className="text-xs text-ink-faint">{label}</dt>
            <dd className="tabular font-semibold">{wholeNumber(Number(value))}</dd>
          </div>
        ))}
        <div className="flex items-baseline gap-1.5">
          <dt className="text-xs text-ink-faint">
            <Trans>Received</Trans>
          </dt>
          <dd className="tabular font-semibold">{byteSize(run.bytes)}</dd>
        </div>
      </dl>
      {run.note && !paused && <p className="mt-3 text-xs text-ink-soft">{said(run.note)}</p>}
      {slices.length > 1 && <SliceList slices={slices} />}
      <p className="mt-3 text-xs text-ink-faint">
        <Trans>
          You can go on working. If the program ends, the sync goes on where it stopped when it is opened
          again.
        </Trans>
      </p>
    </Panel>
  )
}

/** The slices of a run, each with its progress. */
function SliceList({ slices }: { slices: readonly SyncSlice[] }) {
  const done = slices.filter(({ state }) => state === 'done').length
  return (
    <details className="mt-4" open={slices.length <= 12}>
      <summary className="cursor-default rounded-sm text-xs font-medium text-ink-soft select-none">
        <Trans>
          {wholeNumber(done)} of <Plural value={slices.length} one="# part" other="# parts" /> read
        </Trans>
      </summary>
      <ScrollRegion className="mt-2 max-h-56" aria-label={t`Parts of the run`}>
        <ul className="grid gap-x-8 gap-y-1 text-xs lg:grid-cols-2">
          {slices.map((slice) => (
            <SliceRow key={slice.number} slice={slice} />
          ))}
        </ul>
      </ScrollRegion>
    </details>
  )
}

function SliceRow({ slice }: { slice: SyncSlice }) {
  const { state, done, total, pass } = slice
  const part = state === 'done' ? 1 : total ? done / total : 0
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_5rem_minmax(7rem,auto)] items-center gap-3 py-0.5">
      <span className={clsx('truncate', state === 'waiting' ? 'text-ink-faint' : 'text-ink-soft')}>
        {sliceWords(slice)}
        {pass > 1 && state !== 'done' && (
          <span className="text-warn">
            <Trans>· changed meanwhile, read again ({pass})</Trans>
          </span>
        )}
      </span>
      <span className="block h-1 overflow-hidden rounded-full bg-pressed" aria-hidden>
        <span
          className={clsx('block h-full rounded-full', state === 'done' ? 'bg-good' : 'bg-accent')}
          style={{ width: `${Math.round(Math.min(1, part) * 100)}%` }}
        />
      </span>
      <span className="tabular text-end text-ink-faint">
        {state === 'waiting'
          ? t`waiting`
          : total === undefined
            ? t`asking…`
            : t`${wholeNumber(done)} of ${wholeNumber(total)}`}
      </span>
    </li>
  )
}
