/** Checks files without a workspace. */
import { availableParallelism } from 'node:os'
import { checkPayload } from '../../../../src-shared/feeds/draft/check-payload.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { isError, type Problem } from '../../../../src-shared/problem.ts'
import { type DocumentName, documents } from '../../../../src-shared/vocabulary/documents.ts'
import { identifyDocument } from '../../../../src-shared/vocabulary/identify-document.ts'
import { parseDocument } from '../../../../src-shared/vocabulary/kit/kit.ts'
import type { Clock } from '../../../platform/clock.ts'
import { defineThreadFunctions, openApart } from '../../../storage/index.ts'
import { checkSlice, joinedProblems, type Slice, slicesOf } from '../make/feed-slices.ts'

/** Result of a file check: its document type, if known, and its problems. */
export interface FileCheck {
  document?: DocumentName
  valid: boolean
  problems: Problem[]
}

/** @param use feed kind as which an item feed is checked */
export function validateFile(xml: Uint8Array, use: FeedKind): FileCheck {
  const document = identifyDocument(xml)
  return verdictOf(document, checkDocument(document, xml, use))
}

const verdictOf = (document: DocumentName | undefined, problems: Problem[]): FileCheck => ({
  document,
  valid: !problems.some(isError),
  problems,
})

function checkDocument(document: DocumentName | undefined, xml: Uint8Array, use: FeedKind): Problem[] {
  if (document === 'ingestItems') return checkPayload(use, xml).problems
  if (document === 'contentPlus') return checkPayload('contentplus', xml).problems
  if (document)
    return parseDocument<(typeof documents)[DocumentName]['group']>(documents[document], xml).problems
  // Parsing it as a feed gives the reason for a file that is not XML, and the expected root for any other.
  return parseDocument(documents.ingestItems, xml).problems
}

/** Checks any file, in threads that can be terminated. */
export const fileJudge = defineThreadFunctions('drafts/file', { judge: validateFile, checkSlice })

/** Feeds below this size in bytes are checked faster than a second thread starts. */
const minBytes = 2_000_000

/**
 * Checks files in a separate thread; large item feeds in two. Each thread has the resource limits of one
 * document.
 * @throws PlainError with the code `too-long` or `too-much-memory`
 */
export function openFileCheck(entry: URL, clock: Clock) {
  const first = openApart(entry, fileJudge, { clock })
  let second: typeof first | undefined

  async function judgeSlices(slices: readonly [Slice, Slice], use: FeedKind): Promise<Problem[] | undefined> {
    second ??= openApart(entry, fileJudge, { clock })
    const [before, after] = slices
    const verdicts = await Promise.all([
      first.call('checkSlice', [before.xml, use]),
      second.call('checkSlice', [after.xml, use]),
    ])
    return joinedProblems(after, verdicts)
  }

  return {
    async judge(xml: Uint8Array, use: FeedKind): Promise<FileCheck> {
      const isLarge = xml.byteLength >= minBytes && availableParallelism() > 1
      const slices = isLarge ? slicesOf(xml, use) : undefined
      const problems = slices && (await judgeSlices(slices, use))
      return problems ? verdictOf('ingestItems', problems) : first.call('judge', [xml, use])
    },
    async close(): Promise<void> {
      await Promise.all([first.close(), second?.close()])
    },
  }
}
