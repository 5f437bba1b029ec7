import { resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import {
  encodingLabels,
  type Separator,
  separatorNames,
  type TextEncoding,
  textEncodings,
} from '../../../../src-shared/import/encodings.ts'
import {
  type ColumnMapping,
  type DecimalMark,
  decimalMarks,
  type ImportJob,
  type ImportPreview,
  type ImportTarget,
  importedNothing,
  importTargets,
  type RejectedRow,
} from '../../../../src-shared/import/model.ts'
import { type NameTreatment, nameTreatments } from '../../../../src-shared/import/names.ts'
import {
  type ImportReport,
  leftReasons,
  nameOutcome,
  reportAsCsv,
  valuesChanged,
  valuesLeft,
  valuesRead,
} from '../../../../src-shared/import/report.ts'
import {
  choiceFor,
  possibleChoices,
  type RowChoice,
  type RowClass,
} from '../../../../src-shared/import/row-classes.ts'
import type { Services } from '../../../app/app.ts'
import { writeFileAtomic } from '../../../platform/files/private-files.ts'
import { action, answer, CommandError, type CommonOptions, withCommonOptions } from '../command.ts'
import { readMappingFile, writeMappingFile } from '../options/mapping-file.ts'
import { exportPath } from '../page/write-export.ts'
import { onStop } from '../stop.ts'
import { withServices } from '../with-services.ts'

interface ImportOptions extends CommonOptions {
  to?: ImportTarget
  map: string[]
  decimal?: DecimalMark
  mapping?: string
  sheet?: string
  namesIn?: number
  encoding?: TextEncoding
  separator?: Separator
  unmatched?: NameTreatment
  new?: RowChoice
  changed?: RowChoice
  unchanged?: RowChoice
  look: boolean
  saveMapping?: string
  report?: string
  force: boolean
}

export function register(desk: Command): void {
  const command = desk
    .command('import')
    .description(
      'Import CSV, TSV, XLSX, JSON Lines or a GDSN message; text may be gzipped. A new workspace becomes a sandbox.',
    )
    .argument('<file>', 'the file to import')
    .addOption(
      new Option(
        '--to <target>',
        'where the rows go (default: the catalog of a sandbox, else drafts)',
      ).choices(importTargets),
    )
    .option(
      '--map <column=path...>',
      'a column and the path of the field it fills, e.g. price= to leave it out',
      [],
    )
    .addOption(
      new Option(
        '--decimal <mark>',
        'decimal mark for numbers such as 1,000 if the column leaves it open: comma (one) or point (one thousand)',
      ).choices(decimalMarks),
    )
    .addOption(
      new Option(
        '--unmatched <treatment>',
        'names missing from the lists: add them (sandbox only), keep them as text, or leave them out; if not possible, the default of the target',
      ).choices(nameTreatments),
    )
    .option('--sheet <name>', 'the sheet of a workbook (default: the first that has a column of GTINs)')
    .option(
      '--names-in <line>',
      'the line with the names of the columns (default: the first with the most names of fields)',
      lineNumber,
    )
    .addOption(
      new Option(
        '--encoding <name>',
        'the encoding of a text file (default: the one its bytes and words show)',
      ).choices(textEncodings),
    )
    .addOption(
      new Option(
        '--separator <name>',
        'the separator of a CSV or TSV file (default: detected from the headings and rows)',
      ).choices(separatorNames),
    )
    .addOption(classOption('new', 'rows whose GTIN the catalog does not have'))
    .addOption(classOption('changed', 'rows with a value that differs from the catalog'))
    .addOption(classOption('unchanged', 'rows whose values the catalog has'))
    .option('--mapping <file>', 'columns, numbers and names as this file says; --save-mapping writes one')
    .option(
      '--look',
      'check the file without importing it: report what would be imported and what would be skipped',
      false,
    )
    .option('--report <file>', 'write the results by column, CSV')
    .option(
      '--save-mapping <file>',
      'write the mapping, with the names that are missing from the lists, to a file for editing',
    )
    .option('--force', 'replace existing files', false)
  withCommonOptions(command).action(
    action(
      importFile,
      'Stopped. The rows read until then are kept; the same import, started again, leaves them as they are.',
    ),
  )
}

/** The option for the feed that an import into drafts makes from the rows of a class. */
const classOption = (rowClass: RowClass, rows: string): Option =>
  new Option(
    `--${rowClass} <choice>`,
    `into drafts: what to do with ${rows} (default: ${choiceFor(rowClass)})`,
  ).choices(possibleChoices[rowClass])

function lineNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It is the number of a line, 1 or more.')
  return Number(text)
}

async function importFile(file: string, options: ImportOptions): Promise<number> {
  return withServices(options, async (services) => {
    const { role } = await services.workspace.state()
    const target = options.to ?? (role === 'connected' ? 'drafts' : 'catalog')
    if (role === 'new' && target === 'catalog') await services.workspace.startSandbox({ sample: false })
    const path = resolve(file)
    for (const made of [options.report, options.saveMapping])
      if (made !== undefined) exportPath(made, options)
    const given = options.mapping === undefined ? {} : await readMappingFile(options.mapping)
    const preview = await services.imports.preview({
      file: path,
      sheet: options.sheet,
      headingLine: options.namesIn,
      encoding: options.encoding,
      separator: options.separator,
      ...given,
    })
    const decided = {
      mapping: adjusted(preview.mapping, options.map),
      numbers: numbersOf(preview, options.decimal),
      names: { ...preview.names, otherwise: options.unmatched ?? preview.names.otherwise },
    }
    if (preview.remembered !== undefined && !options.json)
      process.stderr.write(
        `The file is read as on ${preview.remembered.at.slice(0, 10)}, when such a file was imported.\n`,
      )
    if (!options.json) for (const note of preview.notes ?? []) process.stderr.write(`${note}\n`)
    if (preview.isEncodingGuessed && preview.encoding && !options.json)
      process.stderr.write(
        `The text is read as ${encodingLabels[preview.encoding]}, which its words suggest. --encoding NAME chooses another: ${textEncodings.join(', ')}.\n`,
      )
    if (preview.sheets && preview.sheets.length > 1 && options.sheet === undefined && !options.json)
      process.stderr.write(
        `The workbook has ${preview.sheets.length} sheets; "${preview.sheet}" is read. --sheet NAME chooses another: ${preview.sheets.join(', ')}.\n`,
      )
    const started = await services.imports.start({
      file: path,
      target,
      sheet: preview.sheet,
      headingLine: preview.headingLine,
      encoding: preview.remembered?.choices.includes('encoding') ? preview.encoding : options.encoding,
      separator: preview.separator,
      ...decided,
      // Not those of an earlier file: a script must do the same each time.
      rowChoices: { new: options.new, changed: options.changed, unchanged: options.unchanged },
      dry: options.look,
    })
    if (started.rowsRead > 0 && !options.json)
      process.stderr.write(
        `Continuing the import of ${started.startedAt.slice(0, 10)}: ${rows(started.rowsRead)} were read before and are not imported again.\n`,
      )
    onStop(() => void services.imports.cancel({ id: started.id }).catch(() => {}))
    const job = await services.imports.finished({ id: started.id })
    const rejected = await allRejected(services, job.id)
    const report = (await services.imports.report({ id: job.id })) ?? {
      columns: [],
      names: [],
      moreNames: {},
    }
    if (options.report !== undefined)
      await writeFileAtomic(resolve(options.report), reportAsCsv(report), { forThePerson: true })
    if (options.saveMapping !== undefined)
      await writeMappingFile(resolve(options.saveMapping), decided, report, services.imports.nearNames)
    answer(options, { ...job, rejectedRows: rejected, report }, [
      options.look ? lookLine(job) : importLine(job),
      ...job.drafts.map(({ id, kind }) => `Draft of the feed to ${kinds[kind].words.short}: ${id}`),
      ...(job.note ? [job.note] : []),
      ...valueLines(report, options.look),
      ...rejected.map((row) => `${file}:${row.line}: ${row.code}: ${row.reason}`),
    ])
    return job.state === 'completed' ? 0 : 1
  })
}

const lookLine = ({ state, rowsRead, created, updated, unchanged, rejected }: ImportJob): string =>
  `Checked (${state}), nothing imported: ${rows(rowsRead)} read, ${created} new, ${updated} changed, ${unchanged} unchanged, ${rejected} would be rejected.`

/** The result of the rows. “Completed” is only said of an import that wrote something. */
function importLine(job: ImportJob): string {
  const { state, rowsRead, created, updated, unchanged, left, rejected } = job
  const counts = `${rows(rowsRead)} read, ${created} created, ${updated} updated, ${unchanged} unchanged, ${left} left out, ${rejected} rejected.`
  if (!importedNothing(job)) return `Import ${state}: ${counts}`
  const wayOn =
    rejected > 0
      ? 'Correct the rows named below in the file, and import it again.'
      : left > 0
        ? 'Import the file again with another choice for its rows (--new, --changed).'
        : 'The catalog has all values of the file already.'
  return `Nothing was imported: ${counts} ${wayOn}`
}

/** Maximum number of printed lines per kind. */
const maxLines = 20

/**
 * Lines about imported values: first the columns with the most omitted values, then the names missing in the
 * lists.
 */
function valueLines(report: ImportReport, isLook: boolean): string[] {
  const left = report.columns
    .flatMap(({ column, left }) => left.map((reason) => ({ column, ...reason })))
    .filter(({ code }) => code !== 'ROW_REJECTED')
    .toSorted((a, b) => b.count - a.count)
  const lost = left.map(({ column, code, count, examples: [first] }) => {
    const example = first ? ` (line ${first.line}: ${first.text})` : ''
    return `  ${column}: ${counted(count)} left out. ${leftReasons[code]}${example}`
  })
  const changed = report.columns.flatMap(
    ({
      column,
      changed: {
        count,
        examples: [first],
      },
    }) =>
      first
        ? [
            `  ${column}: ${counted(count)} kept in another form (line ${first.line}: ${first.text} as ${first.became}).`,
          ]
        : [],
  )
  const names = report.names.map(({ kind, name, count, became }) => {
    return `  ${kind} "${name}", ${counted(count)}: ${nameOutcome(became)}.`
  })
  const kept = valuesRead(report) - valuesChanged(report) - valuesLeft(report)
  return [
    `Values: ${valuesRead(report)} read, ${kept} kept, ${valuesChanged(report)} kept in another form, ${valuesLeft(report)} left out.`,
    ...atMost(lost),
    ...atMost(changed),
    ...(names.length > 0
      ? [`Names not in the lists${isLook ? ', and what an import makes of them' : ''}:`, ...atMost(names)]
      : []),
  ]
}

const rows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)
const counted = (count: number): string => (count === 1 ? '1 value' : `${count} values`)

const atMost = (lines: string[]): string[] =>
  lines.length <= maxLines
    ? lines
    : [
        ...lines.slice(0, maxLines),
        `  and ${lines.length - maxLines} more; --report FILE writes all of them.`,
      ]

/** The number notation: detected from a column's own numbers; `--decimal` applies to the other columns. */
function numbersOf({ numbers }: ImportPreview, decimal: DecimalMark | undefined): ImportPreview['numbers'] {
  return decimal ? { ...numbers, other: decimal } : numbers
}

/** The detected mapping with the changes from `--map`. */
function adjusted(mapping: ColumnMapping, changes: string[]): ColumnMapping {
  const result = { ...mapping }
  for (const change of changes) {
    const at = change.indexOf('=')
    if (at < 1) throw new CommandError(`--map takes column=path, not "${change}".`)
    const [column, path] = [change.slice(0, at), change.slice(at + 1)]
    if (path) result[column] = path
    else delete result[column]
  }
  return result
}

async function allRejected(services: Services, id: string): Promise<RejectedRow[]> {
  const rows: RejectedRow[] = []
  for (;;) {
    const page = await services.imports.rejected({ id, offset: rows.length, limit: 1000 })
    rows.push(...page.rows)
    if (rows.length >= page.total || page.rows.length === 0) return rows
  }
}
