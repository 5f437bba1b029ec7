import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { GridLayout } from '../../../../../../src-shared/feeds/draft/grid-layout.ts'
import type { FeedKind } from '../../../../../../src-shared/feeds/kinds/kinds.ts'
import { fold } from '../../../../../../src-shared/values/fold.ts'
import { sections } from '../../../../../../src-shared/vocabulary/elements/sections.ts'
import { Button } from '../../../../../ui/button.tsx'
import { Checkbox } from '../../../../../ui/inputs/checkbox.tsx'
import { SearchField } from '../../../../../ui/inputs/field.tsx'
import { ScrollRegion } from '../../../../../ui/layout/scroll-region.tsx'
import { Dialog } from '../../../../../ui/overlays/dialog.tsx'
import { standardLayout } from '../grid-layout.ts'
import type { GridColumns } from './grid-columns.ts'

interface ColumnDialogProps {
  kind: FeedKind
  /** All columns of the draft. */
  all: GridColumns
  layout: GridLayout
  /** The columns of this draft if a person has chosen none. Default: those of the kind of feed. */
  usual: readonly string[] | undefined
  /** Whether the choice is kept for this draft; otherwise for all drafts of the kind. */
  isOfDraft: boolean
  onLayoutChange: (layout: GridLayout) => void
  onClose: () => void
}

/** Dialog to choose the visible columns, by section, with a search field. A change is applied immediately. */
export function ColumnDialog({
  kind,
  all,
  layout,
  usual,
  isOfDraft,
  onLayoutChange,
  onClose,
}: ColumnDialogProps) {
  const [search, setSearch] = useState('')
  // The first column is always shown.
  const [name] = layout.columns
  const shown = new Set(layout.columns)
  const words = fold(search).split(/\s+/).filter(Boolean)
  const groups = useMemo(() => {
    const columns = [...all.values()]
    return sections.map(({ id, label }) => ({
      id,
      label,
      columns: columns.filter(({ section }) => section === id),
    }))
  }, [all])
  const found = groups
    .map((group) => ({
      ...group,
      columns: group.columns.filter((column) => {
        const text = fold([group.label, ...column.around, column.label].join(' '))
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ columns }) => columns.length > 0)
  const choose = (columns: readonly string[], isShown: boolean) => {
    const changed = new Set(columns)
    const remaining = layout.columns.filter((column) => isShown || !changed.has(column))
    onLayoutChange({
      ...layout,
      columns: isShown ? [...remaining, ...columns.filter((column) => !shown.has(column))] : remaining,
    })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Columns`}
      description={
        isOfDraft
          ? t`${plural(layout.columns.length, { one: '# column', other: '# columns' })} shown. What you choose is kept for this draft.`
          : t`${plural(layout.columns.length, { one: '# column', other: '# columns' })} shown. What you choose is kept for feeds of this kind.`
      }
      actions={
        <>
          <Button onClick={() => onLayoutChange(standardLayout(kind, usual))}>
            <Trans>Usual columns</Trans>
          </Button>
          <Button variant="primary" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </>
      }
    >
      <SearchField
        label={t`Find a column`}
        placeholder={t`Find a column`}
        value={search}
        onValueChange={setSearch}
      />
      <ScrollRegion role="region" aria-label={t`All columns`} className="mt-3 h-96">
        {found.length === 0 && (
          <p className="py-6 text-center text-sm text-ink-faint">
            <Trans>No matching columns</Trans>
          </p>
        )}
        {found.map(({ id, label, columns }) => {
          const others = columns.filter(({ column }) => column !== name)
          const count = others.filter(({ column }) => shown.has(column)).length
          return (
            <fieldset key={id} className="mb-4">
              <legend className="mb-1 text-xs font-semibold text-ink-soft">
                <Checkbox
                  label={label}
                  checked={count === others.length}
                  indeterminate={count > 0 && count < others.length}
                  onCheckedChange={(next) =>
                    choose(
                      others.map(({ column }) => column),
                      next,
                    )
                  }
                />
              </legend>
              <div className="grid grid-cols-2 gap-x-4 gap-y-1 ps-6">
                {columns.map(({ column, title }) => (
                  <Checkbox
                    key={column}
                    label={title}
                    checked={shown.has(column)}
                    disabled={column === name}
                    onCheckedChange={(next) => choose([column], next)}
                  />
                ))}
              </div>
            </fieldset>
          )
        })}
      </ScrollRegion>
    </Dialog>
  )
}
