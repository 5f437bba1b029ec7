import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { catalogSelection } from '../../../../src-shared/catalog/model.ts'
import { usesScores } from '../../../../src-shared/catalog/query.ts'
import { type ExportFormat, exportFormats, formatOf } from '../../../../src-shared/export/formats.ts'
import {
  type ExportSource,
  type GdsnChoice,
  gdsnChoice,
  type TableForm,
} from '../../../../src-shared/export/model.ts'
import { type Market, markets } from '../../../../src-shared/nutrition/model.ts'
import { offeredLanguages, type TextLanguage } from '../../../../src-shared/workspace/languages.ts'
import type { Services } from '../../../app/app.ts'
import { columnsWithNutrition } from '../../../export/index.ts'
import { action, CommandError, type CommonOptions, withCommonOptions } from '../command.ts'
import { requirePlaceForFile } from '../page/protected-places.ts'
import { exportPath, writeExport, writeExportedPictures } from '../page/write-export.ts'
import { withServices } from '../with-services.ts'

interface ExportOptions extends CommonOptions {
  format: ExportFormat
  to: string
  q?: string
  brand: string[]
  manufacturer: string[]
  item?: string[]
  retailer?: string[]
  columns?: string[]
  nutrition: boolean
  delimiter?: keyof typeof delimiterNamed
  decimal?: TableForm['decimal']
  words?: TextLanguage
  codes: boolean
  market?: Market
  soldIn?: string
  language?: string
  provider?: string
  recipient?: string
  excel: boolean
  raw: boolean
  force: boolean
}

const delimiterNamed = { comma: ',', semicolon: ';', tab: '\t' } as const

export function register(desk: Command): void {
  const command = desk
    .command('export')
    .description(
      'Write items, or the content kept for retailers, to a file. Without a condition: the whole catalog.',
    )
    .addOption(
      new Option(
        '--format <format>',
        exportFormats.map((format) => `${format}: ${formatOf[format].holds}`).join(' '),
      )
        .choices(exportFormats)
        .makeOptionMandatory(),
    )
    .requiredOption(
      '--to <file>',
      'the file to make; - writes to standard output. With --format pictures also a folder, ending in /',
    )
    .option('--q <words>', 'only items found with these words or this product code')
    .option('--brand <id...>', 'only items of these brands, by identifier', [])
    .option('--manufacturer <id...>', 'only items of these manufacturers, by identifier', [])
    .option('--item <id...>', 'these items, by identifier')
    .option('--retailer <id...>', 'with --format contentplus: only the content of these retailers')
    .option(
      '--columns <heading...>',
      'for a table or a catalogue: only these columns, by their headings, in this order',
    )
    .option('--nutrition', 'for a table: also the columns of the nutrition facts', false)
    .addOption(
      new Option('--delimiter <mark>', 'with --format csv: between the cells (comma)').choices(
        Object.keys(delimiterNamed),
      ),
    )
    .addOption(
      new Option('--decimal <mark>', 'for a table: the decimal mark of numbers (point)').choices([
        'point',
        'comma',
      ]),
    )
    .addOption(
      new Option(
        '--words <language>',
        'for a table or a catalogue: words of this language for codes of status, category and country',
      ).choices(offeredLanguages),
    )
    .option('--codes', 'with --words: the codes too, in columns of their own', false)
    .addOption(
      new Option(
        '--market <market>',
        'with --format pdf: the market whose nutrition label format is used',
      ).choices(markets),
    )
    .option('--sold-in <country>', 'with --format gdsn: where the items are sold, by two letters (US)')
    .option('--language <code>', 'with --format gdsn: of the texts, such as en (en)')
    .option('--provider <gln>', 'with --format gdsn: GLN of the information provider')
    .option('--recipient <gln>', 'with --format gdsn: GLN of the recipient of the message')
    .option('--excel', 'with --format csv: for spreadsheets; keeps leading zeros, reads accents right', false)
    .option(
      '--raw',
      'with --format csv: texts exactly as they are, for programs only; a spreadsheet would run formulas in them',
      false,
    )
    .option('--force', 'replace an existing file; in a folder, replace files whose content differs', false)
  withCommonOptions(command).action(
    action(exportFile, 'Stopped. No file was made; what went to standard output is cut off.'),
  )
}

async function exportFile(options: ExportOptions): Promise<number> {
  const { format, to, excel, raw, retailer, columns, market } = options
  const source = sourceOf(options)
  if (retailer && format !== 'contentplus')
    throw new CommandError(
      '--retailer goes with --format contentplus: other formats hold no retailer content.',
    )
  if (options.delimiter && format !== 'csv') throw new CommandError('--delimiter goes with --format csv.')
  const isTable = format === 'csv' || format === 'xlsx'
  if (options.nutrition && !isTable)
    throw new CommandError('--nutrition goes with --format csv and --format xlsx.')
  if (options.nutrition && columns)
    throw new CommandError('--nutrition adds to all columns, --columns names them: choose one.')
  if (options.decimal && !isTable)
    throw new CommandError('--decimal goes with --format csv and --format xlsx.')
  if (options.words && !formatOf[format].hasColumns)
    throw new CommandError(`--words does not go with --format ${format}: it has no columns.`)
  if (options.codes && !options.words) throw new CommandError('--codes goes with --words.')
  if (columns && !formatOf[format].hasColumns)
    throw new CommandError(`--columns does not go with --format ${format}: it has no columns.`)
  if (market && format !== 'pdf') throw new CommandError('--market goes with --format pdf.')
  if (excel && format !== 'csv') throw new CommandError('--excel goes with --format csv.')
  if (raw && format !== 'csv') throw new CommandError('--raw goes with --format csv.')
  if (raw && excel) throw new CommandError('--raw is for programs, --excel for spreadsheets: choose one.')
  const gdsn = gdsnOf(options)
  if (format === 'pictures' && isFolder(to)) return exportPictures(options, source)
  const path = exportPath(to, options)
  return withServices(options, async (services) => {
    await countScores(services, source)
    const opened = await services.exports.open({
      source,
      format,
      table: tableOf(options),
      cells: raw ? 'raw' : excel ? 'spreadsheet' : 'safe',
      retailerIds: retailer,
      columns: options.nutrition ? columnsWithNutrition : columns,
      market,
      gdsn,
    })
    return writeExport(opened, path, { format }, options.json)
  })
}

/** Counts the scores of all items if the source selects by them. */
async function countScores({ completeness, storage }: Services, source: ExportSource): Promise<void> {
  if ('selection' in source && usesScores(source.selection) && storage.way !== 'frozen')
    await completeness.settleScores()
}

/** Whether the path ends with a separator or is an existing folder. */
const isFolder = (to: string): boolean =>
  /[\\/]$/.test(to) || (statSync(to, { throwIfNoEntry: false })?.isDirectory() ?? false)

/** Writes the pictures as files into a folder; `--force` replaces existing files with different content. */
function exportPictures(options: ExportOptions, source: ExportSource): Promise<number> {
  return withServices(options, async (services) => {
    const { exports } = services
    const folder = resolve(options.to)
    requirePlaceForFile(folder, options.data)
    await countScores(services, source)
    const opened = await exports.openPictures({ source, folder, replace: options.force })
    return writeExportedPictures(opened, folder, options.json)
  })
}

const tableOf = ({ delimiter, decimal, words, codes }: ExportOptions): TableForm | undefined =>
  delimiter || decimal || words
    ? { delimiter: delimiterNamed[delimiter ?? 'comma'], decimal: decimal ?? 'point', words, codes }
    : undefined

function gdsnOf({ format, soldIn, language, provider, recipient }: ExportOptions): GdsnChoice | undefined {
  const options = [soldIn, language, provider, recipient].some((one) => one !== undefined)
  if (!options) return undefined
  if (format !== 'gdsn' && format !== 'gdsnreport')
    throw new CommandError('--sold-in, --language, --provider and --recipient go with --format gdsn.')
  const parsed = gdsnChoice.safeParse({
    targetMarket: soldIn?.toUpperCase() ?? 'US',
    language: language ?? 'en',
    informationProvider: provider,
    dataRecipient: recipient,
  })
  if (!parsed.success) throw new CommandError(parsed.error.issues.map(({ message }) => message).join(' '))
  return parsed.data
}

function sourceOf({ item, q, brand, manufacturer }: ExportOptions): ExportSource {
  if (!item)
    return { selection: catalogSelection.parse({ text: q, brandIds: brand, manufacturerIds: manufacturer }) }
  if (q !== undefined || brand.length + manufacturer.length > 0)
    throw new CommandError('--item names items, --q, --brand and --manufacturer search for them: choose one.')
  return { itemIds: item }
}
