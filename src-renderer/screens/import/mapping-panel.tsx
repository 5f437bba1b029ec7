import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type {
  ColumnMapping,
  ImportJob,
  ImportPreview,
  ImportTarget,
  NumberNotation,
} from '../../../src-shared/import/model.ts'
import type { UnmatchedNames } from '../../../src-shared/import/names.ts'
import { rpc } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { counted, relativeTime } from '../../ui/words.ts'
import { fileName } from './file-name.ts'
import { LookThrough } from './look-through.tsx'
import { MappingTable } from './mapping-table.tsx'
import { undecidedColumns } from './number-choice.ts'

const formats = { csv: 'CSV', tsv: 'TSV', jsonl: 'JSON Lines' } as const

interface MappingPanelProps {
  preview: ImportPreview
  /** Only a sandbox's catalog can be written to; a copy of a service's catalog changes by feeds. */
  sandbox: boolean
  onClose: () => void
  /** The mapping is detected, whatever was decided before. */
  onDetect: () => void
  onStarted: (job: ImportJob) => void
}

/** How the columns of the file were understood, to be adjusted before anything is imported. */
export function MappingPanel({ preview, sandbox, onClose, onDetect, onStarted }: MappingPanelProps) {
  const [mapping, setMapping] = useState<ColumnMapping>(preview.mapping)
  const [numbers, setNumbers] = useState<NumberNotation>(preview.numbers)
  const [target, setTarget] = useState<ImportTarget>(sandbox ? 'catalog' : 'drafts')
  const [names, setNames] = useState<UnmatchedNames>(preview.names)
  const start = useMutation(rpc.imports.start.mutationOptions({ onSuccess: onStarted }))
  const look = useMutation(rpc.imports.look.mutationOptions())
  const decided = { mapping, numbers, target }
  // What was looked through otherwise than it would be imported now says nothing any more.
  const [lookedAt, setLookedAt] = useState<typeof decided>()
  const isLookedAt = look.data !== undefined && JSON.stringify(lookedAt) === JSON.stringify(decided)
  const mapped = Object.keys(mapping).length
  const undecided = undecidedColumns(preview, mapping, numbers)
  const twice = useMemo(() => fieldsMappedTwice(preview, mapping), [preview, mapping])
  return (
    <Panel
      flush
      title={fileName(preview.file)}
      description={
        <>
          {formats[preview.format]}
          {preview.compressed && ', compressed'} · {counted(preview.columns.length, 'column')}, {mapped}{' '}
          mapped
        </>
      }
      actions={
        <Button size="small" onClick={onClose}>
          Another file
        </Button>
      }
    >
      {preview.remembered !== undefined && (
        <Notice
          className="m-4"
          title="Mapped as the last file of this kind"
          actions={
            <Button size="small" onClick={onDetect}>
              Detect anew
            </Button>
          }
        >
          A file with these columns was imported {relativeTime(preview.remembered)}; its mapping and its names
          are proposed.
        </Notice>
      )}
      <MappingTable
        preview={preview}
        mapping={mapping}
        onMapping={setMapping}
        numbers={numbers}
        onNumbers={setNumbers}
      />
      {isLookedAt && look.data && (
        <div className="border-t border-line p-4">
          <LookThrough id={look.data.id} place={{ target, sandbox }} names={names} onNames={setNames} />
        </div>
      )}
      <div className="sticky -bottom-6 flex flex-col gap-3 rounded-b-lg border-t border-line bg-surface p-4">
        {undecided.length > 0 && (
          <Notice tone="warn" title="Numbers that can be read in two ways">
            Nothing in the file says how{' '}
            {undecided.map(({ name, unclear }) => `${unclear} in “${name}”`).join(', ')} is meant. Choose it
            beside the column.
          </Notice>
        )}
        {twice.length > 0 && (
          <Notice tone="warn" title="Several columns lead to the same field">
            {twice.join(', ')}: the first column that has a value is used.
          </Notice>
        )}
        {look.error && (
          <Notice tone="bad" title="The file was not looked through">
            {errorMessage(look.error)}
          </Notice>
        )}
        {start.error && (
          <Notice tone="bad" title="The import did not start">
            {errorMessage(start.error)}
          </Notice>
        )}
        <div className="flex flex-wrap items-end justify-between gap-4">
          {sandbox ? (
            <Segmented
              label="Import into"
              value={target}
              onValueChange={setTarget}
              options={[
                { value: 'catalog', label: 'The catalog' },
                { value: 'drafts', label: 'Drafts of feeds' },
              ]}
            />
          ) : (
            <p className="flex min-h-8 items-center gap-2 text-sm text-ink-soft">
              <Badge>Into drafts</Badge>
              This catalog is a copy: products reach it through feeds.
            </p>
          )}
          <span className="flex gap-2">
            <Button
              busy={look.isPending}
              disabled={mapped === 0 || undecided.length > 0}
              onClick={() => {
                setLookedAt(decided)
                look.mutate({ file: preview.file, names, ...decided })
              }}
            >
              Look through the file
            </Button>
            <Button
              variant="primary"
              busy={start.isPending}
              disabled={mapped === 0 || undecided.length > 0}
              onClick={() => start.mutate({ file: preview.file, names, ...decided })}
            >
              Import
            </Button>
          </span>
        </div>
      </div>
    </Panel>
  )
}

function fieldsMappedTwice(preview: ImportPreview, mapping: ColumnMapping): string[] {
  const columns = Map.groupBy(Object.entries(mapping), ([, path]) => path)
  return preview.fields.filter(({ path }) => (columns.get(path)?.length ?? 0) > 1).map(({ label }) => label)
}
