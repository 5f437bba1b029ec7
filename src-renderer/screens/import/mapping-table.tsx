import { ArrowRight } from 'lucide-react'
import { useMemo } from 'react'
import type { ColumnMapping, ImportPreview } from '../../../src-shared/rpc/import-contract.ts'
import { sections } from '../../../src-shared/vocabulary/sections.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Table, TableCell, TableRow } from '../../ui/table.tsx'

const sectionLabels = new Map<string, string>(sections.map(({ id, label }) => [id, label]))

interface MappingTableProps {
  preview: ImportPreview
  mapping: ColumnMapping
  onMapping: (mapping: ColumnMapping) => void
}

/** A line for each column: its name, what it holds, and the field it becomes. */
export function MappingTable({ preview, mapping, onMapping }: MappingTableProps) {
  const options = useMemo(
    () =>
      preview.fields.map(({ path, label, section }) => ({
        value: path,
        label: `${sectionLabels.get(section) ?? section} · ${label}`,
      })),
    [preview.fields],
  )
  const map = (column: string, path: string | undefined) => {
    const { [column]: _former, ...others } = mapping
    onMapping(path === undefined ? others : { ...others, [column]: path })
  }
  return (
    <Table
      label="Columns"
      className="table-fixed border-t border-line"
      columns={[
        { label: 'Column', className: 'w-1/4' },
        { label: 'Samples' },
        { label: <span className="sr-only">becomes</span>, className: 'w-10' },
        { label: 'Field', className: 'w-80' },
      ]}
    >
      {preview.columns.map(({ name, samples }) => (
        <TableRow key={name}>
          <TableCell className="truncate font-mono text-xs" title={name}>
            {name}
          </TableCell>
          <TableCell className="truncate text-xs text-ink-soft" title={samples.join('\n')}>
            {samples.filter(Boolean).join(' · ') || (
              <span className="text-ink-faint">empty in the first rows</span>
            )}
          </TableCell>
          <TableCell>
            <ArrowRight className="size-4 text-ink-faint" aria-hidden />
          </TableCell>
          <TableCell className="py-1.5!">
            <Combobox
              label={`Field for ${name}`}
              labelHidden
              placeholder="Not imported"
              options={options}
              value={options.find(({ value }) => value === mapping[name]) ?? null}
              onValueChange={(option) => map(name, option?.value)}
            />
          </TableCell>
        </TableRow>
      ))}
    </Table>
  )
}
