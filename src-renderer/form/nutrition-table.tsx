import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { usualUnitOf } from '../../src-shared/vocabulary/kit/description.ts'
import { Button } from '../ui/button.tsx'
import { inputClass } from '../ui/field.tsx'
import { PlainSelect } from '../ui/plain-select.tsx'
import { isAmount } from './arrangement.ts'
import { useFormStore, usePresence } from './form-store.ts'
import { GroupFields } from './group-fields.tsx'
import { unitSymbols } from './inputs/options.ts'
import { type Group, hasContent, type Member, memberPlace, type Place, problemPath } from './place.ts'
import { useField } from './use-field.ts'

/**
 * Nutrition facts as a table one can run through with Tab: a line for each nutrient with amount, unit and share of
 * the daily value. Vitamins and minerals appear when they hold something, or all at once on request.
 */
export function NutritionTable({ group, place }: { group: Group; place: Place }) {
  const [everything, setEverything] = useState(false)
  const { rows, others } = useMemo(() => nutritionRows(group), [group])
  const hasCalories = rows.some((row) => row.calories)
  const withoutRows = useMemo(() => {
    const other = new Set(others.map((member) => member.key))
    return new Set(group.members.map((member) => member.key).filter((key) => !other.has(key)))
  }, [group, others])
  return (
    <div className="flex flex-col gap-4">
      <PlainFields group={group} place={place} without={withoutRows} />
      <div className="overflow-x-auto">
        <table aria-label="Nutrients" className="w-full max-w-2xl border-collapse text-sm">
          <thead>
            <tr className="border-b border-line text-left text-xs text-ink-faint">
              <th scope="col" className="h-8 pr-3 font-medium">
                Nutrient
              </th>
              <th scope="col" className="w-24 pr-2 font-medium">
                Amount
              </th>
              <th scope="col" className="w-20 pr-2 font-medium">
                Unit
              </th>
              <th scope="col" className="w-24 pr-2 font-medium">
                % daily value
              </th>
              {hasCalories && (
                <th scope="col" className="w-20 font-medium">
                  Calories
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <OptionalRow
                key={row.nutrient.key}
                row={row}
                place={place}
                show={everything || row.always}
                hasCalories={hasCalories}
              />
            ))}
          </tbody>
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

/** Everything of the element that is not a line of the table. */
function PlainFields({
  group,
  place,
  without,
}: {
  group: Group
  place: Place
  without: ReadonlySet<string>
}) {
  return (
    <GroupFields
      group={{ ...group, members: group.members.filter(({ key }) => !without.has(key)) }}
      place={place}
      around=""
    />
  )
}

interface RowProps {
  row: NutrientRow
  place: Place
  hasCalories: boolean
}

function OptionalRow({ show, ...props }: RowProps & { show: boolean }) {
  const { row, place } = props
  const nutrient = memberPlace(place, row.nutrient)
  const present = usePresence(nutrient.keys)
  const daily = usePresence(
    row.daily?.of === 'nutrition' ? memberPlace(place, row.daily.member).keys : nutrient.keys,
  )
  return show || present || daily ? <Row {...props} /> : null
}

function Row({ row: { nutrient, daily, calories }, place, hasCalories }: RowProps) {
  const at = memberPlace(place, nutrient)
  const { type } = nutrient
  const path = problemPath(at)
  if (type.kind !== 'group' || !type.text) return null
  const unit = type.attributes.get('uom')
  return (
    <tr data-path={path} className="scroll-mt-24 border-b border-line last:border-0">
      <th scope="row" className="py-1 pr-3 text-left font-normal">
        {nutrient.label}
      </th>
      <td className="py-1 pr-2 align-top">
        <Amount
          label={`${nutrient.label}, amount`}
          member={type.text}
          place={memberPlace(at, type.text)}
          owner={at}
          unit={unit && usualUnitOf(nutrient)}
        />
      </td>
      <td className="py-1 pr-2 align-top">
        {unit && (
          <Unit label={`${nutrient.label}, unit`} member={unit} place={memberPlace(at, unit)} owner={at} />
        )}
      </td>
      <td className="py-1 pr-2 align-top">
        {daily && (
          <Amount
            label={`${nutrient.label}, percent of daily value`}
            member={daily.member}
            place={memberPlace(daily.of === 'nutrient' ? at : place, daily.member)}
            owner={daily.of === 'nutrient' ? at : undefined}
          />
        )}
      </td>
      {hasCalories && (
        <td className="py-1 align-top">
          {calories && (
            <Amount
              label={`${nutrient.label}, calories`}
              member={calories}
              place={memberPlace(at, calories)}
              owner={at}
            />
          )}
        </td>
      )}
    </tr>
  )
}

interface CellProps {
  label: string
  member: Member
  place: Place
  /** The nutrient's element, taken away when its last cell is emptied. */
  owner: Place | undefined
}

function Amount({
  label,
  member,
  place,
  owner,
  unit,
}: CellProps & {
  /** Written beside a number that has none. */
  unit?: string | undefined
}) {
  const store = useFormStore()
  const field = useField(member, place)
  const hint = field.error ?? field.warning
  const change = (text: string) => {
    field.change(text)
    if (!owner) return
    if (unit && text !== '' && !store.at([...owner.keys, 'uom'])) store.set([...owner.keys, 'uom'], unit)
    const { uom, ...rest } = (store.at(owner.keys) ?? {}) as Record<string, unknown>
    if (text === '' && !hasContent(rest)) store.set(owner.keys, undefined)
  }
  return (
    <>
      <input
        aria-label={label}
        aria-invalid={field.error ? true : undefined}
        title={hint}
        data-path={place.keys.at(-1) === 'text' ? undefined : field.path}
        inputMode="decimal"
        autoComplete="off"
        value={field.value}
        onChange={(event) => change(event.target.value)}
        className={clsx(inputClass(field.error !== undefined), 'tabular h-7 text-right')}
      />
      {hint && <p className={clsx('mt-0.5 text-2xs', field.error ? 'text-bad' : 'text-warn')}>{hint}</p>}
    </>
  )
}

function Unit({ label, member, place }: CellProps) {
  const field = useField(member, place)
  return (
    <>
      <PlainSelect
        aria-label={label}
        data-path={field.path}
        options={unitSymbols(member)}
        none="–"
        height="small"
        invalid={field.error !== undefined}
        value={field.value}
        onValueChange={field.change}
      />
      {field.error && <p className="mt-0.5 text-2xs text-bad">{field.error}</p>}
    </>
  )
}

/** One line of the nutrition table: a nutrient, and where its share of the daily value is kept. */
interface NutrientRow {
  nutrient: Member
  /** `dailyPct` is an attribute of some nutrients and an element of its own for others. */
  daily: { member: Member; of: 'nutrient' | 'nutrition' } | undefined
  calories: Member | undefined
  /** Shown although empty: what every label names. */
  always: boolean
}

/** Nutrients with a daily value that few labels name. */
const seldom: readonly string[] = [
  'polyunsaturatedFat',
  'monounsaturatedFat',
  'potassium',
  'solubleFiber',
  'insolubleFiber',
  'sugarAlcohol',
  'otherCarbohydrates',
]

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** Splits a nutrition element into its table of nutrients and everything else (servings, energy). */
function nutritionRows(group: Group): { rows: NutrientRow[]; others: Member[] } {
  const used = new Set<string>()
  const rows: NutrientRow[] = []
  for (const nutrient of group.members) {
    if (!isAmount(nutrient.type)) continue
    used.add(nutrient.key)
    const attribute = nutrient.type.attributes.get('dailyPct')
    const element = group.elements.get(`dailyPercentOf${capital(nutrient.key)}`)
    if (element) used.add(element.key)
    rows.push({
      nutrient,
      daily: attribute
        ? { member: attribute, of: 'nutrient' }
        : element
          ? { member: element, of: 'nutrition' }
          : undefined,
      calories: nutrient.type.attributes.get('calories'),
      always: attribute !== undefined && !seldom.includes(nutrient.key),
    })
  }
  return { rows, others: group.members.filter((member) => !used.has(member.key)) }
}
