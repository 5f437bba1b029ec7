import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import type { Parameter } from '../../../../src-shared/api/endpoint.ts'
import type { LookupKind } from '../../../../src-shared/catalog/model.ts'
import { capitalized } from '../../../../src-shared/texts/spoken.ts'
import { LookupInput } from '../../../form/inputs/lookup-input.tsx'
import { FieldFrame, TextField } from '../../../ui/inputs/field.tsx'
import { PlainSelect } from '../../../ui/inputs/plain-select.tsx'
import { ParameterName } from '../copyable.tsx'

interface ParameterFieldProps {
  parameter: Parameter
  values: readonly string[]
  onValues: (values: string[]) => void
}

/** The lookup list for a parameter whose value is an identifier. */
const lookups: Record<string, LookupKind> = { m: 'manufacturer', b: 'brand' }

/** One query parameter, with the input for its type. An empty parameter is not sent. */
export function ParameterField({ parameter, values, onValues }: ParameterFieldProps) {
  const { name, type, meaning, allowed, repeatable } = parameter
  const value = values[0] ?? ''
  const set = (next: string) => onValues(next === '' ? [] : [next])
  const absent = parameter.default ?? parameter.absent ?? t`not sent`
  const help = capitalized(meaning)
  const frame = { label: <ParameterName name={name} />, help }
  const lookup = lookups[name]
  if (lookup)
    return (
      <LookupInput
        kind={lookup}
        field={{ value, change: set }}
        frame={{ ...frame, labelHidden: false, error: undefined, required: false }}
      />
    )
  if (repeatable && allowed)
    return <RepeatedParameter name={name} help={help} allowed={allowed} values={values} onValues={onValues} />
  if (allowed || type === 'flag')
    return (
      <FieldFrame {...frame}>
        {(ids) => (
          <PlainSelect
            {...ids}
            none={absent}
            value={value}
            onValueChange={set}
            options={(allowed ?? ['true', 'false']).map((one) => ({ value: one, label: one }))}
          />
        )}
      </FieldFrame>
    )
  if (type === 'day')
    return (
      <TextField
        {...frame}
        type="date"
        value={value.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')}
        onChange={(event) => set(event.target.value.replaceAll('-', ''))}
      />
    )
  return (
    <TextField
      {...frame}
      autoComplete="off"
      spellCheck={false}
      placeholder={absent}
      inputMode={type === 'integer' ? 'numeric' : 'text'}
      value={value}
      onChange={(event) => set(event.target.value)}
    />
  )
}

interface RepeatedProps {
  name: string
  help: string
  allowed: readonly string[]
  values: readonly string[]
  onValues: (values: string[]) => void
}

/** A choice of several values; the parameter is repeated for each. */
function RepeatedParameter({ name, help, allowed, values, onValues }: RepeatedProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-xs font-medium text-ink-soft">
        <ParameterName name={name} />
      </legend>
      <div className="flex flex-wrap gap-1">
        {allowed.map((one) => {
          const chosen = values.includes(one)
          return (
            <label
              key={one}
              className={clsx(
                'tabular flex h-7 cursor-default items-center rounded-md border px-2 text-xs font-medium select-none',
                'has-focus-visible:outline-2 has-focus-visible:outline-focus',
                chosen
                  ? 'border-accent bg-accent-wash text-accent-strong'
                  : 'border-edge/70 bg-surface text-ink-soft hover:border-edge',
              )}
            >
              <input
                type="checkbox"
                className="sr-only"
                checked={chosen}
                onChange={() =>
                  onValues(allowed.filter((other) => (other === one ? !chosen : values.includes(other))))
                }
              />
              {one}
            </label>
          )
        })}
      </div>
      <p className="text-xs text-ink-faint">{help}</p>
    </fieldset>
  )
}
