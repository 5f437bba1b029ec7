/** Judging a file without a workspace: which document it is, and what is wrong with it. */
import { availableParallelism } from 'node:os'
import { checkPayload } from '../../../../src-shared/feeds/draft/check-payload.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { isError, type Problem } from '../../../../src-shared/problem.ts'
import { type DocumentName, documents } from '../../../../src-shared/vocabulary/documents.ts'
import { identifyDocument } from '../../../../src-shared/vocabulary/identify-document.ts'
import { parseDocument } from '../../../../src-shared/vocabulary/kit/kit.ts'
import type { Clock } from '../../../platform/clock.ts'
import { defineApart, openApart } from '../../../storage/index.ts'
import { joinedProblems, judgeSlice, type Slice, slicesOf } from '../make/feed-slices.ts'

/** What is said of a file: which document it is, where it is one, and what is wrong with it. */
export interface FileVerdict {
  document?: DocumentName
  valid: boolean
  problems: Problem[]
}

/** @param use what an item feed is judged for */
export function judgeFile(xml: Uint8Array, use: FeedKind): FileVerdict {
  const document = identifyDocument(xml)
  return verdictOn(document, problemsOf(document, xml, use))
}

const verdictOn = (document: DocumentName | undefined, problems: Problem[]): FileVerdict => ({
  document,
  valid: !problems.some(isError),
  problems,
})

function problemsOf(document: DocumentName | undefined, xml: Uint8Array, use: FeedKind): Problem[] {
  if (document === 'ingestItems') return checkPayload(use, xml).problems
  if (document === 'contentPlus') return checkPayload('contentplus', xml).problems
  if (document)
    return parseDocument<(typeof documents)[DocumentName]['group']>(documents[document], xml).problems
  // Read as a feed, a file that is not even XML gets the reason, and any other the root that was expected.
  return parseDocument(documents.ingestItems, xml).problems
}

/** Any file at all, in threads that can be ended. */
export const fileJudge = defineApart('drafts/file', { judge: judgeFile, judgeSlice })

/** A feed of fewer bytes is judged sooner than a second thread has started. */
const minBytes = 2_000_000

/**
 * Judges files in a thread of its own, a large feed of items in two. Each thread has the budget of a document.
 * @throws PlainError with the code `too-long` or `too-much-memory`
 */
export function openFileJudge(entry: URL, clock: Clock) {
  const first = openApart(entry, fileJudge, { clock })
  let second: typeof first | undefined

  async function judgeSlices(slices: readonly [Slice, Slice], use: FeedKind): Promise<Problem[] | undefined> {
    second ??= openApart(entry, fileJudge, { clock })
    const [before, after] = slices
    const verdicts = await Promise.all([
      first.call('judgeSlice', [before.xml, use]),
      second.call('judgeSlice', [after.xml, use]),
    ])
    return joinedProblems(after, verdicts)
  }

  return {
    async judge(xml: Uint8Array, use: FeedKind): Promise<FileVerdict> {
      const isLarge = xml.byteLength >= minBytes && availableParallelism() > 1
      const slices = isLarge ? slicesOf(xml, use) : undefined
      const problems = slices && (await judgeSlices(slices, use))
      return problems ? verdictOn('ingestItems', problems) : first.call('judge', [xml, use])
    },
    async close(): Promise<void> {
      await Promise.all([first.close(), second?.close()])
    },
  }
}
