import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Check, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { type PanelSum, sumsOf } from '../../../src-shared/nutrition/sums.ts'
import type { Place } from '../place.ts'
import { useFacts } from './findings.tsx'
import { edge } from './lines.tsx'
import { useMarket } from './use-market.ts'

/**
 * Sums of the amounts of each panel below its column (energy, fats, carbohydrates), and whether they match.
 */
export function PanelSums({ places }: { places: readonly Place[] }) {
  const { panels } = useFacts()
  const market = useMarket()
  const sums = useMemo(() => panels.map((facts) => sumsOf(facts, market)), [panels, market])
  const labels = [...new Set(sums.flatMap((ofPanel) => ofPanel.map(({ label }) => label)))]
  if (labels.length === 0) return null
  return (
    <tfoot className="border-t-2 border-ink-faint text-xs text-ink-soft">
      {labels.map((label) => (
        <tr key={label}>
          <th
            scope="row"
            className="sticky start-0 z-10 bg-surface py-1 pe-2 text-start align-top font-normal"
          >
            {label}
          </th>
          {places.map((place, index) => {
            const sum = sums[index]?.find((one) => one.label === label)
            return (
              <td key={place.keys.join('/')} colSpan={3} className={clsx('py-1 align-top', edge(index))}>
                {sum && <Sum sum={sum} />}
              </td>
            )
          })}
        </tr>
      ))}
    </tfoot>
  )
}

function Sum({ sum: { words, fits } }: { sum: PanelSum }) {
  const Icon = fits ? Check : TriangleAlert
  return (
    <span className="flex items-start gap-1.5">
      <Icon className={clsx('mt-0.5 size-3 shrink-0', fits ? 'text-good' : 'text-warn')} aria-hidden />
      <span className="tabular">
        {words}
        <span className="sr-only">{fits ? t` (adds up)` : t` (does not add up)`}</span>
      </span>
    </span>
  )
}
