import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { DraftSelection } from '../../../../../../src-shared/feeds/draft/edits.ts'
import type { GridLayout } from '../../../../../../src-shared/feeds/draft/grid-layout.ts'
import type { FeedKind } from '../../../../../../src-shared/feeds/kinds/kinds.ts'
import { Button } from '../../../../../ui/button.tsx'
import { TextField } from '../../../../../ui/inputs/field.tsx'
import { Dialog } from '../../../../../ui/overlays/dialog.tsx'
import { toast } from '../../../../../ui/overlays/toast.tsx'
import { SetDialog } from '../../set-dialog.tsx'
import { ColumnDialog } from '../columns/column-dialog.tsx'
import type { GridColumn, GridColumns } from '../columns/grid-columns.ts'
import { useGrid } from '../grid-context.ts'
import { type Chosen, setColumns } from '../grid-edits.ts'
import type { GridSource } from '../grid-source.ts'
import { cellsOf } from '../typing/selection.ts'
import { ColumnMergeDialog } from './column-merge-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

type OpenDialog =
  | { what: 'columns' }
  | { what: 'replace' }
  /** Sets a column for all selected items; `column` is its index. */
  | { what: 'set'; column: number }
  | { what: 'containing'; column: string }
  | { what: 'merge'; column: string }
  | { what: 'items'; items: number; answer: (answer: 'add' | 'cut' | undefined) => void }

export interface Dialogs {
  shown: OpenDialog | undefined
  close: () => void
  openColumns: () => void
  openReplace: () => void
  openSet: (column: number) => void
  openContaining: (column: string) => void
  openMerge: (column: string) => void
  confirmAddItems: (items: number) => Promise<'add' | 'cut' | undefined>
}

/** State of the dialogs over the grid. */
export function useDialogs(): Dialogs {
  const [shown, setShown] = useState<OpenDialog>()
  const openers = useMemo(
    () => ({
      close: () => setShown(undefined),
      openColumns: () => setShown({ what: 'columns' }),
      openReplace: () => setShown({ what: 'replace' }),
      openSet: (column: number) => setShown({ what: 'set', column }),
      openContaining: (column: string) => setShown({ what: 'containing', column }),
      openMerge: (column: string) => setShown({ what: 'merge', column }),
      confirmAddItems: (items: number) =>
        new Promise<'add' | 'cut' | undefined>((resolve) =>
          setShown({
            what: 'items',
            items,
            answer(answer) {
              setShown(undefined)
              resolve(answer)
            },
          }),
        ),
    }),
    [],
  )
  return { shown, ...openers }
}

interface GridDialogsProps {
  dialogs: Dialogs
  source: GridSource
  kind: FeedKind
  /** All columns of the draft, and those shown. */
  all: GridColumns
  columns: readonly GridColumn[]
  filter: DraftSelection
  onFilterChange: (filter: DraftSelection) => void
  layout: GridLayout
  usual: readonly string[] | undefined
  /** Whether the layout is stored with the draft. */
  isOfDraft: boolean
  onLayoutChange: (layout: GridLayout) => void
}

/** Renders the open dialog of the grid. */
export function GridDialogs(props: GridDialogsProps) {
  const { dialogs, source, kind, all, columns, filter, onFilterChange, layout, usual, onLayoutChange } = props
  const { shown, close } = dialogs
  const { actions, selection } = useGrid()
  const chosen = useChosen(shown?.what === 'set' || shown?.what === 'replace' ? shown : undefined)
  if (!shown) return null
  if (shown.what === 'columns')
    return (
      <ColumnDialog
        kind={kind}
        all={all}
        layout={layout}
        usual={usual}
        isOfDraft={props.isOfDraft}
        onLayoutChange={onLayoutChange}
        onClose={close}
      />
    )
  if (shown.what === 'containing')
    return (
      <ContainingDialog
        title={columns.find(({ column }) => column === shown.column)?.title ?? ''}
        onClose={close}
        onDone={(containing) => {
          onFilterChange({ ...filter, cell: { column: shown.column, is: { containing } } })
          close()
        }}
      />
    )
  if (shown.what === 'merge') {
    const column = columns.find((one) => one.column === shown.column)
    return column ? (
      <ColumnMergeDialog column={column} source={source} shown={filter} onClose={close} />
    ) : null
  }
  if (shown.what === 'items') return <ItemsDialog items={shown.items} answer={shown.answer} />
  if (!chosen) return null
  if (shown.what === 'replace') {
    const { range } = selection
    const within = { columns: columns.slice(range.left, range.right + 1), selection: selectionOf(chosen) }
    return (
      <ReplaceDialog
        source={source}
        actions={actions}
        columns={columns}
        selected={cellsOf(range) > 1 ? within : undefined}
        shown={filter}
        onClose={close}
      />
    )
  }
  const column = columns[shown.column]
  return column ? (
    <SetDialog
      kind={kind}
      column={column}
      items={plural(chosen.items, { one: '# item', other: '# items' })}
      onSet={(_, value) => actions.send(setColumns(new Map([[column, value]]), chosen))}
      onClose={close}
    />
  ) : null
}

const selectionOf = ({ keys, selection }: Chosen): DraftSelection => (keys ? { keys: [...keys] } : selection)

/** The selected items, determined when a dialog that needs them opens. */
function useChosen(dialog: object | undefined): Chosen | undefined {
  const { actions } = useGrid()
  const [found, setFound] = useState<{ dialog: object; chosen: Chosen }>()
  useEffect(() => {
    if (!dialog) return
    let isCancelled = false
    actions.chosen().then(
      (chosen) => isCancelled || setFound({ dialog, chosen }),
      (error: unknown) => toast.failed(t`The selected items could not be found`, error),
    )
    return () => {
      isCancelled = true
    }
  }, [actions, dialog])
  return found?.dialog === dialog ? found?.chosen : undefined
}

function ContainingDialog({
  title,
  onDone,
  onClose,
}: {
  title: string
  onDone: (text: string) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const form = useRef<HTMLFormElement>(null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Only where ${title} contains`}
      width="small"
      actions={
        <Button variant="primary" disabled={text === ''} onClick={() => form.current?.requestSubmit()}>
          <Trans>Show these</Trans>
        </Button>
      }
    >
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          if (text !== '') onDone(text)
        }}
      >
        <TextField
          label={t`Text`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
        />
      </form>
    </Dialog>
  )
}

/** Asks what to do with pasted rows beyond the last item. */
function ItemsDialog({
  items,
  answer,
}: {
  items: number
  answer: (answer: 'add' | 'cut' | undefined) => void
}) {
  const words = plural(items, { one: '# item', other: '# items' })
  return (
    <Dialog
      open
      onOpenChange={() => answer(undefined)}
      title={t`Add ${words}?`}
      description={
        items === 1
          ? t`The paste has a row more than there are items below the selected cell.`
          : t`The paste has ${items} rows more than there are items below the selected cell.`
      }
      width="small"
      actions={
        <>
          <Button onClick={() => answer('cut')}>
            <Trans>Leave them out</Trans>
          </Button>
          <Button variant="primary" onClick={() => answer('add')}>
            <Trans>Add {words}</Trans>
          </Button>
        </>
      }
    />
  )
}
