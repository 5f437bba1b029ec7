/** Checks of the readers of item answers that must hold for all bytes. */

import { isDeepStrictEqual } from 'node:util'
import {
  expected,
  comparable as withoutPlace,
} from '../../../../src-main/catalog/fixtures/scanned-witness.ts'
import { Declined, needsPreparation, prepareItemPage, scanPage } from '../../../../src-main/catalog/index.ts'
import { type ItemPage, readItem, readItemPage } from '../../../../src-main/catalog/scan/item-page.ts'
import { UpstreamError } from '../../../../src-main/upstream/index.ts'
import { requireItemsDocument } from '../../../../src-main/upstream/read-answer.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import type { Say } from '../finding.ts'
import type { Meter } from '../measure.ts'
import { addText, difference, judge, type PlainElement, type Verdict } from '../reference-parser.ts'
import { mayRefuse } from '../refusals.ts'

export function checkPage(bytes: Uint8Array, verdict: Verdict, meter: Meter, say: Say): undefined {
  if (meter.mayRun('requireItemsDocument')) checkHead(bytes, verdict, meter, say)
  if (!meter.mayRun('readItemPage')) return
  let page: ItemPage
  try {
    page = meter.run('readItemPage', () => readWhole(bytes))
  } catch (error) {
    if (!(error instanceof PlainError)) return say('throws', 'readItemPage', told(error))
    if (verdict.kind === 'accepted' && !mayRefuse(error.code, { root: verdict.root, bytes }, 'items'))
      say('refuses-good', 'readItemPage', `${error.code}: ${error.message}`)
    return
  }
  // A page whose broken items were skipped is not counted as accepted.
  if (verdict.kind === 'refused' && page.setAside.length === 0)
    return say('accepts-broken', 'readItemPage', verdict.why)
  for (const { body } of page.items) {
    const alone = judge(body)
    if (alone.kind === 'refused') say('broken-item', 'readItemPage', alone.why)
  }
  if (verdict.kind === 'accepted') checkItems(page, verdict.root, bytes, meter, say)
}

/** As for every answer: a document that the scanner declines is prepared for it first. */
export function readWhole(bytes: Uint8Array): ItemPage {
  try {
    return readItemPage(bytes)
  } catch (error) {
    if (!(error instanceof PlainError) || error.code !== needsPreparation) throw error
    return readItemPage(prepareItemPage(bytes))
  }
}

function checkItems(
  page: ItemPage,
  root: PlainElement,
  bytes: Uint8Array,
  meter: Meter,
  say: Say,
): undefined {
  const own = root.namespace
  const all = root.content.filter((part): part is PlainElement => isItem(part, own))
  const skipped = new Set(page.setAside.map(({ index }) => index))
  // Items of another namespace may be skipped and are not compared.
  if (root.content.some((part) => typeof part === 'object' && part.name === 'item' && !isItem(part, own)))
    return
  if (all.length !== page.items.length + skipped.size)
    return say('other-tree', 'readItemPage', `${page.items.length} items, libxml2 reads ${all.length}`)
  for (const { problem } of page.setAside)
    if (!mayRefuse(problem.code, { root, bytes }, undefined))
      say('refuses-good', 'readItemPage', `${problem.code}: ${problem.message}`)
  const wanted = all.filter((_item, index) => !skipped.has(index))
  const isDirect = isScannable(bytes, meter, say)
  let from = 0
  for (const [index, { body, scanned }] of page.items.entries()) {
    const item = wanted[index]
    if (item === undefined) return
    if (isDirect) {
      const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(body, from)
      if (at < 0) return say('not-a-slice', 'readItemPage', 'an item is not stored as received')
      from = at + body.byteLength
    }
    checkBody(body, item, own, meter, say)
    checkCaptured(withoutPlace(scanned), expected(asWitnessNode(item, own)), say)
  }
}

/** A stored item must parse to the same tree, both in libxml2 and in our reader of single items. */
function checkBody(body: Uint8Array, item: PlainElement, own: string, meter: Meter, say: Say): undefined {
  const alone = judge(body)
  if (alone.kind !== 'accepted') return
  const differs = difference(inNoNamespace(alone.root, own), inNoNamespace(item, own))
  if (differs !== undefined) say('other-tree', 'readItemPage', differs)
  try {
    const again = meter.run('readItem', () => readItem(body))
    if (Buffer.compare(again.body, body) !== 0) say('not-a-slice', 'readItem', 'a stored item was rewritten')
  } catch (error) {
    say('refuses-kept', 'readItem', told(error))
  }
}

/**
 * If namespaces are declared with prefixes, an item that would change its meaning on its own is rewritten.
 */
function isScannable(bytes: Uint8Array, meter: Meter, say: Say): boolean {
  try {
    const { isPrefixed } = meter.run('scanPage', () => scanPage(bytes))
    return !isPrefixed
  } catch (error) {
    if (!(error instanceof Declined)) say('throws', 'scanPage', told(error))
    return false
  }
}

/** Checks the function that inspects the head and end of an answer before it is parsed. */
function checkHead(bytes: Uint8Array, verdict: Verdict, meter: Meter, say: Say): undefined {
  try {
    meter.run('requireItemsDocument', () => requireItemsDocument(bytes, 'the trial'))
  } catch (error) {
    if (!(error instanceof UpstreamError)) return say('throws', 'requireItemsDocument', told(error))
    if (verdict.kind === 'accepted' && !mayRefuse('root', { root: verdict.root, bytes }, 'items'))
      say('refuses-good', 'requireItemsDocument', error.message)
  }
}

const isItem = (part: PlainElement | string, own: string): boolean =>
  typeof part === 'object' && part.name === 'item' && (part.namespace === own || part.namespace === '')

/**
 * A stored item has no declaration of its document's namespace, and is parsed in the namespace it was
 * received in.
 */
function inNoNamespace(element: PlainElement, own: string): PlainElement {
  return {
    ...element,
    namespace: element.namespace === own ? '' : element.namespace,
    content: element.content.map((part) => (typeof part === 'string' ? part : inNoNamespace(part, own))),
  }
}

type WitnessNode = Parameters<typeof expected>[0]
/** The scanner finds its fields by names in the document's own namespace. */
function asWitnessNode(element: PlainElement, own: string): WitnessNode {
  const isOwn = element.namespace === own || element.namespace === ''
  const texts: PlainElement['content'] = []
  const children: WitnessNode[] = []
  for (const part of element.content)
    if (typeof part === 'string') addText(texts, part)
    else children.push(asWitnessNode(part, own))
  return {
    name: isOwn ? element.name : `{${element.namespace}}${element.name}`,
    attributes: Object.fromEntries(element.attributes),
    text: texts.join(''),
    children,
  }
}

/** The indexed fields must equal those in libxml2's tree. */
function checkCaptured(scannedFields: object, found: object, say: Say): void {
  const own = new Map(Object.entries(scannedFields))
  for (const [field, value] of Object.entries(found))
    if (!isDeepStrictEqual(own.get(field), value))
      say(
        'other-capture',
        `readItemPage ${field}`,
        `${JSON.stringify(own.get(field))}, libxml2 reads ${JSON.stringify(value)}`,
      )
}

export const told = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)
