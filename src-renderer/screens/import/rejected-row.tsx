import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { mendedCode, type RejectedRow, type RejectedRows } from '../../../src-shared/import/model.ts'
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

/** A rejected row with its cells, to be mended where it stands. What is typed is kept when its field is left. */
export function RejectedRowEditor({ job, row, columns }: RejectedRowEditorProps) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [now, setNow] = useState(row)
  const [known, setKnown] = useState(row)
  if (known !== row) {
    setKnown(row)
    setNow(row)
  }
  const mend = useMutation(
    rpc.imports.mendRow.mutationOptions({
      // What is kept when a field is left comes before what is taken by the press that left it.
      scope: { id: `${job} ${row.line}` },
      onSuccess: (outcome) => {
        if ('row' in outcome) setNow(outcome.row)
        else toast.done(t`Line ${wholeNumber(row.line)} was taken in`)
      },
      onError: (error) => toast.failed(t`The row was not kept`, error),
    }),
  )
  const { cells, fault } = now
  const isMendable = cells !== undefined && columns.length > 0
  const isRight = now.code === mendedCode
  const send = (take: boolean) => mend.mutate({ id: job, line: row.line, cells: typed, take })
  return (
    <li className="border-t border-line px-4 py-3 first:border-t-0">
      <div className="flex items-start justify-between gap-4">
        <p className="text-sm">
          <span className="tabular me-2 font-semibold">
            <Trans>Line {wholeNumber(row.line)}</Trans>
          </span>
          {isRight ? (
            <span className="text-good">
              <Check className="me-1 inline size-3.5" aria-hidden />
              <Trans>Nothing is wrong any more: take it in.</Trans>
            </span>
          ) : (
            // A column at fault has the reason at its field, where there is one.
            !(isMendable && fault !== undefined) && (
              <>
                {fault !== undefined && <span className="font-medium break-all">{fault}: </span>}
                {now.reason}
              </>
            )
          )}
        </p>
        {isMendable && (
          <Button
            size="small"
            variant={isRight ? 'primary' : 'secondary'}
            busy={mend.isPending}
            // The field that is being typed in keeps the focus: to leave it would move this button before it is released.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => send(true)}
          >
            <Trans>Take in</Trans>
          </Button>
        )}
      </div>
      {isMendable ? (
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
              error={name === fault ? now.reason : undefined}
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
