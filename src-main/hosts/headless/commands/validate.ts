import { readFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { isError } from '../../../../src-shared/problem.ts'
import { type FeedKind, feedKinds } from '../../../../src-shared/rpc/feed-contract.ts'
import { readInPlace } from '../../../../src-shared/vocabulary/kit/limits.ts'
import { type FileVerdict, fileJudge, judgeFile } from '../../../feeds/judge-file.ts'
import { systemClock } from '../../../platform/clock.ts'
import { openApart } from '../../../storage/apart.ts'
import { StoreError } from '../../../storage/store-error.ts'
import { threadBundle } from '../../launch/thread-bundle.ts'
import { action, answer, CommandError, type CommonOptions, withCommonOptions } from '../command.ts'

interface ValidateOptions extends CommonOptions {
  as?: FeedKind
}

interface Verdict extends FileVerdict {
  file: string
}

export function register(desk: Command): void {
  const command = desk
    .command('validate')
    .description(
      'Check XML files against the vocabulary, and feeds against the rules too. Needs no workspace.',
    )
    .argument('<files...>', 'payloads or answers of the service')
    .addOption(
      new Option('--as <kind>', 'check an item feed for this use (default: create)').choices(
        feedKinds.filter((kind) => kind !== 'contentplus'),
      ),
    )
  withCommonOptions(command).action(action(validate))
}

async function validate(files: string[], options: ValidateOptions): Promise<number> {
  let judging: Awaited<ReturnType<typeof openJudging>> | undefined
  const verdicts: Verdict[] = []
  try {
    for (const file of files) {
      const xml = await bytesOf(file)
      const use = options.as ?? 'create'
      if (xml.byteLength > readInPlace) judging ??= await openJudging()
      const verdict = judging ? await judging.call('judge', [xml, use]).catch(unjudged) : judgeFile(xml, use)
      verdicts.push({ file, ...verdict })
    }
  } finally {
    await judging?.close()
  }
  answer(options, verdicts, verdicts.flatMap(lines))
  return verdicts.every((verdict) => verdict.valid) ? 0 : 1
}

const openJudging = async () => openApart(await threadBundle(), fileJudge, { clock: systemClock })

/** A file that took too long, or too much memory, is not valid. */
function unjudged(error: unknown): FileVerdict {
  if (!(error instanceof StoreError) || (error.code !== 'too-long' && error.code !== 'too-much-memory'))
    throw error
  const { code, message } = error
  return { valid: false, problems: [{ code, path: '', message }] }
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

const lines = ({ file, problems }: Verdict): string[] =>
  problems.map((problem) => {
    const severity = isError(problem) ? '' : 'warning: '
    return `${file}:${problem.line ?? 1}: ${problem.path}: ${problem.code}: ${severity}${problem.message}`
  })
