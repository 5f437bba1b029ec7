import { ArrowRight } from 'lucide-react'
import { useMemo } from 'react'
import type { ColumnMapping, ImportPreview, NumberNotation } from '../../../src-shared/import/model.ts'
import { sections } from '../../../src-shared/vocabulary/sections.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Table, TableCell, TableRow } from '../../ui/table.tsx'

import { isNumberColumn, markFor, readings } from './number-choice.ts'

const sectionLabels = new Map<string, string>(sections.map(({ id, label }) => [id, label]))

interface MappingTableProps {
  preview: ImportPreview
  mapping: ColumnMapping
  onMapping: (mapping: ColumnMapping) => void
  numbers: NumberNotation
  onNumbers: (numbers: NumberNotation) => void
}

/** A line for each column: its name, what it holds, the field it becomes, and how its numbers are meant. */
export function MappingTable({ preview, mapping, onMapping, numbers, onNumbers }: MappingTableProps) {
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
      {preview.columns.map(({ name, samples, unclear, remark }) => (
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
            {remark && <p className="mt-1 text-xs text-ink-faint">{remark}</p>}
            {unclear !== undefined && isNumberColumn(preview, mapping, name) && (
              <Segmented
                label={`${unclear} in “${name}” means`}
                value={markFor(numbers, name)}
                invalid={markFor(numbers, name) === undefined}
                onValueChange={(mark) =>
                  onNumbers({ ...numbers, columns: { ...numbers.columns, [name]: mark } })
                }
                options={readings(unclear)}
                className="mt-1.5"
              />
            )}
          </TableCell>
        </TableRow>
      ))}
    </Table>
  )
}
