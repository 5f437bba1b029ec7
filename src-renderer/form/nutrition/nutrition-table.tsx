import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import { marketWords } from '../../../src-shared/nutrition/model.ts'
import { usualUnitOf } from '../../../src-shared/vocabulary/kit/description.ts'
import { Button } from '../../ui/button.tsx'
import { usePresentInAny } from '../form-store.ts'
import { type Member, memberPlace, type Place } from '../place.ts'
import { AmountCell, PercentCell, UnitCell } from './cells.tsx'
import { goAlongColumn } from './column-keys.ts'
import { NotesRow } from './notes.tsx'
import type { NutrientRow, NutritionRows } from './nutrient-rows.ts'
import { PanelSums } from './panel-sums.tsx'
import { useMarket } from './use-market.ts'

/**
 * The panels as one label that one can write on: a line for each nutrient in the order of a label, and for each panel
 * its amount, unit and share of the daily amount, side by side. Vitamins and minerals appear when a panel holds them, or
 * all at once on request.
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
          aria-label="Nutrients"
          onKeyDown={goAlongColumn}
          className={clsx('w-full border-collapse text-sm', !several && 'max-w-xl')}
        >
          <thead>
            {several && (
              <tr className="text-left text-xs">
                <td className="sticky left-0 z-10 bg-surface" />
                {places.map((place, index) => (
                  <th
                    key={place.keys.join('/')}
                    scope="colgroup"
                    colSpan={3}
                    className={clsx('h-6 font-semibold text-ink-soft', edge(index))}
                  >
                    Panel {index + 1}
                  </th>
                ))}
              </tr>
            )}
            <tr className="border-b-2 border-ink-faint text-left text-xs text-ink-faint">
              <th scope="col" className="sticky left-0 z-10 h-7 bg-surface pr-2 font-medium">
                Nutrient
              </th>
              {places.map((place, index) => (
                <Fragment key={place.keys.join('/')}>
                  <th scope="col" className={clsx('w-20 pr-1 text-right font-medium', edge(index))}>
                    Amount
                  </th>
                  <th scope="col" className="w-16 min-w-15 pr-1 pl-1.5 font-medium">
                    Unit
                  </th>
                  <th scope="col" className="w-20 min-w-16 text-right font-medium">
                    <span aria-hidden>{percent === 'daily value' ? '% DV' : '% RI'}</span>
                    <span className="sr-only">% {percent}</span>
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
            {rows.map((row, index) => (
              <NutrientLine
                key={row.name}
                row={row}
                places={places}
                show={everything || row.always}
                isFirstBelow={row.isMicronutrient && !rows[index - 1]?.isMicronutrient}
              />
            ))}
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
            Show all vitamins and minerals
          </Button>
        </div>
      )}
    </div>
  )
}

/** Room, and a line, between one panel and the next. */
export const edge = (index: number): string => (index === 0 ? '' : 'border-l border-line pl-2')

const rowClass = 'border-t border-line'
const headClass = 'sticky left-0 z-10 min-w-24 bg-surface py-1 pr-2 text-left font-normal'
const cellClass = 'py-1 pr-1'

const nameOf = (label: string, what: string, index: number, places: readonly Place[]): string =>
  [label, what, places.length > 1 && `panel ${index + 1}`].filter(Boolean).join(', ')

function EnergyRow({ member, places }: { member: Member; places: readonly Place[] }) {
  const id = useId()
  return (
    <>
      <tr className={rowClass}>
        <th scope="row" className={clsx(headClass, 'font-semibold')}>
          Energy
        </th>
        {places.map((place, index) => (
          <Fragment key={place.keys.join('/')}>
            <td data-panel={index} className={clsx(cellClass, edge(index))}>
              <AmountCell
                label={nameOf(member.label, '', index, places)}
                member={member}
                place={memberPlace(place, member)}
                owner={undefined}
                noted={`${id}-${index}`}
              />
            </td>
            <td colSpan={2} className="pl-1.5 text-ink-soft">
              kcal
            </td>
          </Fragment>
        ))}
      </tr>
      {places.map((place, index) => (
        <NotesRow
          key={place.keys.join('/')}
          id={`${id}-${index}`}
          columns={1 + 3 * places.length}
          named={places.length > 1}
          panel={index}
          place={place}
          at={member.key}
        />
      ))}
    </>
  )
}

interface LineProps {
  row: NutrientRow
  places: readonly Place[]
  show: boolean
}

/** The calories that come from one nutrient, as older American labels name them. */
function CaloriesRow({ row: { nutrient, calories }, places, show }: LineProps) {
  const present = usePresentInAny(places.map((place) => [...memberPlace(place, nutrient).keys, 'calories']))
  const id = useId()
  if (!calories || !(show || present)) return null
  return (
    <tr className={rowClass}>
      <th scope="row" className={clsx(headClass, 'pl-4 text-ink-soft')}>
        from {nutrient.label.toLowerCase()}
      </th>
      {places.map((place, index) => {
        const at = memberPlace(place, nutrient)
        return (
          <Fragment key={place.keys.join('/')}>
            <td data-panel={index} className={clsx(cellClass, edge(index))}>
              <AmountCell
                label={nameOf(nutrient.label, 'calories', index, places)}
                member={calories}
                place={memberPlace(at, calories)}
                owner={at}
                noted={id}
              />
            </td>
            <td colSpan={2} className="pl-1.5 text-ink-soft">
              kcal
            </td>
          </Fragment>
        )
      })}
    </tr>
  )
}

function NutrientLine({ row, places, show, isFirstBelow }: LineProps & { isFirstBelow: boolean }) {
  const { nutrient, daily, isPart, isMicronutrient, name } = row
  const id = useId()
  const present = usePresentInAny(
    places.flatMap((place) => [
      memberPlace(place, nutrient).keys,
      ...(daily?.of === 'nutrition' ? [memberPlace(place, daily.member).keys] : []),
    ]),
  )
  const { type } = nutrient
  if (!(show || present) || type.kind !== 'group' || !type.text) return null
  const { text } = type
  const unit = type.attributes.get('uom')
  return (
    <>
      <tr className={isFirstBelow ? 'border-t-2 border-ink-faint' : rowClass}>
        <th scope="row" className={clsx(headClass, isPart ? 'pl-4' : !isMicronutrient && 'font-semibold')}>
          {nutrient.label}
        </th>
        {places.map((place, index) => {
          const at = memberPlace(place, nutrient)
          const noted = `${id}-${index}`
          return (
            <Fragment key={place.keys.join('/')}>
              <td data-panel={index} className={clsx(cellClass, edge(index))}>
                <AmountCell
                  label={nameOf(nutrient.label, 'amount', index, places)}
                  member={text}
                  place={memberPlace(at, text)}
                  owner={at}
                  unit={unit && usualUnitOf(nutrient)}
                  noted={noted}
                />
              </td>
              <td data-panel={index} className={cellClass}>
                {unit && (
                  <UnitCell
                    label={nameOf(nutrient.label, 'unit', index, places)}
                    member={unit}
                    place={memberPlace(at, unit)}
                    owner={at}
                    noted={noted}
                  />
                )}
              </td>
              <td data-panel={index} className="py-1">
                {daily && (
                  <PercentCell
                    label={nameOf(nutrient.label, 'percent of daily value', index, places)}
                    member={daily.member}
                    place={memberPlace(daily.of === 'nutrient' ? at : place, daily.member)}
                    owner={daily.of === 'nutrient' ? at : undefined}
                    nutrient={name}
                    amount={at}
                    noted={noted}
                  />
                )}
              </td>
            </Fragment>
          )
        })}
      </tr>
      {places.map((place, index) => (
        <NotesRow
          key={place.keys.join('/')}
          id={`${id}-${index}`}
          columns={1 + 3 * places.length}
          named={places.length > 1}
          panel={index}
          place={place}
          at={nutrient.key}
          daily={daily?.of === 'nutrition' ? daily.member.key : undefined}
        />
      ))}
    </>
  )
}
