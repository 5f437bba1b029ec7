import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { fixedCode, type RejectedRow, type RejectedRows } from '../../../src-shared/import/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { wholeNumber } from '../../ui/text/words.ts'

interface RejectedRowEditorProps {
  job: string
  row: RejectedRow
  columns: RejectedRows['columns']
}

/** A rejected row with editable cells. A cell is saved when its field loses focus. */
export function RejectedRowEditor({ job, row, columns }: RejectedRowEditorProps) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [current, setCurrent] = useState(row)
  const [lastRow, setLastRow] = useState(row)
  if (lastRow !== row) {
    setLastRow(row)
    setCurrent(row)
  }
  const fixRow = useMutation(
    rpc.imports.fixRejectedRow.mutationOptions({
      // Serializes the requests of a row: the save on blur is sent before the press that caused the blur.
      scope: { id: `${job} ${row.line}` },
      onSuccess: (outcome) => {
        if ('row' in outcome) setCurrent(outcome.row)
        else if (outcome.taken === 'left')
          toast.tell(t`Line ${wholeNumber(row.line)} was left out, as chosen for rows like it`)
        else if (outcome.taken === 'unchanged')
          toast.tell(t`Line ${wholeNumber(row.line)} changes nothing: the catalog has its values already`)
        else toast.done(t`Imported line ${wholeNumber(row.line)}`)
      },
      onError: (error) => toast.failed(t`The row was not kept`, error),
    }),
  )
  const { cells, fault } = current
  const isEditable = cells !== undefined && columns.length > 0
  const isFixed = current.code === fixedCode
  const send = (take: boolean) => fixRow.mutate({ id: job, line: row.line, cells: typed, take })
  return (
    <li className="border-t border-line px-4 py-3 first:border-t-0">
      <div className="flex items-start justify-between gap-4">
        <p className="text-sm">
          <span className="tabular me-2 font-semibold">
            <Trans>Line {wholeNumber(row.line)}</Trans>
          </span>
          {isFixed ? (
            <span className="text-good">
              <Check className="me-1 inline size-3.5" aria-hidden />
              <Trans>The row is valid now. Import it.</Trans>
            </span>
          ) : (
            // The reason is shown at the field of the invalid column, if that field exists.
            !(isEditable && fault !== undefined) && (
              <>
                {fault !== undefined && <span className="font-medium break-all">{fault}: </span>}
                {current.reason}
              </>
            )
          )}
        </p>
        {isEditable && (
          <Button
            size="small"
            variant={isFixed ? 'primary' : 'secondary'}
            busy={fixRow.isPending}
            // Keeps the focus in the edited field; losing it would move this button before the pointer is
            // released.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => send(true)}
          >
            <Trans>Import</Trans>
          </Button>
        )}
      </div>
      {isEditable ? (
        <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-3 gap-y-2">
          {columns.map(({ name, field }) => (
            <TextField
              key={name}
              label={
                <span title={field === name ? undefined : t`Becomes: ${field}`} className="break-all">
                  {name}
                </span>
              }
              value={typed[name] ?? cells[name] ?? ''}
              error={name === fault ? current.reason : undefined}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
              onBlur={() => {
                if (typed[name] !== undefined && typed[name] !== (cells[name] ?? '')) send(false)
              }}
              onKeyDown={(event) => event.key === 'Enter' && send(true)}
            />
          ))}
        </div>
      ) : (
        <code className="mt-1 line-clamp-2 block font-mono text-2xs break-all text-ink-soft" title={row.raw}>
          {row.raw}
        </code>
      )}
    </li>
  )
}
