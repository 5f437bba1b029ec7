/**
 * The rows of the editable nutrition label: energy, calories of one nutrient, a nutrient; each with cells
 * for every panel.
 */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Fragment, useId } from 'react'
import { spoken } from '../../../src-shared/texts/spoken.ts'
import { usualUnitOf } from '../../../src-shared/vocabulary/kit/description.ts'
import { usePresentInAny } from '../form-store.ts'
import { type Member, memberPlace, type Place } from '../place.ts'
import { AmountCell, PercentCell, UnitCell } from './cells.tsx'
import { NotesRow } from './notes.tsx'
import type { NutrientRow } from './nutrient-rows.ts'

/** Classes for the space and line between two panels. */
export const edge = (index: number): string => (index === 0 ? '' : 'border-s border-line ps-2')

const rowClass = 'border-line not-first:border-t'
const headClass = 'sticky start-0 z-10 min-w-24 bg-surface py-1 pe-1 text-start font-normal'
const cellClass = 'py-1 pe-1'

const nameOf = (label: string, part: string, index: number, places: readonly Place[]): string =>
  [label, part, places.length > 1 && t`panel ${index + 1}`].filter(Boolean).join(', ')

interface NotesRowsProps {
  /** Prefix of the element ids of the notes, followed by the panel's index; the cells refer to them. */
  id: string
  places: readonly Place[]
  at: string
  daily?: string | undefined
}

/** The notes about one row, panel by panel. */
function NotesRows({ id, places, at, daily }: NotesRowsProps) {
  return places.map((place, index) => (
    <NotesRow
      key={place.keys.join('/')}
      id={`${id}-${index}`}
      columns={1 + 3 * places.length}
      named={places.length > 1}
      panel={index}
      place={place}
      at={at}
      daily={daily}
    />
  ))
}

export function EnergyRow({ member, places }: { member: Member; places: readonly Place[] }) {
  const id = useId()
  return (
    <>
      <tr className={rowClass}>
        <th scope="row" className={clsx(headClass, 'font-semibold')}>
          <Trans>Energy</Trans>
        </th>
        {places.map((place, index) => (
          <Fragment key={place.keys.join('/')}>
            <td data-panel={index} className={clsx(cellClass, edge(index))}>
              <AmountCell
                label={nameOf(member.label, '', index, places)}
                member={member}
                place={memberPlace(place, member)}
                owner={undefined}
                notesId={`${id}-${index}`}
              />
            </td>
            <td colSpan={2} className="ps-1.5 text-ink-soft">
              <Trans>kcal</Trans>
            </td>
          </Fragment>
        ))}
      </tr>
      <NotesRows id={id} places={places} at={member.key} />
    </>
  )
}

interface LineProps {
  row: NutrientRow
  places: readonly Place[]
  show: boolean
}

/** Calories from one nutrient, as older American labels state them. */
export function CaloriesRow({ row: { nutrient, calories }, places, show }: LineProps) {
  const present = usePresentInAny(places.map((place) => [...memberPlace(place, nutrient).keys, 'calories']))
  const id = useId()
  if (!calories || !(show || present)) return null
  return (
    <tr className={rowClass}>
      <th scope="row" className={clsx(headClass, 'ps-3 text-ink-soft')}>
        <Trans>from {spoken(nutrient.label)}</Trans>
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
                notesId={id}
              />
            </td>
            <td colSpan={2} className="ps-1.5 text-ink-soft">
              <Trans>kcal</Trans>
            </td>
          </Fragment>
        )
      })}
    </tr>
  )
}

export function NutrientLine({ row, places, show }: LineProps) {
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
      <tr className={rowClass}>
        <th scope="row" className={clsx(headClass, isPart ? 'ps-3' : !isMicronutrient && 'font-semibold')}>
          {nutrient.label}
        </th>
        {places.map((place, index) => {
          const at = memberPlace(place, nutrient)
          const notesId = `${id}-${index}`
          return (
            <Fragment key={place.keys.join('/')}>
              <td data-panel={index} className={clsx(cellClass, edge(index))}>
                <AmountCell
                  label={nameOf(nutrient.label, 'amount', index, places)}
                  member={text}
                  place={memberPlace(at, text)}
                  owner={at}
                  unit={unit && usualUnitOf(nutrient)}
                  notesId={notesId}
                />
              </td>
              <td data-panel={index} className={cellClass}>
                {unit && (
                  <UnitCell
                    label={nameOf(nutrient.label, 'unit', index, places)}
                    member={unit}
                    place={memberPlace(at, unit)}
                    owner={at}
                    notesId={notesId}
                  />
                )}
              </td>
              <td data-panel={index} className={clsx('py-1', places.length > 1 && 'pe-2 last:pe-0')}>
                {daily && (
                  <PercentCell
                    label={nameOf(nutrient.label, t`percent of daily value`, index, places)}
                    member={daily.member}
                    place={memberPlace(daily.of === 'nutrient' ? at : place, daily.member)}
                    owner={daily.of === 'nutrient' ? at : undefined}
                    nutrient={name}
                    amount={at}
                    notesId={notesId}
                  />
                )}
              </td>
            </Fragment>
          )
        })}
      </tr>
      <NotesRows
        id={id}
        places={places}
        at={nutrient.key}
        daily={daily?.of === 'nutrition' ? daily.member.key : undefined}
      />
    </>
  )
}
