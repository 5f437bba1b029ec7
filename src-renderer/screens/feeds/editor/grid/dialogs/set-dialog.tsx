import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { ItemInput } from '../../../../../form/inputs/item-input.tsx'
import { LookupInput } from '../../../../../form/inputs/lookup-input.tsx'
import { Button } from '../../../../../ui/button.tsx'
import { TextArea, TextField } from '../../../../../ui/inputs/field.tsx'
import { Select } from '../../../../../ui/inputs/select.tsx'
import { Dialog } from '../../../../../ui/overlays/dialog.tsx'
import { type GridColumn, storedText } from '../columns/grid-columns.ts'
import { type Chosen, setColumns } from '../grid-edits.ts'
import type { GridActions } from '../use-grid-actions.ts'

interface SetDialogProps {
  actions: GridActions
  column: GridColumn
  chosen: Chosen
  onClose: () => void
}

/** One value for a column of many items: one step. */
export function SetDialog({ actions, column, chosen, onClose }: SetDialogProps) {
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const items = plural(chosen.items, { one: '# item', other: '# items' })
  const set = async (value: string | null) => {
    setBusy(true)
    const isSaved = await actions.send(setColumns(new Map([[column, value]]), chosen))
    setBusy(false)
    if (isSaved) onClose()
  }
  const value = storedText(column, text)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Set ${column.title} for ${items}`}
      description={t`What they hold in this column now is replaced. It is one step, and can be undone.`}
      width="small"
      actions={
        <>
          <Button onClick={() => void set(null)} disabled={isBusy}>
            <Trans>Empty it</Trans>
          </Button>
          <Button variant="primary" busy={isBusy} disabled={value === null} onClick={() => void set(value)}>
            <Trans>Set for {items}</Trans>
          </Button>
        </>
      }
    >
      <Value column={column} text={text} onText={setText} />
    </Dialog>
  )
}

function Value({
  column,
  text,
  onText,
}: {
  column: GridColumn
  text: string
  onText: (text: string) => void
}) {
  const { title: label, lookup, choices, input, help } = column
  if (lookup)
    return (
      <LookupInput
        kind={lookup}
        field={{ value: text, change: onText }}
        frame={{ label, labelHidden: false, help, error: undefined, required: false }}
      />
    )
  if (input === 'item')
    return (
      <ItemInput
        field={{ value: text, change: onText, error: undefined, warning: undefined, path: '' }}
        frame={{ label, labelHidden: false, help, error: undefined, required: false }}
      />
    )
  if (choices)
    return <Select label={label} help={help} options={[...choices]} value={text} onValueChange={onText} />
  const typed = {
    label,
    help,
    value: text,
    onChange: (event: { target: { value: string } }) => onText(event.target.value),
  }
  return input === 'paragraph' ? <TextArea {...typed} /> : <TextField {...typed} autoComplete="off" />
}
