import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import { numberOfCases } from '../../testing/number-of-cases.ts'
import { documents } from '../documents.ts'
import type { DocumentDescription } from './description.ts'
import { parseDocument, validate, writeDocument } from './kit.ts'
import { arbitrary } from './testing/arbitrary.ts'
import { mutated } from './testing/mutations.ts'
import { parseTree, type XmlElement } from './xml/tree.ts'

const cases: [string, DocumentDescription][] = Object.entries(documents)

describe.each(cases)('%s', (_name, document) => {
  it('round-trips with any namespace base and indentation', () => {
    const options = fc.record({
      namespaceBase: fc.constantFrom('urn:a', 'https://b.example'),
      indent: fc.constantFrom(0, 2),
    })
    fc.assert(
      fc.property(arbitrary(document), options, (value, chosen) => {
        const read = parseDocument(document, writeDocument(document, value, chosen), chosen)
        expect(read).toEqual({ value, problems: [] })
        expect(validate(document, value)).toEqual([])
      }),
      { numRuns: numberOfCases(200) },
    )
  })

  it('keeps all known and unknown content of a damaged document', () => {
    const damaged = arbitrary(document).chain((value) => mutated(writeDocument(document, value)))
    fc.assert(
      fc.property(damaged, (xml) => {
        const { value } = parseDocument(document, xml)
        if (value === undefined) return
        const again = writeDocument(document, value)
        const reread = parseDocument(document, again).value
        expect(known(reread)).toEqual(known(value))
        expect(reread && parseDocument(document, writeDocument(document, reread)).value).toEqual(reread)
        expect(namesIn(parseTree(again)).toSorted()).toEqual(namesIn(parseTree(xml)).toSorted())
      }),
      { numRuns: numberOfCases(300) },
    )
  })

  it('is parsed to the same content by an independent parser', () => {
    const reader = new XMLParser({
      preserveOrder: true,
      ignoreAttributes: false,
      attributeNamePrefix: '',
      parseTagValue: false,
      parseAttributeValue: false,
      trimValues: false,
      htmlEntities: true,
    })
    fc.assert(
      fc.property(arbitrary(document), (value) => {
        const xml = writeDocument(document, value)
        const withoutDeclaration = xml.slice(xml.indexOf('?>') + 2)
        expect(fromOther(reader.parse(withoutDeclaration))).toEqual([fromOurs(parseTree(xml))])
      }),
      { numRuns: numberOfCases(100) },
    )
  })
})

type Plain = [name: string, attributes: Record<string, string>, content: (Plain | string)[]]

const fromOurs = (element: XmlElement): Plain => [
  element.name,
  Object.fromEntries(element.attributes.map(({ name, value }) => [name, value])),
  element.content.flatMap((part): (Plain | string)[] =>
    typeof part === 'string' ? [part] : 'comment' in part ? [] : [fromOurs(part)],
  ),
]

type Other = Record<string, unknown>
function fromOther(nodes: Other[]): (Plain | string)[] {
  return nodes.flatMap((node): (Plain | string)[] => {
    const name = Object.keys(node).find((key) => key !== ':@') ?? ''
    if (name === '#text') return [String(node[name])]
    const { xmlns: _, ...attributes } = (node[':@'] ?? {}) as Record<string, string>
    return [[name, attributes, fromOther(node[name] as Other[])]]
  })
}

it('keeps unknown elements in the xml: namespace with their content', () => {
  const inside = '<xml:a xml:lang="en"><c xmlns="urn:c"/>text<name/></xml:a>'
  const xml = `<brands xmlns="urn:brand"><brand id="1"><name>Oat${inside}</name></brand></brands>`
  const { value } = parseDocument(documents.brands, xml)
  expect(value).toBeDefined()
  if (!value) return
  const again = writeDocument(documents.brands, value)
  expect(again).toContain('<xml:a xml:lang="en"><c xmlns="urn:c"/>text')
  expect(parseDocument(documents.brands, again).value).toEqual(value)
})

/** A value without its unknown parts, whose order in a value is document order. */
const known = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part) => (key === 'unknown' ? undefined : part)))

const namesIn = (element: XmlElement): string[] => [
  element.name,
  ...element.attributes.map(({ name }) => `@${name}`),
  ...element.content.flatMap((part) => (typeof part === 'object' && 'name' in part ? namesIn(part) : [])),
]
