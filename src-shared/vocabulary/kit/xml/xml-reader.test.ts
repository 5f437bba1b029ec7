/**
 * Compares three parsers on the same text: ours, saxes and libxml2. Every document that ours accepts, both
 * others accept with the same content. Every document that both others accept, ours accepts, except for
 * deliberate refusals.
 */
import fc from 'fast-check'
import { XmlCData, XmlComment, XmlDocument, XmlElement as XmlElementNode, XmlText } from 'libxml2-wasm'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { numberOfCases } from '../../../testing/number-of-cases.ts'
import { decode } from './decode.ts'
import { Refusal } from './refusal.ts'
import { parseTree, type XmlElement } from './tree.ts'

type Plain = [name: string, namespace: string, attributes: string[], content: (Plain | string)[]]
/** A tree, or the reason for a refusal. */
type Verdict = { tree: Plain } | { refused: string }

const encoder = new TextEncoder()

const joined = (parts: (Plain | string)[]): (Plain | string)[] => {
  const content: (Plain | string)[] = []
  for (const part of parts) {
    const last = content.at(-1)
    if (typeof part === 'string' && typeof last === 'string') content[content.length - 1] = last + part
    else if (part !== '') content.push(part)
  }
  return content
}
const comment = (text: string): Plain => ['', 'comment', [], [text]]
const attributeText = (namespace: string, name: string, value: string) => `{${namespace}}${name}=${value}`

function ours(xml: Uint8Array): Verdict {
  const plain = ({ name, namespace, attributes, content }: XmlElement): Plain => [
    name,
    namespace,
    attributes.map((one) => attributeText(one.namespace, one.name, one.value)).toSorted(),
    joined(
      content.map((part) =>
        typeof part === 'string' ? part : 'comment' in part ? comment(part.comment) : plain(part),
      ),
    ),
  ]
  try {
    return { tree: plain(parseTree(decode(xml))) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: `${error.code}: ${error.message}` }
    throw error
  }
}

/** saxes trims namespace names, which XML does not. */
const trimmed = ([name, namespace, attributes, content]: Plain): Plain => [
  name,
  namespace === 'comment' ? namespace : namespace.trim(),
  attributes.map((one) => one.replace(/^{\s*|\s*}/g, (found) => found.trim())).toSorted(),
  content.map((part) => (typeof part === 'string' ? part : trimmed(part))),
]

function ofSaxes(xml: string): Verdict {
  const parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: '1.0' })
  const open: Plain[] = [['', '', [], []]]
  let refused: string | undefined
  parser.on('error', (error) => {
    refused ??= error.message
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    const own = Object.values(attributes).filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
    const element: Plain = [
      local,
      uri,
      own.map((one) => attributeText(one.uri, one.local, one.value)).toSorted(),
      [],
    ]
    open.at(-1)?.[3].push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    const element = open.pop()
    if (element) element[3] = joined(element[3])
  })
  const add = (text: string) => void open.at(-1)?.[3].push(text)
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('comment', (text) => void open.at(-1)?.[3].push(comment(text)))
  parser.write(xml).close()
  if (refused !== undefined) return { refused }
  const root = open[0]?.[3].find((part): part is Plain => typeof part === 'object' && part[1] !== 'comment')
  return root ? { tree: root } : { refused: 'no root' }
}

function ofLibxml2(xml: Uint8Array): Verdict {
  const plain = (element: XmlElementNode): Plain => {
    const content: (Plain | string)[] = []
    // The binding has no class for processing instructions.
    for (const node of element.find('node()[not(self::processing-instruction())]')) {
      if (node instanceof XmlElementNode) content.push(plain(node))
      else if (node instanceof XmlComment) content.push(comment(node.content))
      else if (node instanceof XmlText || node instanceof XmlCData) content.push(node.content)
    }
    const attributes = element.attrs.map((one) => attributeText(one.namespaceUri, one.name, one.content))
    return [element.name, element.namespaceUri, attributes.toSorted(), joined(content)]
  }
  try {
    using document = XmlDocument.fromBuffer(xml, { option: 0 })
    return { tree: plain(document.root) }
  } catch (error) {
    return { refused: String(error) }
  }
}

const seeds = [
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<!-- a --><?p x?><a b="c&quot;" d=\'e\'>t<f/>&#65;&#x1F600;</a>\n',
  '<a xmlns="urn:a" xmlns:p="urn:p"><p:b p:c="1" c="2">x<![CDATA[<y>]]]]>z</p:b><b xmlns=""/></a>',
  '<p:a xmlns:p="urn:p" xml:lang="en"><p:b xmlns:p="urn:q" p:x="&lt;&amp;&gt;&apos;"/>\r\n\r]]</p:a>',
  '<é漢 😀=""/>'.replace('😀', 'ß'),
  '<a\tb = "1\n2\t3\r\n4"\n>\u0085\u2028</a >',
  '<a><b><c/></b><b><!-- - --><?x?><?x y?></b></a><!--z-->',
]
const snippets = [
  ...'<>&;"\'=/?! -:[]x1',
  '\n',
  '\r',
  '\t',
  '\u0000',
  '\u0001',
  '\u007f',
  '\u0085',
  '\u00d7',
  '\u00b7',
  '\u0300',
  '\ufeff',
  '\ufffe',
  '\ufffd',
  '😀',
  '\u{10000}',
  '\u{f0000}',
  '--',
  '-->',
  '<!--',
  ']]>',
  '<![CDATA[',
  '<?',
  '?>',
  '<?xml version="1.0"?>',
  '<?XML x?>',
  '<?p:q?>',
  '<!DOCTYPE a>',
  '<!DOCTYPE a [<!ENTITY e "x">]>',
  '&e;',
  '&amp;',
  '&#0;',
  '&#9;',
  '&#x1F;',
  '&#xD800;',
  '&#xFFFE;',
  '&#x10FFFF;',
  '&#x110000;',
  '&#99999999999999999999;',
  '&#x;',
  '&#X41;',
  '&lt',
  '<b/>',
  '<b>',
  '</b>',
  '<p:b/>',
  '<:b/>',
  '<b:/>',
  '<p:b:c/>',
  '<p:1/>',
  '<1/>',
  ' b="1"',
  ' p:b="1"',
  ' q:b="1"',
  ' xmlns="urn:x"',
  ' xmlns=""',
  ' xmlns:p="urn:x"',
  ' xmlns:q="urn:p"',
  ' xmlns:p=""',
  ' xmlns:xml="urn:x"',
  ' xmlns:xml="http://www.w3.org/XML/1998/namespace"',
  ' xmlns:x="http://www.w3.org/XML/1998/namespace"',
  ' xmlns:xmlns="urn:x"',
  ' xmlns="http://www.w3.org/2000/xmlns/"',
  ' xml:space="x"',
  ' version="1.1"',
  ' encoding="UTF-8"',
  'standalone',
]

interface Edit {
  kind: 'insert' | 'delete' | 'copy'
  at: number
  length: number
  snippet: string
}
const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('insert', 'insert', 'delete', 'copy'),
  at: fc.nat(),
  length: fc.integer({ min: 1, max: 8 }),
  snippet: fc.constantFrom(...snippets),
})
const edited = (seed: string, edits: readonly Edit[]): string =>
  edits.reduce((xml, { kind, at, length, snippet }) => {
    const place = at % (xml.length + 1)
    if (kind === 'insert') return xml.slice(0, place) + snippet + xml.slice(place)
    if (kind === 'delete') return xml.slice(0, place) + xml.slice(place + length)
    return xml.slice(0, place + length) + xml.slice(place)
  }, seed)
const documents = fc
  .tuple(fc.constantFrom(...seeds), fc.array(edit, { minLength: 0, maxLength: 4 }))
  .map(([seed, edits]) => edited(seed, edits).toWellFormed())

/** Refusals by ours of documents that both others may accept; no program writes such documents. */
const refusedOnPurpose = [
  /^doctype/,
  // Encoding names that libxml2 supports.
  /^encoding/,
  // Names with colons that XML allows and namespaces forbid.
  /a name was expected|one colon only|may have no colon/,
  // Invalid namespace declarations.
  /cannot be declared otherwise|declared as nothing/,
  // A lone surrogate, which no decoded document contains.
  /half a character/,
  /the version must be 1\.0/,
]

/** libxml2 requires namespace names to be URIs, which parsers need not check. */
const aboutNamespaceName = /is not a valid URI|is not absolute/

const runs = numberOfCases(5000)

describe('the XML reader', () => {
  it(
    'accepts the same documents as saxes and libxml2, with the same content',
    () => {
      fc.assert(
        fc.property(documents, (xml) => {
          const bytes = encoder.encode(xml)
          const [own, saxes, libxml2] = [ours(bytes), ofSaxes(xml), ofLibxml2(bytes)]
          if ('tree' in own) {
            const isOnlyWarned = 'refused' in libxml2 && aboutNamespaceName.test(libxml2.refused)
            if (!isOnlyWarned) expect(libxml2).toEqual(own)
            if ('tree' in saxes) expect(saxes.tree).toEqual(trimmed(own.tree))
          } else if ('tree' in saxes && 'tree' in libxml2) {
            if (!refusedOnPurpose.some((why) => why.test(own.refused))) expect(own).toEqual(libxml2)
          }
        }),
        { numRuns: runs },
      )
    },
    30_000 + runs * 5,
  )

  it.each(seeds.map((seed) => [seed]))('accepts %j', (seed) => {
    const own = ours(encoder.encode(seed))
    expect(own).toHaveProperty('tree')
    expect(own).toEqual(ofLibxml2(encoder.encode(seed)))
    expect(own).toEqual(ofSaxes(seed))
  })
})
