import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'

/** The columns of a table or a catalogue: usual sets as buttons, and single columns in a collapsed section. */
export function ColumnChoice({
  standard,
  further,
  onScreen,
  value,
  onValueChange,
}: {
  /** The columns of a table by default, in table order. */
  standard: readonly string[]
  /** Columns to choose in addition. */
  further: readonly string[]
  /** The columns that the list on the screen shows, in its order. */
  onScreen?: readonly string[] | undefined
  value: readonly string[]
  onValueChange: (columns: string[]) => void
}) {
  const all = [...standard, ...further]
  const isStandard = isSame(value, standard)
  const columns = isStandard
    ? t`Columns: all ${standard.length}`
    : t`Columns: ${value.length} of ${all.length}`
  const toggle = (heading: string, on: boolean) => onValueChange(withColumn(all, value, heading, on))
  const presets = [
    { label: t({ message: 'All', context: 'columns' }), headings: standard },
    ...(further.length > 0 ? [{ label: t`All, with nutrition`, headings: all }] : []),
    ...(onScreen && onScreen.length > 0 ? [{ label: t`As on screen`, headings: onScreen }] : []),
    { label: t({ message: 'None', context: 'columns' }), headings: [] },
  ]
  return (
    <fieldset className="rounded-lg border border-line p-3">
      <legend className="sr-only">
        <Trans>Columns</Trans>
      </legend>
      <div className="flex flex-wrap items-center gap-2">
        <span role="status" className="tabular me-auto text-sm font-medium">
          {columns}
        </span>
        {presets.map(({ label, headings }) => (
          <Button
            key={label}
            size="small"
            aria-pressed={isSame(value, headings)}
            className={isSame(value, headings) ? 'bg-pressed! forced-colors:border-2' : ''}
            onClick={() => onValueChange([...headings])}
          >
            {label}
          </Button>
        ))}
      </div>
      <details className="mt-2">
        <summary className="cursor-default text-xs text-ink-soft hover:text-ink">
          <Trans>Choose single columns</Trans>
        </summary>
        <div className="mt-3 grid grid-cols-2 gap-x-4 gap-y-1.5">
          {all.map((heading) => (
            <Checkbox
              key={heading}
              label={heading}
              checked={value.includes(heading)}
              onCheckedChange={(on) => toggle(heading, on)}
            />
          ))}
        </div>
      </details>
    </fieldset>
  )
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((heading, index) => heading === other[index])

/** Adds a column at its place in the table, or at the end of columns in another order. */
function withColumn(
  all: readonly string[],
  value: readonly string[],
  heading: string,
  on: boolean,
): string[] {
  if (!on) return value.filter((one) => one !== heading)
  const inTable = all.filter((one) => value.includes(one))
  const isInOrder = inTable.every((one, index) => one === value[index])
  return isInOrder ? all.filter((one) => one === heading || value.includes(one)) : [...value, heading]
}
