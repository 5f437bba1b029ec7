import { type Command, Option } from 'commander'
import type { ReportFormat } from '../../../../src-shared/export/model.ts'
import { action, CommandError, type CommonOptions, withCommonOptions } from '../command.ts'
import { exportPath, writeExport } from '../page/write-export.ts'
import { withServices } from '../with-services.ts'

const formats = { csv: 'report-csv', xlsx: 'report-xlsx', html: 'report-html' } as const satisfies Record<
  string,
  ReportFormat
>

interface ReportOptions extends CommonOptions {
  format: keyof typeof formats
  to: string
  pictures: boolean
  force: boolean
}

export function register(desk: Command): void {
  const feeds = desk.command('feeds').description('Reports about sent feeds.')
  const report = feeds
    .command('report')
    .description(
      'Write a report about a feed or a batch of feeds to a file: for each item, when and by whom it was sent, the service, and its answer.',
    )
    .argument('<feed>', 'identifier of a feed, ours or the service’s, or of a batch')
    .addOption(
      new Option('--format <format>', 'csv and xlsx: a table, with codes as texts; html: a page to print')
        .choices(Object.keys(formats))
        .makeOptionMandatory(),
    )
    .requiredOption('--to <file>', 'the file to make; - writes to standard output')
    .option('--pictures', 'with --format html: with a small picture of each product', false)
    .option('--force', 'replace an existing file', false)
  withCommonOptions(report).action(
    action(writeReport, 'Stopped. No file was made; what went to standard output is cut off.'),
  )
}

async function writeReport(feed: string, options: ReportOptions): Promise<number> {
  const { format, to, pictures } = options
  if (pictures && format !== 'html') throw new CommandError('--pictures goes with --format html.')
  const path = exportPath(to, options)
  return withServices(options, async (services) => {
    const id = (await services.outbox().idOf(feed)) ?? feed
    const opened = await services.exports.openReport({ id, format: formats[format], withPictures: pictures })
    return writeExport(opened, path, { feed: id, format }, options.json)
  })
}
