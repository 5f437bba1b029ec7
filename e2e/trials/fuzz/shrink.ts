import type { DocumentName } from '../../../src-shared/vocabulary/documents.ts'
import { checkDocument } from './checks/check-document.ts'
import { type Finding, keyOf } from './finding.ts'
import type { Watch } from './measure.ts'

/**
 * Time limit in milliseconds for minimizing a document that is expensive to read; other documents take far
 * less.
 */
const patience = 3000

/** Minimizes a document that shows a defect by removing ever smaller parts. */
export function shrink(name: DocumentName, finding: Finding, watch: Watch): Finding {
  const key = keyOf(finding)
  const started = performance.now()
  let smallest = finding
  const tryWith = (document: Uint8Array): boolean => {
    const found = checkDocument(name, document, watch).findings.find((one) => keyOf(one) === key)
    if (found) smallest = found
    return found !== undefined
  }
  let size = Math.floor(finding.document.byteLength / 2)
  while (size > 0 && performance.now() - started < patience) {
    let shrunk = false
    for (let at = 0; at < smallest.document.byteLength && performance.now() - started < patience; ) {
      const { document } = smallest
      if (tryWith(Buffer.concat([document.subarray(0, at), document.subarray(at + size)]))) shrunk = true
      else at += size
    }
    if (!shrunk || size > smallest.document.byteLength / 2)
      size = Math.floor(Math.min(size, smallest.document.byteLength) / 2)
  }
  return smallest
}
