import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'

/** The columns of a table or a catalogue, in table order, in a collapsed section. */
export function ColumnChoice({
  all,
  value,
  onValueChange,
}: {
  all: readonly string[]
  value: readonly string[]
  onValueChange: (columns: string[]) => void
}) {
  const columns =
    value.length === all.length ? t`Columns: all ${all.length}` : t`Columns: ${value.length} of ${all.length}`
  const toggle = (heading: string, on: boolean) =>
    onValueChange(all.filter((one) => (one === heading ? on : value.includes(one))))
  return (
    <details className="rounded-lg border border-line p-3">
      <summary className="cursor-default text-sm font-medium">{columns}</summary>
      <div className="mt-3 flex gap-2">
        <Button size="small" onClick={() => onValueChange([...all])}>
          <Trans context="columns">All</Trans>
        </Button>
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
