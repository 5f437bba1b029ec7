import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { draftColumns } from '../../../../src-shared/feeds/draft/columns.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ColumnInput, columnName } from './column-input.tsx'
import type { ItemActions, ItemsMeant } from './items/use-item-actions.ts'

interface SetDialogProps {
  kind: FeedKind
  meant: ItemsMeant
  actions: ItemActions
  onClose: () => void
}

/** The same value in one field of many items. */
export function SetDialog({ kind, meant, actions, onClose }: SetDialogProps) {
  const [chosen, setChosen] = useState<string>()
  const [value, setValue] = useState('')
  const columns = draftColumns(kind)
  const column = columns.find((one) => one.column === chosen)
  const options = columns.map((one) => ({ value: one.column, label: columnName(one) }))
  const apply = async (text: string | null) => {
    if (column && (await actions.set(meant, column.column, column.label, text))) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Set a field of ${meant.words}`}
      description={t`What the field holds now is replaced. Undo takes it back.`}
      width="small"
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button disabled={!column || actions.isBusy} onClick={() => void apply(null)}>
            <Trans>Empty it</Trans>
          </Button>
          <Button
            variant="primary"
            busy={actions.isBusy}
            disabled={!column || value === ''}
            onClick={() => void apply(value)}
          >
            <Trans>Set</Trans>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Combobox
          label={t`Field`}
          options={options}
          value={options.find((option) => option.value === chosen) ?? null}
          onValueChange={(option) => {
            setChosen(option?.value)
            setValue('')
          }}
        />
        {column && (
          <ColumnInput
            key={column.column}
            column={column}
            value={value}
            onChange={setValue}
            label={t`Value`}
          />
        )}
      </div>
    </Dialog>
  )
}
