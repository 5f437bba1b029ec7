import { expect, test } from 'vitest'
import { goal, hardLimit } from './finding.ts'
import { type FuzzReport, fuzz } from './fuzz.ts'

/** The documents of a fixed seed for a few seconds; the command runs for an hour with other seeds. */
const seed = 20_261_122
const seconds = 12
/**
 * Minimum number of well-formed and of broken documents for the test to be meaningful; a busy computer needs
 * longer.
 */
const minDocuments = 50

/** A finding with its document, so that it can be reproduced from the test output alone. */
const shown = ({ findings }: FuzzReport): string[] =>
  // The time goal is only checked on an idle machine; here only the hard limit counts, below.
  findings
    .filter(({ finding }) => finding.property !== 'time-goal')
    .map(({ key, name, finding: { message, document } }) => {
      const text = JSON.stringify(Buffer.from(document.subarray(0, 1000)).toString('latin1'))
      return `${name}: ${key}: ${message} (${document.byteLength} bytes) ${text}`
    })

test('generated and damaged documents are parsed like in libxml2, or refused', {
  timeout: 120_000,
}, async () => {
  const report = await fuzz({ seed, seconds, minDocuments })
  expect(shown(report)).toEqual([])
  expect(report.worst.milliseconds).toBeLessThan(hardLimit.milliseconds)
  expect(report.worst.bytes).toBeLessThan(goal.bytes)
  expect(report.wellFormed).toBeGreaterThanOrEqual(minDocuments)
  expect(report.documents - report.wellFormed).toBeGreaterThanOrEqual(minDocuments)
  console.log(
    `Seed ${seed}: ${report.documents} documents, ${report.wellFormed} well-formed, ${report.blocks} blocks`,
  )
})
