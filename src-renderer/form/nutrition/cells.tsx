/** The cells of the editable nutrition label: an amount, its unit, its percentage of the daily value. */
import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { useId, useRef } from 'react'
import { dailyPercent } from '../../../src-shared/nutrition/daily-percent.ts'
import { marketWords, type NutrientName } from '../../../src-shared/nutrition/model.ts'
import { inputClass } from '../../ui/inputs/field.tsx'
import { PlainSelect } from '../../ui/inputs/plain-select.tsx'
import { type LeafField, type NumberField, useField } from '../fields/use-field.ts'
import { useFormStore, useLeaf } from '../form-store.ts'
import { unitSymbols } from '../inputs/options.ts'
import { hasContent, type Member, type Place } from '../place.ts'
import { useMarket } from './use-market.ts'

interface CellProps {
  label: string
  member: Member
  place: Place
  /** The element of the nutrient, removed when its last cell is cleared. */
  owner: Place | undefined
}

/** A field whose element is removed when only its unit is left. */
function useCell({ member, place, owner }: CellProps, unit?: string): NumberField {
  const store = useFormStore()
  const field = useField(member, place)
  const change = (text: string) => {
    field.change(text)
    if (!owner) return
    if (unit && text !== '' && !store.at([...owner.keys, 'uom'])) store.set([...owner.keys, 'uom'], unit)
    const { uom, ...rest } = (store.at(owner.keys) ?? {}) as Record<string, unknown>
    if (text === '' && !hasContent(rest)) store.set(owner.keys, undefined)
  }
  return { ...field, change }
}

const numberClass = (field: LeafField): string =>
  clsx(
    inputClass(field.error !== undefined),
    'tabular h-7 px-1.5! text-end',
    field.warning !== undefined && !field.error && 'border-warn! forced-colors:border-dashed',
  )

export function AmountCell({
  unit,
  notesId,
  ...cell
}: CellProps & {
  /** Unit that is stored with a number that has none. */
  unit?: string | undefined
  /** Element id of the notes about the row. */
  notesId: string
}) {
  const field = useCell(cell, unit)
  return (
    <input
      aria-label={cell.label}
      aria-invalid={field.error ? true : undefined}
      aria-describedby={field.error || field.warning ? notesId : undefined}
      data-path={field.path}
      data-column="amount"
      inputMode="decimal"
      autoComplete="off"
      value={field.shownNumber}
      onChange={(event) => field.change(event.target.value)}
      onBlur={field.settleNumber}
      className={numberClass(field)}
    />
  )
}

export function UnitCell({ notesId, ...cell }: CellProps & { notesId: string }) {
  const field = useField(cell.member, cell.place)
  return (
    <PlainSelect
      aria-label={cell.label}
      aria-describedby={field.error || field.warning ? notesId : undefined}
      data-path={field.path}
      data-column="unit"
      options={unitSymbols(cell.member)}
      none="–"
      height="small"
      invalid={field.error !== undefined}
      value={field.value}
      onValueChange={field.change}
      className="[&>select]:pe-5! [&>select]:ps-1.5! [&>svg]:end-1! [&>svg]:size-3.5!"
    />
  )
}

/**
 * A percentage of the daily value. The value computed from the amount is shown as a placeholder, and stored
 * only when a person accepts it.
 */
export function PercentCell({
  nutrient,
  amount,
  notesId,
  ...cell
}: CellProps & { nutrient: NutrientName; amount: Place; notesId: string }) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const field = useCell(cell)
  const market = useMarket()
  const text = useLeaf([...amount.keys, 'text'])
  const unit = useLeaf([...amount.keys, 'uom'])
  const computed = dailyPercent(nutrient, text, unit, market)
  const { label, percent } = marketWords[market]
  const offered = computed && computed.percent !== field.value ? computed : undefined
  const explanation = computed && t`${computed.percent} % of the ${percent}, computed from ${label}`
  const accept = () => {
    if (computed) field.change(computed.percent)
    input.current?.focus()
  }
  return (
    <div className="group relative" title={explanation && `${explanation}: ${computed.reference.source}`}>
      <input
        ref={input}
        aria-label={cell.label}
        aria-invalid={field.error ? true : undefined}
        aria-describedby={
          [explanation && id, (field.error || field.warning) && notesId].filter(Boolean).join(' ') ||
          undefined
        }
        data-path={field.path}
        data-column="percent"
        inputMode="decimal"
        autoComplete="off"
        placeholder={computed?.percent}
        value={field.shownNumber}
        onChange={(event) => field.change(event.target.value)}
        onBlur={field.settleNumber}
        className={clsx(numberClass(field), computed && 'placeholder-shown:border-dashed')}
      />
      {explanation && (
        <span id={id} className="sr-only">
          {explanation}
        </span>
      )}
      {offered && (
        <button
          type="button"
          aria-label={t`Take ${offered.percent} % for ${cell.label}`}
          onClick={accept}
          className="absolute inset-y-0.5 start-0.5 flex w-6 items-center justify-center rounded-sm text-ink-faint hover:bg-hover hover:text-accent focus-visible:text-accent"
        >
          <Check className="size-3.5" aria-hidden />
        </button>
      )}
    </div>
  )
}
