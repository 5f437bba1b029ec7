import { type Command, Option } from 'commander'
import { type FeedKind, kindsOf } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { answerLimits, limitWords, maxInlineBytes } from '../../../../src-shared/vocabulary/kit/limits.ts'
import { type FileCheck, openFileCheck, validateFile } from '../../../feeds/drafts/index.ts'
import { systemClock } from '../../../platform/clock.ts'
import { readFileLimited, TooLargeError } from '../../../platform/files/read-bounded.ts'
import { action, answer, type CommonOptions, unreadable, withCommonOptions } from '../command.ts'
import { problemLine } from '../feed-messages.ts'
import { installation } from '../installation.ts'

interface ValidateOptions extends CommonOptions {
  as?: FeedKind
}

interface Verdict extends FileCheck {
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
        kindsOf('items'),
      ),
    )
  withCommonOptions(command).action(action(validate, 'Stopped before everything was checked.'))
}

async function validate(files: string[], options: ValidateOptions): Promise<number> {
  let judge: ReturnType<typeof openFileCheck> | undefined
  const verdicts: Verdict[] = []
  try {
    for (const file of files) {
      const xml = await bytesOf(file)
      if (!xml) {
        verdicts.push(tooLarge(file))
        continue
      }
      const use = options.as ?? 'create'
      if (xml.byteLength > maxInlineBytes) judge ??= openFileCheck(await installation().thread(), systemClock)
      if (!judge) verdicts.push({ file, ...validateFile(xml, use) })
      else verdicts.push({ file, ...(await judge.judge(xml, use).catch(verdictOnFailure)) })
    }
  } finally {
    await judge?.close()
  }
  answer(options, verdicts, verdicts.flatMap(lines))
  return verdicts.every((verdict) => verdict.valid) ? 0 : 1
}

/**
 * The verdict for a file that took too long or too much memory to check: not valid. @throws any other error
 */
function verdictOnFailure(error: unknown): FileCheck {
  if (!(error instanceof PlainError) || (error.code !== 'too-long' && error.code !== 'too-much-memory'))
    throw error
  const { code, message } = error
  return { valid: false, problems: [{ code, path: '', message }] }
}

/** The bytes of a file; undefined if the file exceeds the document limit, in which case reading stops. */
async function bytesOf(file: string): Promise<Uint8Array | undefined> {
  try {
    return await readFileLimited(file, answerLimits.documentBytes)
  } catch (error) {
    if (error instanceof TooLargeError) return undefined
    throw unreadable(file, error)
  }
}

const tooLarge = (file: string): Verdict => ({
  file,
  valid: false,
  problems: [{ path: '', ...limitWords('documentBytes', answerLimits) }],
})

const lines = ({ file, problems }: Verdict): string[] => problems.map((problem) => problemLine(file, problem))
