import type { FeedKind } from '../../src-shared/drafts/model.ts'
import { isError, type Problem } from '../../src-shared/problem.ts'
import { checkFeed } from '../../src-shared/vocabulary/check-feed.ts'
import { type DocumentName, documents } from '../../src-shared/vocabulary/documents.ts'
import { identifyDocument } from '../../src-shared/vocabulary/identify-document.ts'
import { parseDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { defineApart } from '../storage/index.ts'

/** What is said of a file: which document it is, where it is one, and what is wrong with it. */
export interface FileVerdict {
  document?: DocumentName
  valid: boolean
  problems: Problem[]
}

/** @param use what an item feed is judged for */
export function judgeFile(xml: Uint8Array, use: FeedKind): FileVerdict {
  const document = identifyDocument(xml)
  const problems = problemsOf(document, xml, use)
  return { ...(document && { document }), valid: !problems.some(isError), problems }
}

function problemsOf(document: DocumentName | undefined, xml: Uint8Array, use: FeedKind): Problem[] {
  if (document === 'ingestItems') return checkFeed(use, xml).problems
  if (document === 'contentPlus') return checkFeed('contentplus', xml).problems
  if (document)
    return parseDocument<(typeof documents)[DocumentName]['group']>(documents[document], xml).problems
  // Read as a feed, a file that is not even XML gets the reason, and any other the root that was expected.
  return parseDocument(documents.ingestItems, xml).problems
}

/** Any file at all, in a thread that can be ended. */
export const fileJudge = defineApart('file', { judge: judgeFile })
