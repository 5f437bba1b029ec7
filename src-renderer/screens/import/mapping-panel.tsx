import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import type {
  ColumnMapping,
  DecimalMark,
  ImportJob,
  ImportPreview,
  ImportTarget,
  NumberNotation,
} from '../../../src-shared/import/model.ts'
import type { UnmatchedNames } from '../../../src-shared/import/names.ts'
import type { RowChoices } from '../../../src-shared/import/row-classes.ts'
import { sections } from '../../../src-shared/vocabulary/elements/sections.ts'
import { rpc } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Table, TableCell, TableRow } from '../../ui/layout/table.tsx'
import { fileName } from '../../ui/text/words.ts'
import { DryRunResult } from './dry-run-result.tsx'
import { RememberedNotice } from './remembered-notice.tsx'
import { type TableChoice, TableChoices, tableChoice } from './table-choices.tsx'

/** The fields that every row must have. */
const gtinPath = 'productCodes/productCode'
const namePath = 'ecommerceTitle'
const formats = {
  csv: 'CSV',
  tsv: 'TSV',
  xlsx: t`Excel workbook`,
  jsonl: t`JSON Lines`,
  gdsn: t`GDSN message`,
} as const

interface MappingPanelProps {
  preview: ImportPreview
  /**
   * Whether the workspace is a sandbox. Only a sandbox allows imports into the catalog; a copy is changed by
   * feeds.
   */
  sandbox: boolean
  onClose: () => void
  /** Reads the file again after the remembered choices of an earlier import were forgotten. */
  onDetect: () => void
  /** Reads the table again with other settings. */
  onTable: (choice: TableChoice) => void
  /** Initial target of the rows. */
  into: ImportTarget
  onStarted: (job: ImportJob) => void
}

/** Mapping of the file's columns to fields, editable before the import. */
export function MappingPanel({
  preview,
  sandbox,
  into,
  onClose,
  onDetect,
  onTable,
  onStarted,
}: MappingPanelProps) {
  const [mapping, setMapping] = useState<ColumnMapping>(preview.mapping)
  const [numbers, setNumbers] = useState<NumberNotation>(preview.numbers)
  const [target, setTarget] = useState<ImportTarget>(sandbox ? into : 'drafts')
  const [names, setNames] = useState<UnmatchedNames>(preview.names)
  const [rowChoices, setRowChoices] = useState<RowChoices>(preview.rowChoices ?? {})
  const start = useMutation(rpc.imports.start.mutationOptions({ onSuccess: onStarted }))
  const [lastRun, setLastRun] = useState<string>()
  const dryRun = useMutation(rpc.imports.look.mutationOptions({ onSuccess: ({ id }) => setLastRun(id) }))
  const settings = {
    ...{ mapping, numbers, target, ...tableChoice(preview) },
    // Rows that were corrected in a check of the file stay corrected in the next one, and in the import.
    correctedIn: lastRun,
  }
  // The report is hidden if the settings have changed since the dry run.
  const [checkedSettings, setCheckedSettings] = useState<ReturnType<typeof withoutRun>>()
  const isChecked =
    dryRun.data !== undefined && JSON.stringify(checkedSettings) === JSON.stringify(withoutRun(settings))
  const mapped = Object.keys(mapping).length
  const hasGtin = Object.values(mapping).includes(gtinPath)
  const hasName = Object.values(mapping).includes(namePath)
  const notGtins = preview.columns.find(
    ({ name, notGtins }) => notGtins !== undefined && mapping[name] === gtinPath,
  )?.notGtins
  const undecided = undecidedColumns(preview, mapping, numbers)
  const isComplete = hasGtin && hasName && notGtins === undefined && undecided.length === 0
  const twice = useMemo(() => fieldsMappedTwice(preview, mapping), [preview, mapping])
  return (
    <Panel
      flush
      title={fileName(preview.file)}
      description={
        <Trans>
          {formats[preview.format]}
          {preview.compressed && t`, compressed`} ·{' '}
          <Plural value={preview.columns.length} one="# column" other="# columns" />, {mapped} mapped
        </Trans>
      }
      actions={
        <Button size="small" onClick={onClose}>
          <Trans>Another file</Trans>
        </Button>
      }
    >
      {preview.remembered !== undefined && (
        <RememberedNotice {...preview.remembered} columns={preview.columns} onForgotten={onDetect} />
      )}
      <TableChoices preview={preview} onChoose={onTable} />
      <MappingTable
        preview={preview}
        mapping={mapping}
        onMapping={setMapping}
        numbers={numbers}
        onNumbers={setNumbers}
      />
      {isChecked && dryRun.data && (
        <div className="border-t border-line p-4">
          <DryRunResult
            id={dryRun.data.id}
            place={{ target, sandbox }}
            names={names}
            onNames={setNames}
            importable={preview.fields}
            rowChoices={rowChoices}
            onRowChoices={setRowChoices}
          />
        </div>
      )}
      <div className="bottom-0 flex flex-col gap-3 rounded-b-lg border-t border-line bg-surface p-4 tall:sticky">
        {!hasGtin && (
          <Notice tone="warn" title={t`No column is the GTIN`}>
            <Trans>Map the column with the barcode numbers to “GTIN”. Every row needs one.</Trans>
          </Notice>
        )}
        {notGtins !== undefined && (
          <Notice tone="warn" title={t`The GTIN column has no GTINs`}>
            <Trans>{notGtins} Choose another column.</Trans>
          </Notice>
        )}
        {!hasName && (
          <Notice tone="warn" title={t`No column is the name`}>
            <Trans>Choose “E-commerce title” beside the column with the names of the products.</Trans>
          </Notice>
        )}
        {undecided.length > 0 && (
          <Notice tone="warn" title={t`Numbers that can be read in two ways`}>
            <Trans>
              Nothing in the file says how{' '}
              {undecided.map(({ name, unclear }) => t`${unclear ?? ''} in “${name}”`).join(', ')} is meant.
              Choose it beside the column.
            </Trans>
          </Notice>
        )}
        {twice.length > 0 && (
          <Notice tone="warn" title={t`Several columns have the same field`}>
            <Trans>{twice.join(', ')}: the first column that has a value is used.</Trans>
          </Notice>
        )}
        {dryRun.error && (
          <Notice tone="bad" title={t`The file was not looked through`}>
            {errorMessage(dryRun.error)}
          </Notice>
        )}
        {start.error && (
          <Notice tone="bad" title={t`The import did not start`}>
            {errorMessage(start.error)}
          </Notice>
        )}
        <div className="flex flex-wrap items-end justify-between gap-4">
          {sandbox ? (
            <Segmented
              label={t`Import into`}
              value={target}
              onValueChange={setTarget}
              options={[
                { value: 'catalog', label: t`The catalog` },
                { value: 'drafts', label: t`Drafts of feeds` },
              ]}
            />
          ) : (
            <p className="flex min-h-8 items-center gap-2 text-sm text-ink-soft">
              <Badge>
                <Trans>Into drafts</Trans>
              </Badge>
              <Trans>This catalog is a copy: products reach it through feeds.</Trans>
            </p>
          )}
          <span className="flex gap-2">
            <Button
              busy={dryRun.isPending}
              disabled={!isComplete}
              onClick={() => {
                setCheckedSettings(withoutRun(settings))
                dryRun.mutate({ file: preview.file, names, ...settings })
              }}
            >
              <Trans>Check the file</Trans>
            </Button>
            <Button
              variant="primary"
              busy={start.isPending}
              disabled={!isComplete}
              onClick={() => start.mutate({ file: preview.file, names, rowChoices, ...settings })}
            >
              <Trans>Import</Trans>
            </Button>
          </span>
        </div>
      </div>
    </Panel>
  )
}

/** Settings without the dry run that they were used in. */
const withoutRun = <S extends { correctedIn?: unknown }>({ correctedIn: _, ...settings }: S) => settings

function fieldsMappedTwice(preview: ImportPreview, mapping: ColumnMapping): string[] {
  const columns = Map.groupBy(Object.entries(mapping), ([, path]) => path)
  return preview.fields.filter(({ path }) => (columns.get(path)?.length ?? 0) > 1).map(({ label }) => label)
}

const sectionLabels = new Map<string, string>(sections.map(({ id, label }) => [id, label]))

interface MappingTableProps {
  preview: ImportPreview
  mapping: ColumnMapping
  onMapping: (mapping: ColumnMapping) => void
  numbers: NumberNotation
  onNumbers: (numbers: NumberNotation) => void
}

/** A row per column: name, samples, field, and the notation of ambiguous numbers. */
function MappingTable({ preview, mapping, onMapping, numbers, onNumbers }: MappingTableProps) {
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
      label={t`Columns`}
      className="min-w-2xl table-fixed border-t border-line"
      columns={[
        { label: t`Column`, className: 'w-1/4' },
        { label: t`Samples` },
        {
          label: (
            <span className="sr-only">
              <Trans>becomes</Trans>
            </span>
          ),
          className: 'w-10',
        },
        { label: t`Field`, className: 'w-80' },
      ]}
    >
      {preview.columns.map(({ name, samples, unclear, remark }) => (
        <TableRow key={name}>
          <TableCell className="truncate font-mono text-xs" title={name}>
            {name}
          </TableCell>
          <TableCell className="truncate text-xs text-ink-soft" title={samples.join('\n')}>
            {samples.filter(Boolean).join(' · ') || (
              <span className="text-ink-faint">
                <Trans>empty in the first rows</Trans>
              </span>
            )}
          </TableCell>
          <TableCell>
            <ArrowRight className="size-4 text-ink-faint" aria-hidden />
          </TableCell>
          <TableCell className="py-1.5!">
            <Combobox
              label={t`Field for ${name}`}
              labelHidden
              placeholder={t`Not imported`}
              options={options}
              value={options.find(({ value }) => value === mapping[name]) ?? null}
              onValueChange={(option) => map(name, option?.value)}
            />
            {remark && <p className="mt-1 text-xs text-ink-faint">{remark}</p>}
            {unclear !== undefined && isNumberColumn(preview, mapping, name) && (
              <Segmented
                label={t`${unclear} in “${name}” means`}
                value={decimalMarkOf(numbers, name)}
                invalid={decimalMarkOf(numbers, name) === undefined}
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

/** Whether the column is mapped to a numeric field. */
function isNumberColumn({ fields }: ImportPreview, mapping: ColumnMapping, column: string): boolean {
  return fields.some(({ path, numeric }) => numeric && path === mapping[column])
}

const decimalMarkOf = ({ columns, other }: NumberNotation, column: string): DecimalMark | undefined =>
  columns[column] ?? other

/** The columns with ambiguous numbers that have no notation yet. */
const undecidedColumns = (preview: ImportPreview, mapping: ColumnMapping, numbers: NumberNotation) =>
  preview.columns.filter(
    ({ name, unclear }) =>
      unclear !== undefined &&
      isNumberColumn(preview, mapping, name) &&
      decimalMarkOf(numbers, name) === undefined,
  )

/**
 * The two possible values of a number such as `1,250`: 1250 if the decimal mark is a point, 1.25 if it is a
 * comma.
 */
function readings(unclear: string): { value: DecimalMark; label: string }[] {
  const thousands = unclear.replace(/[.,]/, '')
  const fraction = String(Number(unclear.replace(',', '.')))
  const isComma = unclear.includes(',')
  return [
    { value: isComma ? 'point' : 'comma', label: thousands },
    { value: isComma ? 'comma' : 'point', label: fraction },
  ]
}
