import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import {
  type ColumnMapping,
  type DecimalMark,
  decimalMarks,
  type ImportPreview,
  type ImportTarget,
  importTargets,
  type RejectedRow,
} from '../../../../src-shared/rpc/import-contract.ts'
import type { Services } from '../../../services.ts'
import { action, answer, CommandError, type CommonOptions, withCommonOptions } from '../command.ts'
import { whenStopped } from '../stop.ts'
import { withServices } from '../with-services.ts'

interface ImportOptions extends CommonOptions {
  to?: ImportTarget
  map: string[]
  decimal?: DecimalMark
}

export function register(desk: Command): void {
  const command = desk
    .command('import')
    .description('Import CSV, TSV or JSON Lines, gzipped or not. A new workspace becomes a sandbox.')
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
        'how to read 1,000 where the other numbers of its column do not say: comma (one) or point (one thousand)',
      ).choices(decimalMarks),
    )
  withCommonOptions(command).action(
    action(
      importFile,
      'Stopped. The rows read until then are kept; the same import, started again, leaves them as they are.',
    ),
  )
}

async function importFile(file: string, options: ImportOptions): Promise<number> {
  return withServices(options, async (services) => {
    const { role } = await services.workspace.state()
    const target = options.to ?? (role === 'connected' ? 'drafts' : 'catalog')
    if (role === 'new' && target === 'catalog') await services.workspace.startSandbox({ sample: false })
    const path = resolve(file)
    const preview = await services.imports.preview({ file: path })
    const mapping = adjusted(preview.mapping, options.map)
    const numbers = numbersOf(preview, options.decimal)
    const started = await services.imports.start({ file: path, target, mapping, numbers })
    whenStopped(() => void services.imports.cancel(started.id).catch(() => {}))
    const job = await services.imports.finished(started.id)
    const rejected = await allRejected(services, job.id)
    answer(options, { ...job, rejectedRows: rejected }, [
      `Import ${job.state}: ${job.rowsRead} rows read, ${job.created} created, ${job.updated} updated, ${job.unchanged} unchanged, ${job.rejected} rejected.`,
      ...(job.note ? [job.note] : []),
      ...rejected.map((row) => `${file}:${row.line}: ${row.code}: ${row.reason}`),
    ])
    return job.state === 'completed' ? 0 : 1
  })
}

/** What the numbers of a column say of themselves stands; the rest is as the person says. */
function numbersOf({ numbers }: ImportPreview, decimal: DecimalMark | undefined): ImportPreview['numbers'] {
  return decimal ? { ...numbers, other: decimal } : numbers
}

/** The detected mapping, with the columns the person named changed. */
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
