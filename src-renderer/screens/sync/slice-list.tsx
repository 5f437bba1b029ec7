import clsx from 'clsx'
import type { SyncSlice } from '../../../src-shared/sync/model.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { counted, wholeNumber } from '../../ui/words.ts'
import { sliceWords } from './run-words.ts'

/** The parts a run is read in, each with how far it is. */
export function SliceList({ slices }: { slices: readonly SyncSlice[] }) {
  const done = slices.filter(({ state }) => state === 'done').length
  return (
    <details className="mt-4" open={slices.length <= 12}>
      <summary className="cursor-default rounded-sm text-xs font-medium text-ink-soft select-none">
        {wholeNumber(done)} of {counted(slices.length, 'part')} read
      </summary>
      <ScrollRegion className="mt-2 max-h-56" aria-label="Parts of the run">
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
        {pass > 1 && state !== 'done' && <span className="text-warn"> · moved, read again ({pass})</span>}
      </span>
      <span className="block h-1 overflow-hidden rounded-full bg-pressed" aria-hidden>
        <span
          className={clsx('block h-full rounded-full', state === 'done' ? 'bg-good' : 'bg-accent')}
          style={{ width: `${Math.round(Math.min(1, part) * 100)}%` }}
        />
      </span>
      <span className="tabular text-right text-ink-faint">
        {state === 'waiting'
          ? 'waiting'
          : total === undefined
            ? 'asking…'
            : `${wholeNumber(done)} of ${wholeNumber(total)}`}
      </span>
    </li>
  )
}
