import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { unitSymbol } from '../../../src-shared/values/units.ts'
import { usualUnitOf } from '../../../src-shared/vocabulary/kit/description.ts'
import { inputClass } from '../../ui/inputs/field.tsx'
import { PlainSelect } from '../../ui/inputs/plain-select.tsx'
import { Term } from '../../ui/overlays/term.tsx'
import { decimalWords } from '../../ui/text/words.ts'
import { useCatalogText } from '../catalog-differences.ts'
import { useFormStore } from '../form-store.ts'
import { unitSymbols } from '../inputs/options.ts'
import { hasContent, type Member, memberPlace, type Place, problemPath } from '../place.ts'
import { CatalogValue, changedClass } from './catalog-value.tsx'
import { termOf } from './term-of.ts'
import { PathProblems } from './unknown-note.tsx'
import { useField } from './use-field.ts'

/** A number input next to a unit select. The element is removed when both are empty. */
export function MeasureField({
  member,
  place,
  required,
}: {
  member: Member
  place: Place
  required: boolean
}) {
  const group = member.type.kind === 'group' ? member.type : undefined
  const measure = group?.elements.get('measure')
  const unit = group?.elements.get('uom')
  if (!measure || !unit) return null
  return <MeasureInputs {...{ member, place, measure, unit, required }} />
}

function MeasureInputs({
  member,
  place,
  measure,
  unit,
  required,
}: {
  member: Member
  place: Place
  measure: Member
  unit: Member
  required: boolean
}) {
  const id = useId()
  const store = useFormStore()
  const [measurePlace, unitPlace] = [memberPlace(place, measure), memberPlace(place, unit)]
  const measureField = useField(measure, measurePlace)
  const unitField = useField(unit, unitPlace)
  const measureBefore = useCatalogText(measurePlace, measure, measureField.value)
  const unitBefore = useCatalogText(unitPlace, unit, unitField.value)
  const isChanged = measureBefore !== undefined || unitBefore !== undefined
  const before = [measureBefore ?? measureField.value, unitBefore ?? unitField.value] as const
  const error = [measureField.error, unitField.error].filter(Boolean).join(' ')
  const warning = [measureField.warning, unitField.warning].filter(Boolean).join(' ')
  const described = error || warning ? `${id}-message` : undefined

  const changeMeasure = (text: string) => {
    measureField.change(text)
    if (text !== '' && unitField.value === '') unitField.change(usualUnitOf(member))
  }
  const term = termOf(member)
  const removeIfEmpty = () => {
    if (!hasContent(store.at(place.keys))) store.set(place.keys, undefined)
  }

  return (
    <fieldset
      data-path={problemPath(place)}
      data-changed={isChanged ? '' : undefined}
      className={clsx('relative min-w-0 scroll-mt-24', isChanged && changedClass)}
      onBlur={removeIfEmpty}
    >
      <legend className="mb-1 text-xs font-medium text-ink-soft">
        {member.label}
        {required && (
          <span className="text-bad" aria-hidden>
            {' *'}
          </span>
        )}
      </legend>
      {term && (
        <span className="absolute -top-0.5 end-0">
          <Term name={term} />
        </span>
      )}
      <div className="flex gap-1.5">
        <input
          aria-label={t`${member.label}, number`}
          aria-describedby={described}
          aria-invalid={measureField.error ? true : undefined}
          data-path={measureField.path}
          inputMode="decimal"
          autoComplete="off"
          value={measureField.shownNumber}
          onChange={(event) => changeMeasure(event.target.value)}
          onBlur={measureField.settleNumber}
          className={clsx(inputClass(measureField.error !== undefined), 'tabular h-8 flex-1')}
        />
        <PlainSelect
          aria-label={t`${member.label}, unit`}
          aria-describedby={described}
          data-path={unitField.path}
          options={unitSymbols(unit)}
          none={t`Unit`}
          invalid={unitField.error !== undefined}
          value={unitField.value}
          onValueChange={unitField.change}
          className="w-24"
        />
      </div>
      {isChanged && (
        <CatalogValue
          label={member.label}
          words={before[0] && [decimalWords(before[0]), unitSymbol(before[1])].join(' ')}
          onTake={() => {
            measureField.change(before[0])
            unitField.change(before[1])
          }}
        />
      )}
      {described && (
        <p
          id={described}
          className={clsx('mt-1 flex items-start gap-1 text-xs', error ? 'text-bad' : 'text-warn')}
        >
          <CircleAlert className="mt-0.5 size-3 shrink-0" aria-hidden />
          <span>{error || warning}</span>
        </p>
      )}
      <PathProblems path={problemPath(place)} whenVisited />
    </fieldset>
  )
}
