/**
 * Compares two validators on the same documents: our own checks, and libxml2 with the derived schema. They
 * must agree on valid documents, on damaged ones, and on text that is not XML.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberOfCases } from '../testing/number-of-cases.ts'
import { documents } from './documents.ts'
import type { DocumentDescription } from './kit/description.ts'
import { parseDocument, writeDocument } from './kit/kit.ts'
import { arbitrary } from './kit/testing/arbitrary.ts'
import { mangled, mutated } from './kit/testing/mutations.ts'
import { schemaFiles } from './schemas.ts'
import { schemaValidator } from './testing/schema-validator.ts'

const cases = schemaFiles.flatMap((schema) => {
  const validator = schemaValidator(schema)
  return schema.documents.map((document): [string, DocumentDescription, typeof validator] => [
    `${schema.file} ${document.root}`,
    document,
    validator,
  ])
})
/** The largest document type gets the most cases. */
const runs = (document: DocumentDescription): number =>
  numberOfCases(document.group.name === 'Items' ? 250 : 150)

describe.each(cases)('%s', (_name, document, validator) => {
  const written = arbitrary(document).map((value) => writeDocument(document, value))
  const expectAgreement = (xml: string) => {
    const ours = parseDocument(document, xml).problems
    const theirs = validator.complaints(xml)
    if ((ours.length === 0) !== (theirs.length === 0)) {
      expect.unreachable(`ours: ${JSON.stringify(ours)}\nlibxml2: ${theirs.join('\n')}\n${xml}`)
    }
  }

  it('is accepted by both when written from a valid value', () => {
    fc.assert(
      fc.property(written, (xml) => {
        expect(parseDocument(document, xml).problems).toEqual([])
        expect(validator.complaints(xml)).toEqual([])
      }),
      { numRuns: numberOfCases(runs(document)) },
    )
  })

  it('gets the same verdict when damaged', () => {
    fc.assert(fc.property(written.chain(mutated), expectAgreement), {
      numRuns: numberOfCases(runs(document) * 2),
    })
  })

  it('gets the same verdict when its text is mangled', () => {
    fc.assert(fc.property(written.chain(mangled), expectAgreement), {
      numRuns: numberOfCases(runs(document)),
    })
  })
})

it('an element without namespace in an open group is accepted by both, and kept', () => {
  const document = documents.items
  const [value] = fc.sample(arbitrary(document), { seed: 1, numRuns: 1 })
  const grocery = { foodRelatedIndicators: { temperatureIndicator: 'chilled' } }
  const [item] = fc.sample(arbitrary(document), { seed: 2, numRuns: 20 }).flatMap((one) => one.item ?? [])
  if (!value || !item) throw new Error('No item was made.')
  const indicator = '<temperatureIndicator xmlns="">chilled</temperatureIndicator>'
  const xml = writeDocument(document, { ...value, item: [{ ...item, products: [{ grocery }] }] }).replace(
    '<temperatureIndicator>chilled</temperatureIndicator>',
    indicator,
  )
  const [schema] = schemaFiles.filter(({ file }) => file === 'item.xsd')
  expect(schema && schemaValidator(schema).complaints(xml)).toEqual([])
  const read = parseDocument(document, xml)
  expect(read.problems).toEqual([])
  expect(writeDocument(document, read.value ?? value)).toContain(indicator)
})
