import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ColumnInput, columnName } from './column-input.tsx'
import { type GridColumn, gridColumns, storedText } from './grid/columns/grid-columns.ts'

interface SetDialogProps {
  kind: FeedKind
  /** The column to set; if absent, the dialog has a field to select it. */
  column?: GridColumn
  /** The items in words, such as `3 items` or `“Oats”`. */
  items: string
  /** Resolves to false if nothing was changed; the dialog then stays open. */
  onSet: (column: GridColumn, value: string | null) => Promise<boolean>
  onClose: () => void
}

/** Dialog that sets one field of many items to the same value. */
export function SetDialog({ kind, column: fixedColumn, items, onSet, onClose }: SetDialogProps) {
  const [chosen, setChosen] = useState<GridColumn>()
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const column = fixedColumn ?? chosen
  const value = column ? storedText(column, text) : null
  const options = fixedColumn
    ? []
    : [...gridColumns(kind).values()].map((one) => ({ value: one.column, label: columnName(one) }))
  const set = async (next: string | null) => {
    if (!column) return
    setBusy(true)
    const isSet = await onSet(column, next)
    setBusy(false)
    if (isSet) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={fixedColumn ? t`Set ${fixedColumn.title} for ${items}` : t`Set a field of ${items}`}
      description={t`What the field holds now is replaced. Undo takes it back.`}
      width="small"
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button disabled={!column || isBusy} onClick={() => void set(null)}>
            <Trans>Empty it</Trans>
          </Button>
          <Button variant="primary" busy={isBusy} disabled={value === null} onClick={() => void set(value)}>
            <Trans>Set</Trans>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {!fixedColumn && (
          <Combobox
            label={t`Field`}
            options={options}
            value={options.find((option) => option.value === chosen?.column) ?? null}
            onValueChange={(option) => {
              setChosen(option ? gridColumns(kind).get(option.value) : undefined)
              setText('')
            }}
          />
        )}
        {column && (
          <ColumnInput
            key={column.column}
            column={column}
            value={text}
            onChange={setText}
            label={fixedColumn ? fixedColumn.title : t`Value`}
          />
        )}
      </div>
    </Dialog>
  )
}
