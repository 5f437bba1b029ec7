import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useState } from 'react'
import {
  type ColumnReport,
  type ImportReport,
  leftOf,
  leftReasons,
  nameOutcome,
  reportAsCsv,
  type ValueExample,
  valuesChanged,
  valuesLeft,
  valuesRead,
} from '../../../src-shared/import/report.ts'
import { said } from '../../texts/translate-message.ts'
import { Button } from '../../ui/button.tsx'
import { Table, TableCell, TableRow } from '../../ui/layout/table.tsx'
import { wholeNumber } from '../../ui/text/words.ts'

const initialRows = 12

/**
 * Report of an import: a row per column, with the reasons why values were left out. It can be saved as CSV.
 */
export function ImportReportView({ report, file }: { report: ImportReport; file: string }) {
  const [all, setAll] = useState(false)
  const byLoss = report.columns.toSorted((a, b) => leftOf(b) - leftOf(a))
  const columns = all ? byLoss : byLoss.slice(0, initialRows)
  return (
    <section aria-label={t`Results by column`} className="overflow-hidden rounded-lg border border-line">
      <Table
        label={t`Columns of the report`}
        columns={[
          { label: t`Column`, className: 'w-1/5' },
          { label: t`Field`, className: 'w-1/5' },
          { label: t`Read`, numeric: true },
          { label: t`Kept`, numeric: true },
          { label: t`In another form`, numeric: true },
          { label: t`Left out`, numeric: true },
          { label: t`Why, with examples` },
        ]}
      >
        {columns.map((column) => (
          <ColumnRow key={column.column} {...column} />
        ))}
      </Table>
      <footer className="flex flex-wrap items-center justify-between gap-4 border-t border-line px-4 py-2 text-xs text-ink-faint">
        <span className="tabular" role="status">
          <Trans>
            <Plural value={valuesRead(report)} one="# value" other="# values" /> read,{' '}
            {wholeNumber(valuesChanged(report))} kept in another form, {wholeNumber(valuesLeft(report))} left
            out
          </Trans>
        </span>
        {report.corrected !== undefined &&
          report.columns.some(({ left }) => left.some(({ code }) => code === 'ROW_REJECTED')) && (
            <span>
              <Plural
                value={report.corrected}
                one="# rejected row was corrected since. Here its values still count as left out."
                other="# rejected rows were corrected since. Here their values still count as left out."
              />
            </span>
          )}
        <span className="flex gap-2">
          {report.columns.length > initialRows && (
            <Button size="small" aria-expanded={all} onClick={() => setAll(!all)}>
              {all
                ? t`Show fewer columns`
                : t`Show all ${plural(report.columns.length, { one: '# column', other: '# columns' })}`}
            </Button>
          )}
          <Button
            size="small"
            icon={<Download className="size-3.5" aria-hidden />}
            onClick={() => saveCsv(`${file}.report.csv`, reportAsCsv(report))}
          >
            <Trans>Save the report as CSV</Trans>
          </Button>
        </span>
      </footer>
    </section>
  )
}

function ColumnRow(report: ColumnReport) {
  const { column, field, read, kept, changed, left } = report
  const lost = leftOf(report)
  return (
    <TableRow>
      <TableCell className="align-top font-mono text-xs break-all">{column}</TableCell>
      <TableCell className="align-top text-xs">
        {field === undefined ? (
          <span className="text-ink-faint">
            <Trans>Not imported</Trans>
          </span>
        ) : (
          said(field)
        )}
      </TableCell>
      <TableCell numeric className="align-top">
        {wholeNumber(read)}
      </TableCell>
      <TableCell numeric className="align-top">
        {wholeNumber(kept)}
      </TableCell>
      <TableCell numeric className="align-top">
        {wholeNumber(changed.count)}
      </TableCell>
      <TableCell numeric className={lost > 0 ? 'align-top font-semibold text-warn' : 'align-top'}>
        {wholeNumber(lost)}
      </TableCell>
      <TableCell className="align-top text-xs">
        <ul className="flex flex-col gap-1.5">
          {left.map(({ code, count, examples }) => (
            <li key={code}>
              {code === 'ROW_CORRECTED' ? (
                leftReasons[code]
              ) : (
                <Trans>
                  <Plural value={count} one="# left out" other="# left out" />: {leftReasons[code]}
                </Trans>
              )}
              <Examples of={examples} />
            </li>
          ))}
          {changed.count > 0 && (
            <li>
              <Trans>{wholeNumber(changed.count)} in another form.</Trans>
              <Examples of={changed.examples} />
            </li>
          )}
        </ul>
      </TableCell>
    </TableRow>
  )
}

function Examples({ of }: { of: readonly ValueExample[] }) {
  if (of.length === 0) return null
  const texts = of.map(({ line, text, became }) => {
    return t`line ${wholeNumber(line)}: ${text}${became === undefined ? '' : ` → ${became}`}`
  })
  return <span className="block break-words text-ink-faint">{texts.join('; ')}</span>
}

/** The names that are in no list, with the outcome of each. */
export function NameOutcomes({ names, moreNames }: Pick<ImportReport, 'names' | 'moreNames'>) {
  if (names.length === 0) return null
  const more = Object.values(moreNames).reduce((sum, count) => sum + count, 0)
  const shown = names.slice(0, initialRows)
  const further = names.length - shown.length
  return (
    <p className="text-sm text-ink-soft">
      <Trans>
        Names not in the lists:{' '}
        {shown.map(({ name, became }) => `${name} (${nameOutcome(became)})`).join(', ')}
        {further + more > 0 && t` and ${wholeNumber(further)} more; the saved report has them all`}.
      </Trans>
    </p>
  )
}

/** Saves a text as a file with the suggested name. */
export function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
