import { expect, test } from 'vitest'
import { goal, hardLimit } from './finding.ts'
import { type FuzzReport, fuzz } from './fuzz.ts'

/** The documents of one seed, for so many seconds; by command it goes on for an hour with others. */
const seed = 20_261_122
const seconds = 12
/** Of each kind, for the property to mean something; a busy computer takes longer for them. */
const least = 50

/** A finding with its document, so that it can be read from the test's output alone. */
const shown = ({ findings }: FuzzReport): string[] =>
  // How long a document takes is judged where nothing else runs; here only the limit counts, below.
  findings
    .filter(({ finding }) => finding.property !== 'time-goal')
    .map(({ key, name, finding: { message, document } }) => {
      const text = JSON.stringify(Buffer.from(document.subarray(0, 1000)).toString('latin1'))
      return `${name}: ${key}: ${message} (${document.byteLength} bytes) ${text}`
    })

test('documents made and damaged are read as libxml2 reads them, or refused', {
  timeout: 120_000,
}, async () => {
  const report = await fuzz({ seed, seconds, least })
  expect(shown(report)).toEqual([])
  expect(report.worst.milliseconds).toBeLessThan(hardLimit.milliseconds)
  expect(report.worst.bytes).toBeLessThan(goal.bytes)
  expect(report.wellFormed).toBeGreaterThanOrEqual(least)
  expect(report.documents - report.wellFormed).toBeGreaterThanOrEqual(least)
  console.log(
    `Seed ${seed}: ${report.documents} documents, ${report.wellFormed} well-formed, ${report.blocks} blocks`,
  )
})
