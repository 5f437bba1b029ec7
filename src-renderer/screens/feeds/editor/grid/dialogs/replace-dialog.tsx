import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DraftSelection } from '../../../../../../src-shared/feeds/draft/edits.ts'
import { errorMessage } from '../../../../../rpc/errors.ts'
import { Checkbox } from '../../../../../ui/inputs/checkbox.tsx'
import { TextField } from '../../../../../ui/inputs/field.tsx'
import { Segmented } from '../../../../../ui/inputs/segmented.tsx'
import { Dialog, DialogActions } from '../../../../../ui/overlays/dialog.tsx'
import { useDebounced } from '../../../../../ui/use-debounced.ts'
import type { GridColumn } from '../columns/grid-columns.ts'
import type { GridSource } from '../grid-source.ts'
import type { GridActions } from '../use-grid-actions.ts'

interface ReplaceDialogProps {
  source: GridSource
  actions: GridActions
  /** The visible columns, which can be searched. */
  columns: readonly GridColumn[]
  /** Columns and items of the selection if more than one cell is selected. */
  selected: { columns: readonly GridColumn[]; selection: DraftSelection } | undefined
  /** The items of the view. */
  shown: DraftSelection
  onClose: () => void
}

/** Maximum number of changed cells shown. */
const maxExamples = 5

/**
 * Whether cells store the text they show. Other columns show a name and store a code, which is not replaced.
 */
const isPlainText = ({ lookup, choices }: GridColumn): boolean =>
  lookup === undefined && choices === undefined

/** Find and replace dialog with a preview of the changes. */
export function ReplaceDialog({ source, actions, columns, selected, shown, onClose }: ReplaceDialogProps) {
  const [find, setFind] = useState('')
  const [by, setBy] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [where, setWhere] = useState<'selected' | 'shown'>(selected ? 'selected' : 'shown')
  const [isBusy, setBusy] = useState(false)
  const searchScope = where === 'selected' && selected ? selected : { columns, selection: shown }
  const textColumns = searchScope.columns.filter(isPlainText)
  const replaceQuery = {
    selection: searchScope.selection,
    columns: textColumns.map(({ column }) => column),
    find,
    by,
    matchCase,
  }
  const previewQuery = useDebounced(replaceQuery, 200)
  const preview = useQuery({
    queryKey: ['grid-replace', previewQuery],
    queryFn: () => source.previewReplace(previewQuery),
    enabled: previewQuery.find !== '' && previewQuery.columns.length > 0,
    placeholderData: keepPreviousData,
    networkMode: 'always',
    gcTime: 0,
  })
  const isCurrent =
    !preview.isPlaceholderData && JSON.stringify(previewQuery) === JSON.stringify(replaceQuery)
  const count = find === '' || textColumns.length === 0 ? undefined : preview.data
  const examples = count?.examples.slice(0, maxExamples) ?? []
  const titles = new Map(columns.map(({ column, title }) => [column, title]))

  const replace = async () => {
    setBusy(true)
    const { items = 0 } = preview.data ?? {}
    const isSaved = await actions.send({
      label: t`“${find}” replaced in ${plural(items, { one: '# item', other: '# items' })}`,
      edits: [{ do: 'replace', ...replaceQuery }],
      localEdit: undefined,
    })
    setBusy(false)
    if (isSaved) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Find and replace`}
      actions={
        <DialogActions
          label={
            count && count.cells > 0
              ? t`Replace in ${plural(count.cells, { one: '# cell', other: '# cells' })}`
              : t`Replace`
          }
          isBusy={isBusy}
          isDisabled={!count || count.cells === 0 || !isCurrent}
          onConfirm={() => void replace()}
          onCancel={onClose}
        />
      }
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t`Find`}
          value={find}
          onChange={(event) => setFind(event.target.value)}
          autoComplete="off"
        />
        <TextField
          label={t`Replace with`}
          value={by}
          onChange={(event) => setBy(event.target.value)}
          autoComplete="off"
          placeholder={t`Nothing: it is taken out`}
        />
      </div>
      <div className="mt-3 flex flex-wrap items-end gap-x-6 gap-y-2">
        {selected && (
          <Segmented
            label={t`Where`}
            value={where}
            onValueChange={setWhere}
            options={[
              { value: 'selected', label: t`Selected cells` },
              { value: 'shown', label: t`All shown` },
            ]}
          />
        )}
        <Checkbox label={t`Match case`} checked={matchCase} onCheckedChange={setMatchCase} />
      </div>
      <div className="mt-4 min-h-44" aria-live="polite">
        {where === 'shown' && (
          <p className="mb-2 text-xs text-ink-faint">
            <Trans>
              Searches the columns of the grid, also those out of view. Hidden columns stay as they are.
            </Trans>
          </p>
        )}
        {textColumns.length < searchScope.columns.length && (
          <p className="mb-2 text-xs text-ink-faint">
            {textColumns.length === 0
              ? t`These columns hold entries of lists: choose another entry, or paste its name.`
              : t`Columns that hold entries of lists, such as brands and units, are left as they are.`}
          </p>
        )}
        {preview.isError && find !== '' && <p className="text-sm text-bad">{errorMessage(preview.error)}</p>}
        {count && (
          <p className="mb-2 text-sm font-medium">
            {count.cells === 0
              ? t`No matches`
              : t`${plural(count.cells, { one: '# cell', other: '# cells' })} in ${plural(count.items, { one: '# item', other: '# items' })} would change.`}
          </p>
        )}
        <ul className="flex flex-col gap-1.5">
          {examples.map(({ key, title, column, before, after }) => (
            <li key={`${key} ${column}`} className="text-xs">
              <span className="block truncate text-ink-faint">
                {title} · {titles.get(column) ?? column}
              </span>
              <span className="block truncate">
                <del className="text-bad">{before}</del>
                <span aria-hidden> → </span>
                <ins className="text-good no-underline">{after}</ins>
              </span>
            </li>
          ))}
        </ul>
        {count && count.cells > examples.length && (
          <p className="mt-1.5 text-xs text-ink-faint">
            <Plural value={count.cells - examples.length} one="and # more cell" other="and # more cells" />
          </p>
        )}
      </div>
    </Dialog>
  )
}
