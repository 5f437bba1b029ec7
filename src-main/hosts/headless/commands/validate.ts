import { open } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { isError, type Problem } from '../../../../src-shared/problem.ts'
import { type FeedKind, feedKinds } from '../../../../src-shared/rpc/feed-contract.ts'
import { checkFeed } from '../../../../src-shared/vocabulary/check-feed.ts'
import { type DocumentName, documents } from '../../../../src-shared/vocabulary/documents.ts'
import { identifyDocument } from '../../../../src-shared/vocabulary/identify-document.ts'
import { parseDocument } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { answerLimits, limitWords } from '../../../../src-shared/vocabulary/kit/limits.ts'
import { action, answer, CommandError, type CommonOptions, withCommonOptions } from '../command.ts'

interface ValidateOptions extends CommonOptions {
  as?: FeedKind
}

interface Verdict {
  file: string
  document?: DocumentName
  valid: boolean
  problems: Problem[]
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
  withCommonOptions(command).action(action(validate, 'Stopped before everything was checked.'))
}

async function validate(files: string[], options: ValidateOptions): Promise<number> {
  const verdicts: Verdict[] = []
  for (const file of files) {
    const bytes = await bytesOf(file)
    verdicts.push(bytes ? judge(file, bytes, options.as ?? 'create') : tooLarge(file))
  }
  answer(options, verdicts, verdicts.flatMap(lines))
  return verdicts.every((verdict) => verdict.valid) ? 0 : 1
}

/** The bytes of a file; undefined when they are more than any document may have: then no more are read. */
async function bytesOf(file: string): Promise<Uint8Array | undefined> {
  const most = answerLimits.documentBytes
  try {
    await using handle = await open(file)
    const { size } = await handle.stat()
    if (size > most) return undefined
    const parts: Uint8Array[] = []
    let length = 0
    // A pipe has no size, and a file may grow while it is read.
    for await (const part of handle.createReadStream({ end: most, autoClose: false })) {
      parts.push(part)
      length += part.length
    }
    return length > most ? undefined : Buffer.concat(parts)
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

const tooLarge = (file: string): Verdict => ({
  file,
  valid: false,
  problems: [{ path: '', ...limitWords('documentBytes', answerLimits) }],
})

function judge(file: string, xml: Uint8Array, use: FeedKind): Verdict {
  const document = identifyDocument(xml)
  const problems = problemsOf(document, xml, use)
  return { file, ...(document ? { document } : {}), valid: !problems.some(isError), problems }
}

function problemsOf(document: DocumentName | undefined, xml: Uint8Array, use: FeedKind): Problem[] {
  if (document === 'ingestItems') return checkFeed(use, xml).problems
  if (document === 'contentPlus') return checkFeed('contentplus', xml).problems
  if (document)
    return parseDocument<(typeof documents)[DocumentName]['group']>(documents[document], xml).problems
  // Read as a feed, a file that is not even XML gets the reason, and any other the root that was expected.
  return parseDocument(documents.ingestItems, xml).problems
}

const lines = ({ file, problems }: Verdict): string[] =>
  problems.map((problem) => {
    const severity = isError(problem) ? '' : 'warning: '
    return `${file}:${problem.line ?? 1}: ${problem.path}: ${problem.code}: ${severity}${problem.message}`
  })
