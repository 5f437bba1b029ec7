import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'

/** The columns of a table or a catalogue, in a collapsed section. */
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
  const isStandard = value.length === standard.length && value.every((one, index) => one === standard[index])
  const columns = isStandard
    ? t`Columns: all ${standard.length}`
    : t`Columns: ${value.length} of ${all.length}`
  const toggle = (heading: string, on: boolean) => onValueChange(withColumn(all, value, heading, on))
  return (
    <details className="rounded-lg border border-line p-3">
      <summary className="cursor-default text-sm font-medium">{columns}</summary>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={() => onValueChange([...standard])}>
          <Trans context="columns">All</Trans>
        </Button>
        {further.length > 0 && (
          <Button size="small" onClick={() => onValueChange(all)}>
            <Trans>All, with nutrition</Trans>
          </Button>
        )}
        {onScreen && onScreen.length > 0 && (
          <Button size="small" onClick={() => onValueChange([...onScreen])}>
            <Trans>As on screen</Trans>
          </Button>
        )}
        <Button size="small" onClick={() => onValueChange([])}>
          <Trans context="columns">None</Trans>
        </Button>
      </div>
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
  )
}

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
