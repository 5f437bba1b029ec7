import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Problem } from '../../../src-shared/problem.ts'
import { counted } from '../../../src-shared/texts/say.ts'
import { toFileError } from '../../platform/files/file-error.ts'
import { homeDirectory } from '../../platform/files/home.ts'
import { printStack, setStopMessage, stop } from './stop.ts'

/**
 * A failure that the person can fix; its message is printed without a stack trace. It is not a PlainError,
 * because it carries the command's exit code.
 */
export class CommandError extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The contents of a workspace or a backup as text. */
export const contentWords = (has: Record<'items' | 'drafts' | 'feeds' | 'pictures', number>): string =>
  [
    counted(has.items, 'item'),
    counted(has.drafts, 'draft'),
    counted(has.feeds, 'feed'),
    counted(has.pictures, 'picture'),
  ].join(', ')

/** A line about pictures that are not in a backup, because an S3 store has them. */
export const storeWords = ({ picturesIn }: { picturesIn?: string }): string[] =>
  picturesIn === undefined
    ? []
    : [
        `The pictures are in ${picturesIn} and not in the backup. To use them after a restore, name the store with serve --media.`,
      ]

const whyUnreadable: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'you may not read it',
  EPERM: 'the system does not allow it',
  EISDIR: 'it is a folder',
}

/** The error for an unreadable input file, with the reason. */
export function unreadable(file: string, error: unknown): CommandError {
  const { code = '', message } = error as NodeJS.ErrnoException
  return new CommandError(`${file} cannot be read: ${whyUnreadable[code] ?? message}.`)
}

export interface CommonOptions {
  data: string
  json: boolean
}

const defaultDirectory = (): string => process.env['CATALOG_DESK_DATA'] || join(homeDirectory(), 'workspace')

const named = (folder: string): string => {
  if (folder.trim() !== '') return folder
  throw new InvalidArgumentError(
    'Name a folder: an empty name would be the folder in which the command runs.',
  )
}

/** Adds the options that every command has. */
export function withCommonOptions(command: Command): Command {
  return command
    .option('--data <dir>', 'the workspace folder, made when missing', named, defaultDirectory())
    .option('--json', 'answer with one line of JSON', false)
}

/**
 * Wraps a command's action: a failure or a stop becomes plain lines on standard error and an exit code.
 * @param stopMessage printed when a person stops the command: the result of the work so far, and how it
 * continues
 */
export function action<Args extends unknown[]>(
  run: (...args: Args) => Promise<number | undefined>,
  stopMessage: string,
) {
  return async (...args: Args): Promise<void> => {
    setStopMessage(stopMessage)
    let failure: unknown
    let code = 0
    try {
      code = (await run(...args)) ?? 0
    } catch (error) {
      failure = error
      code = error instanceof CommandError ? error.exitCode : 1
    }
    const cut = stop()
    process.exitCode = cut?.code ?? code
    if (cut) process.stderr.write(`${cut.line}\n`)
    else if (failure !== undefined) process.stderr.write(`${plainWords(failure)}\n`)
    if (failure !== undefined) printStack(failure)
  }
}

function plainWords(thrown: unknown): string {
  const error = toFileError(thrown)
  if (!(error instanceof Error)) return String(error)
  const problems = (error as { problems?: Problem[] }).problems ?? []
  const [first] = problems
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
  return [
    error.message.split('\n')[0],
    ...(first ? [`${first.path}: ${first.code}: ${first.message}${more}`] : []),
  ].join('\n')
}

/** Prints a result: `lines` for people, `value` with `--json`. */
export function answer(options: CommonOptions, value: unknown, lines: string[]): void {
  process.stdout.write(
    options.json ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(''),
  )
}
