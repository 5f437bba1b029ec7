import { readFile, stat, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { counted } from '../../../../src-shared/texts/say.ts'
import {
  leftOutOfSettings,
  maxSettingsText,
  type SettingsPreview,
} from '../../../../src-shared/workspace/settings-file.ts'
import type { Services } from '../../../app/app.ts'
import { homeDirectory } from '../../../platform/files/home.ts'
import { computerSettingsIn } from '../../../workspace/index.ts'
import {
  action,
  answer,
  CommandError,
  type CommonOptions,
  unreadable,
  withCommonOptions,
} from '../command.ts'
import { confirm, isInteractive } from '../terminal.ts'
import { withServices } from '../with-services.ts'

interface ExportOptions extends CommonOptions {
  to?: string
}
interface ImportOptions extends CommonOptions {
  yes: boolean
}

export function register(desk: Command): void {
  const settings = desk
    .command('settings')
    .description('Export the settings of this computer and of the workspace to a file, or import them.')
  const exporting = settings
    .command('export')
    .description(
      'Print the settings, or write them to a new file. Passwords and the connection are not in it.',
    )
    .option('--to <file>', 'the file to create')
  withCommonOptions(exporting).action(action(exportSettings, 'Stopped. Nothing was changed.'))
  const importing = settings
    .command('import')
    .description('Show what a file of settings would change, and change it after a confirmation.')
    .argument('<file>', 'a file of settings')
    .option('--yes', 'make the changes without asking', false)
  withCommonOptions(importing).action(action(importSettings, 'Stopped before the settings were changed.'))
}

const careOf = (services: Services) => services.settingsCare(computerSettingsIn(homeDirectory()))

async function exportSettings(options: ExportOptions): Promise<undefined> {
  const text = await withServices(options, (services) => careOf(services).text())
  const { to } = options
  if (to === undefined) {
    process.stdout.write(options.json ? `${JSON.stringify(JSON.parse(text))}\n` : text)
    return undefined
  }
  const file = resolve(to)
  await writeFile(file, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new CommandError(`${file} exists already and was not changed. Name a new file.`)
  })
  answer(options, { file, leftOut: leftOutOfSettings }, [
    `Wrote the settings to ${file}. Not in it:`,
    ...leftOutOfSettings.map((line) => `- ${line}`),
  ])
  return undefined
}

async function readText(file: string): Promise<string> {
  const { size } = await stat(file).catch((error: unknown) => {
    throw unreadable(file, error)
  })
  if (size > maxSettingsText)
    throw new CommandError(
      `${file} is larger than 256 KiB, which no file of settings is. Nothing was changed.`,
    )
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error)
  })
}

const linesOf = ({ changes, refused }: SettingsPreview): string[] => [
  ...changes.map(
    ({ label, part, before, after }) => `${[label, part].filter(Boolean).join(', ')}: ${before} -> ${after}`,
  ),
  ...refused,
]

async function importSettings(file: string, options: ImportOptions): Promise<number> {
  const text = await readText(file)
  return withServices(options, async (services) => {
    const care = careOf(services)
    const preview = await care.preview({ text })
    if (preview.changes.length === 0) {
      answer(options, { ...preview, changed: 0 }, [...linesOf(preview), 'There is nothing to change.'])
      return preview.refused.length === 0 ? 0 : 1
    }
    if (!options.yes) {
      process.stderr.write(
        linesOf(preview)
          .map((line) => `${line}\n`)
          .join(''),
      )
      if (!isInteractive())
        throw new CommandError('Nothing was changed. Add --yes to make these changes without a question.')
      if (!(await confirm(`Change ${counted(preview.changes.length, 'setting')}? [y/N] `))) return 1
    }
    const { changes, refused } = await care.apply({ text })
    answer(options, { changes, refused, changed: changes.length }, [
      ...(options.yes ? linesOf({ changes, refused }) : []),
      `Changed ${counted(changes.length, 'setting')}.`,
    ])
    return refused.length === 0 ? 0 : 1
  })
}
