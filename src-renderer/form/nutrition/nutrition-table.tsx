import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { Fragment, type KeyboardEvent, useState } from 'react'
import { marketWords } from '../../../src-shared/nutrition/model.ts'
import { readPanel } from '../../../src-shared/nutrition/panel.ts'
import { Button } from '../../ui/button.tsx'
import { Term } from '../../ui/overlays/term.tsx'
import type { Place } from '../place.ts'
import { useFacts } from './findings.tsx'
import { CaloriesRow, EnergyRow, edge, NutrientLine } from './lines.tsx'
import type { NutritionRows } from './nutrient-rows.ts'
import { PanelSums } from './panel-sums.tsx'
import { useMarket } from './use-market.ts'

/**
 * The panels as one editable label: a row for each nutrient in label order, with amount, unit and percentage
 * of the daily value for each panel. Vitamins and minerals are shown when a panel has them, or all on
 * request.
 */
export function NutritionTable({ rows, energy, places }: NutritionRows & { places: readonly Place[] }) {
  const [everything, setEverything] = useState(false)
  const { percent } = marketWords[useMarket()]
  const withCalories = rows.filter(({ calories }) => calories)
  const several = places.length > 1
  return (
    <div className="flex flex-col gap-3">
      <div className="-mx-1 overflow-x-auto px-1">
        <table
          aria-label={t`Nutrients`}
          onKeyDown={moveAlongColumn}
          className={clsx('w-full border-collapse text-sm', !several && 'max-w-xl')}
        >
          <thead>
            {several && (
              <tr className="text-start text-xs">
                <td className="sticky start-0 z-10 bg-surface" />
                {places.map((place, index) => (
                  <th
                    key={place.keys.join('/')}
                    scope="colgroup"
                    colSpan={3}
                    className={clsx('h-6 font-semibold text-ink-soft', edge(index))}
                  >
                    <Trans>Panel {index + 1}</Trans> <Basis index={index} />
                  </th>
                ))}
              </tr>
            )}
            <tr className="border-b-2 border-ink-faint text-start text-xs text-ink-faint">
              <th scope="col" className="sticky start-0 z-10 h-7 bg-surface pe-2 font-medium">
                <Trans>Nutrient</Trans>
              </th>
              {places.map((place, index) => (
                <Fragment key={place.keys.join('/')}>
                  <th scope="col" className={clsx('w-20 min-w-17 pe-1 text-end font-medium', edge(index))}>
                    <Trans>Amount</Trans>
                  </th>
                  <th scope="col" className="w-16 min-w-15 pe-1 ps-1.5 font-medium">
                    <Trans>Unit</Trans>
                  </th>
                  <th
                    scope="col"
                    className={clsx('w-20 min-w-16 text-end font-medium', several && 'pe-2 last:pe-0')}
                  >
                    <span aria-hidden>{percent === 'daily value' ? t`% DV` : t`% RI`}</span>
                    <span className="sr-only">% {percent}</span>
                    {index === 0 && <Term name="declared daily value" />}
                  </th>
                </Fragment>
              ))}
            </tr>
          </thead>
          <tbody>
            {energy && <EnergyRow member={energy} places={places} />}
            {withCalories.map((row) => (
              <CaloriesRow key={row.name} row={row} places={places} show={everything} />
            ))}
            {rows.map((row) =>
              row.isMicronutrient ? null : (
                <NutrientLine key={row.name} row={row} places={places} show={everything || row.always} />
              ),
            )}
          </tbody>
          <tbody className="border-t-2 border-ink-faint">
            {rows.map((row) =>
              row.isMicronutrient ? (
                <NutrientLine key={row.name} row={row} places={places} show={everything || row.always} />
              ) : null,
            )}
          </tbody>
          <PanelSums places={places} />
        </table>
      </div>
      {!everything && (
        <div>
          <Button
            size="small"
            icon={<ChevronDown className="size-3.5" aria-hidden />}
            onClick={() => setEverything(true)}
          >
            <Trans>Show all vitamins and minerals</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

/** The quantity that the amounts of a panel refer to, such as `per 100 g`. */
function Basis({ index }: { index: number }) {
  const facts = useFacts().panels[index]
  const basis = facts && readPanel(facts).basis
  return basis ? (
    <span className="font-normal text-ink-faint">
      <Trans>per {basis.words}</Trans>
    </span>
  ) : null
}

/**
 * Moves the focus down the column on Enter or arrow down, and up on Shift+Enter or arrow up. A select keeps
 * its arrow keys, which change its value.
 */
function moveAlongColumn(event: KeyboardEvent<HTMLTableElement>): void {
  const { key, target, shiftKey, altKey, ctrlKey, metaKey } = event
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
  if (altKey || ctrlKey || metaKey || event.nativeEvent.isComposing) return
  const isChoice = target instanceof HTMLSelectElement
  const step =
    key === 'Enter'
      ? shiftKey
        ? -1
        : 1
      : isChoice
        ? 0
        : key === 'ArrowDown'
          ? 1
          : key === 'ArrowUp'
            ? -1
            : 0
  const { column } = target.dataset
  const panel = target.closest<HTMLElement>('[data-panel]')?.dataset['panel']
  if (step === 0 || column === undefined || panel === undefined) return
  event.preventDefault()
  const cells = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(`[data-panel="${panel}"] [data-column="${column}"]`),
  ]
  const next = cells[cells.indexOf(target) + step]
  next?.focus()
  if (next instanceof HTMLInputElement) next.select()
}
