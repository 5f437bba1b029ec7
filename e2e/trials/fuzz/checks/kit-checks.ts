/** Checks of the vocabulary kit's readers that must hold for all bytes. */
import { isDeepStrictEqual } from 'node:util'
import { checkFeed } from '../../../../src-shared/feeds/kinds/check-feed.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { type DocumentName, documents } from '../../../../src-shared/vocabulary/documents.ts'
import { identifyDocument } from '../../../../src-shared/vocabulary/identify-document.ts'
import type { DocumentDescription } from '../../../../src-shared/vocabulary/kit/description.ts'
import { parseDocument, writeDocument } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { decode } from '../../../../src-shared/vocabulary/kit/xml/decode.ts'
import { Refusal } from '../../../../src-shared/vocabulary/kit/xml/refusal.ts'
import { parseTree, type XmlElement } from '../../../../src-shared/vocabulary/kit/xml/tree.ts'
import { schemaFiles } from '../../../../src-shared/vocabulary/schemas.ts'
import {
  type SchemaJudge,
  schemaValidator,
} from '../../../../src-shared/vocabulary/testing/schema-validator.ts'
import type { Say } from '../finding.ts'
import type { Meter } from '../measure.ts'
import {
  addText,
  attributeName,
  difference,
  judge,
  type PlainElement,
  sorted,
  type Verdict,
} from '../reference-parser.ts'
import { mayRefuse } from '../refusals.ts'
import { told } from './page-checks.ts'

/** Checks the tree parser, on which all other readers of the kit are based. */
export function checkTree(bytes: Uint8Array, verdict: Verdict, meter: Meter, say: Say): undefined {
  if (!meter.mayRun('parseTree')) return
  let tree: XmlElement
  try {
    tree = meter.run('parseTree', () => parseTree(decode(bytes)))
  } catch (error) {
    if (!(error instanceof Refusal)) return say('throws', 'parseTree', told(error))
    if (verdict.kind === 'accepted' && !mayRefuse(error.code, { root: verdict.root, bytes }, undefined))
      say('refuses-good', 'parseTree', `${error.code}: ${error.message}`)
    return
  }
  if (verdict.kind === 'refused') return say('accepts-broken', 'parseTree', verdict.why)
  if (verdict.kind !== 'accepted') return
  const differs = difference(plain(tree), verdict.root)
  if (differs !== undefined) say('other-tree', 'parseTree', differs)
}

function plain(element: XmlElement): PlainElement {
  const content: PlainElement['content'] = []
  for (const part of element.content) {
    if (typeof part === 'string') addText(content, part)
    else if ('name' in part) content.push(plain(part))
  }
  const attributes = element.attributes.map(({ name, namespace, value }): [string, string] => [
    attributeName(namespace, name),
    value,
  ])
  return { name: element.name, namespace: element.namespace, attributes: sorted(attributes), content }
}

/** Checks parsing as one of the document types, validating, and serializing the result. */
export function checkReading(
  name: DocumentName,
  bytes: Uint8Array,
  verdict: Verdict,
  meter: Meter,
  say: Say,
): undefined {
  if (!meter.mayRun('parseDocument') || !meter.mayRun('writeDocument')) return
  const document: DocumentDescription = documents[name]
  let parsed: { value?: unknown; problems: Problem[] }
  try {
    parsed = meter.run('parseDocument', () => parseDocument(document, bytes))
    meter.run('identifyDocument', () => identifyDocument(bytes))
  } catch (error) {
    return say('throws', 'parseDocument', told(error))
  }
  const { value, problems } = parsed
  if (problems.some(({ message, code }) => message === '' || code === ''))
    say('says-nothing', 'parseDocument', JSON.stringify(problems))
  if (value === undefined) {
    const code = problems[0]?.code ?? 'nothing'
    if (verdict.kind === 'accepted' && !mayRefuse(code, { root: verdict.root, bytes }, document.root))
      say('refuses-good', 'parseDocument', JSON.stringify(problems[0]))
    return
  }
  if (verdict.kind === 'refused') return say('accepts-broken', 'parseDocument', verdict.why)
  if (verdict.kind !== 'accepted') return
  checkVerdict(document, bytes, problems, say)
  checkWriting(document, value as object, verdict.root, meter, say)
}

const judges = new Map<DocumentDescription, SchemaJudge>()
for (const schema of schemaFiles) {
  const schemaOf = schemaValidator(schema)
  for (const document of schema.documents) judges.set(document, schemaOf)
}

function checkVerdict(
  document: DocumentDescription,
  bytes: Uint8Array,
  problems: Problem[],
  say: Say,
): undefined {
  const schemaErrors = judges.get(document)?.complaints(bytes) ?? []
  if ((problems.length === 0) === (schemaErrors.length === 0)) return
  // libxml2 treats an empty CDATA section as text where only elements are allowed.
  if (schemaErrors.length > 0 && Buffer.from(bytes).includes('<![CDATA[]]>')) return
  const property = problems.length === 0 ? 'valid-only-to-us' : 'invalid-only-to-us'
  say(property, 'validator', (problems[0] && JSON.stringify(problems[0])) ?? schemaErrors[0] ?? '')
}

/**
 * Serializing the parsed value must preserve everything, known or unknown, and parse back to the same value.
 */
function checkWriting(
  document: DocumentDescription,
  value: object,
  root: PlainElement,
  meter: Meter,
  say: Say,
): undefined {
  const written = meter.run('writeDocument', () => writeDocument(document, value))
  const reread = parseDocument(document, written).value
  if (reread === undefined)
    return say('unreadable', 'writeDocument', 'the serialized document cannot be parsed')
  if (!isDeepStrictEqual(known(reread), known(value)))
    say('round-trip', 'writeDocument', 'known values have changed')
  const again = parseDocument(document, writeDocument(document, reread)).value
  if (!isDeepStrictEqual(again, reread))
    say('round-trip', 'writeDocument', 'the value changes with each serialization')
  const witnessed = judge(Buffer.from(written))
  if (witnessed.kind === 'refused') return say('writes-broken', 'writeDocument', witnessed.why)
  if (witnessed.kind !== 'accepted') return
  const [before, after] = [namesIn(root).toSorted(), namesIn(witnessed.root).toSorted()]
  if (!isDeepStrictEqual(before, after)) {
    const lost = before.find((one, index) => one !== after[index])
    say('round-trip', 'writeDocument', `content was lost or added, at ${JSON.stringify(lost)}`)
  }
}

/** A value without its unknown parts, whose position in the value follows the text. */
const known = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part) => (key === 'unknown' ? undefined : part)))

const namesIn = (element: PlainElement): string[] => [
  element.name,
  ...element.attributes.map(([name]) => `@${name}`),
  ...element.content.flatMap((part) => (typeof part === 'string' ? [] : namesIn(part))),
]

/** Runs all checks that are reported for a feed. */
export function checkAsFeed(name: DocumentName, bytes: Uint8Array, meter: Meter, say: Say): undefined {
  if (!meter.mayRun('checkFeed')) return
  try {
    const kind = name === 'contentPlus' ? 'contentplus' : 'create'
    meter.run('checkFeed', () => checkFeed(kind, bytes))
  } catch (error) {
    say('throws', 'checkFeed', told(error))
  }
}
