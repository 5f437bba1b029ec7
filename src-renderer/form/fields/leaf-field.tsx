import clsx from 'clsx'
import type { ItemToFill } from '../../../src-shared/catalog/model.ts'
import { TextArea, TextField } from '../../ui/inputs/field.tsx'
import { Term } from '../../ui/overlays/term.tsx'
import { inputOf } from '../arrangement.ts'
import { useCatalogText } from '../catalog-differences.ts'
import { type Keys, sliceAt, useFormStore } from '../form-store.ts'
import { CategorySuggestions } from '../inputs/category-suggestions.tsx'
import { GtinInput } from '../inputs/gtin-input.tsx'
import {
  ChoiceInput,
  CountryInput,
  FlagInput,
  type InputProps,
  SuggestInput,
  TimestampInput,
  UnitInput,
} from '../inputs/inputs.tsx'
import { ItemInput } from '../inputs/item-input.tsx'
import { LookupInput } from '../inputs/lookup-input.tsx'
import type { Member, Place } from '../place.ts'
import { CatalogValue, CatalogWords, changedClass } from './catalog-value.tsx'
import { termOf } from './term-of.ts'
import { type NumberField, useField } from './use-field.ts'

interface LeafFieldProps {
  member: Member
  place: Place
  /** Replaces the label of the member, for example for one entry of a list. */
  label?: string
  labelHidden?: boolean
  /** Hides the help of a field that shares a line with others. Warnings about the value are still shown. */
  helpHidden?: boolean
  required?: boolean
  className?: string
}

/** One leaf of the vocabulary, with the input for its kind. */
export function LeafField({
  member,
  place,
  label,
  labelHidden = false,
  helpHidden = false,
  required = false,
  className,
}: LeafFieldProps) {
  const field = useField(member, place)
  const frame = {
    label: label ?? member.label,
    labelHidden,
    help: field.warning ? (
      <span className="text-warn">{field.warning}</span>
    ) : labelHidden || helpHidden ? undefined : (
      member.help
    ),
    error: field.error,
    required,
  }
  const before = useCatalogText(place, member, field.value)
  const term = labelHidden ? undefined : termOf(member)
  return (
    <div
      data-path={field.path}
      data-changed={before === undefined ? undefined : ''}
      className={clsx('relative min-w-0 scroll-mt-24', before !== undefined && changedClass, className)}
    >
      {term && (
        <span className="absolute -top-0.5 end-0">
          <Term name={term} />
        </span>
      )}
      <Control member={member} field={field} frame={frame} place={place} />
      {before !== undefined && (
        <CatalogValue
          label={frame.label}
          words={before && <CatalogWords member={member} text={before} />}
          onTake={() => field.change(before)}
        />
      )}
    </div>
  )
}

function Control(props: InputProps & { place: Place; field: NumberField }) {
  const { member, field, frame, place } = props
  const store = useFormStore()
  if (member.lookup)
    return (
      <LookupInput
        {...props}
        kind={member.lookup}
        itemAround={() => itemAround(store.value(), place.keys)}
        suggestions={
          member.lookup === 'category' && <CategorySuggestions place={place} onChoose={field.change} />
        }
      />
    )
  const typed = {
    ...frame,
    value: field.value,
    onChange: (event: { target: { value: string } }) => field.change(event.target.value),
  }
  const input = inputOf(member)
  switch (input) {
    case 'paragraph':
      return <TextArea {...typed} />
    case 'integer':
    case 'decimal':
      return (
        <TextField
          {...typed}
          value={input === 'decimal' ? field.shownNumber : field.value}
          onBlur={field.settleNumber}
          inputMode={input === 'integer' ? 'numeric' : 'decimal'}
          autoComplete="off"
        />
      )
    case 'flag':
      return <FlagInput {...props} />
    case 'choice':
      return <ChoiceInput {...props} />
    case 'timestamp':
      return <TimestampInput {...props} />
    case 'country':
      return <CountryInput {...props} />
    case 'unit':
      return <UnitInput {...props} />
    case 'language':
    case 'view':
      return <SuggestInput {...props} />
    case 'gtin':
      return <GtinInput {...props} />
    case 'url':
      return (
        <TextField
          {...typed}
          type="text"
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          placeholder="https://"
        />
      )
    case 'item':
      return <ItemInput field={field} frame={frame} />
    case 'identifier':
      return <TextField {...typed} spellCheck={false} autoComplete="off" />
    case 'text':
    case 'group':
      return member.options ? <SuggestInput {...props} /> : <TextField {...typed} />
  }
}

const textAt = (value: unknown, keys: Keys): string | undefined => {
  const text = sliceAt(value, keys)
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

/**
 * The values filled in so far in the item around a field. For a field of a product, brand and manufacturer
 * are those of that product.
 * @param value the value of the whole form
 * @param keys the keys of the field
 */
function itemAround(value: unknown, keys: Keys): ItemToFill {
  const item = sliceAt(value, keys.slice(0, 2))
  const product: Keys = ['products', keys[2] === 'products' ? (keys[3] ?? 0) : 0]
  const codes = sliceAt(item, ['productCodes'])
  return {
    id: textAt(item, ['id']),
    brandId: textAt(item, [...product, 'brandId']),
    manufacturerId: textAt(item, [...product, 'manufacturerId']) ?? textAt(item, ['manufacturerId']),
    codes: Array.isArray(codes)
      ? codes.flatMap((_, index) => textAt(codes, [index, 'text'])?.slice(0, 100) ?? []).slice(0, 20)
      : undefined,
  }
}
