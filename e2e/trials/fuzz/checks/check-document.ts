import type { DocumentName } from '../../../../src-shared/vocabulary/documents.ts'
import { type Cost, type Finding, goal, hardLimit, keyOf, type Say } from '../finding.ts'
import { Meter, type Watch } from '../measure.ts'
import { judge } from '../reference-parser.ts'
import { checkAsFeed, checkReading, checkTree } from './kit-checks.ts'
import { checkPage } from './page-checks.ts'

interface Checked {
  findings: Finding[]
  costs: Cost[]
  /** Whether libxml2 accepts the document as well-formed. */
  isWellFormed: boolean
}

/** Parses a document with every reader that may get this type, and compares the results with libxml2. */
export function checkDocument(name: DocumentName, document: Uint8Array, watch?: Watch): Checked {
  const findings: Finding[] = []
  const seen = new Set<string>()
  const report: Say = (property, reader, message) => {
    const finding = { property, reader, message: message.slice(0, 600), document }
    const key = keyOf(finding)
    if (!seen.has(key)) findings.push(finding)
    seen.add(key)
  }
  const meter = new Meter(document.byteLength, watch)
  const verdict = judge(document)
  if (name === 'items') checkPage(document, verdict, meter, report)
  checkTree(document, verdict, meter, report)
  checkReading(name, document, verdict, meter, report)
  if (name === 'ingestItems' || name === 'contentPlus') checkAsFeed(name, document, meter, report)
  for (const { reader, milliseconds, bytes } of meter.costs) {
    const size = `${document.byteLength} bytes`
    if (milliseconds > goal.milliseconds)
      report(
        milliseconds > hardLimit.milliseconds ? 'time' : 'time-goal',
        reader,
        `${Math.round(milliseconds)} ms for ${size}`,
      )
    if (bytes > goal.bytes)
      report(
        bytes > hardLimit.bytes ? 'memory' : 'memory-goal',
        reader,
        `${Math.round(bytes / 1e6)} MB over ${size}`,
      )
  }
  return { findings, costs: meter.costs, isWellFormed: verdict.kind === 'accepted' }
}
