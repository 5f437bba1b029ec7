import type { Problem } from '../../src-shared/problem.ts'
import { rewriteForScanner } from './item-rewriter.ts'
import { Declined, type ScannedPage, scanItem, scanPage, scanRewrittenPage } from './item-scanner.ts'
import type { ScannedItem } from './scanned-item.ts'

/** The items of an answer, each with its element as it is to be stored. */
export interface ItemPage {
  start: number
  /** As the envelope says; the number of items there are when it does not. */
  count: number
  total: number
  items: { body: Uint8Array; scanned: ScannedItem }[]
  problems: Problem[]
}

/**
 * Reads an `items` answer. An item's element is kept byte for byte; only in a document of a form the scanner does not
 * judge (prefixes, UTF-16...) are the elements written anew.
 * @throws StoreError when the document is broken; its data is `{problems}`
 */
export function readItemPage(bytes: Uint8Array): ItemPage {
  const { page, source } = scanAnyPage(bytes)
  const items = page.items.map((scanned) => ({ body: source.subarray(scanned.start, scanned.end), scanned }))
  const number = (name: string, otherwise: number) => {
    const given = page.envelope[name]?.trim() ?? ''
    return /^\d{1,15}$/.test(given) ? Number(given) : otherwise
  }
  const start = number('start', 0)
  const count = number('count', items.length)
  return { start, count, total: number('total', start + items.length), items, problems: problemsOf(page) }
}

/** Reads one `<item>` element. @throws StoreError when it is broken; its data is `{problems}` */
export function readItem(bytes: Uint8Array): { body: Uint8Array; scanned: ScannedItem } {
  try {
    const scanned = scanItem(bytes)
    return { body: bytes.subarray(scanned.start, scanned.end), scanned }
  } catch (error) {
    if (!(error instanceof Declined)) throw error
    const body = rewriteForScanner(bytes, 'item')
    return { body, scanned: scanItem(body, true) }
  }
}

function scanAnyPage(bytes: Uint8Array): { page: ScannedPage; source: Uint8Array } {
  try {
    return { page: scanPage(bytes), source: bytes }
  } catch (error) {
    if (!(error instanceof Declined)) throw error
    const source = rewriteForScanner(bytes, 'items')
    return { page: scanRewrittenPage(source), source }
  }
}

function problemsOf({ envelope, items }: ScannedPage): Problem[] {
  const problems: Problem[] = []
  const namespace = envelope['xmlns'] ?? ''
  if (!namespace.endsWith('/item')) {
    problems.push({
      code: 'namespace',
      path: 'items',
      message: `The namespace "${namespace}" was not expected; the items were read all the same.`,
      severity: 'warning',
    })
  }
  items.forEach(({ id }, index) => {
    if (id !== '') return
    const path = `items/item[${index + 1}]/@id`
    problems.push({ code: 'missing', path, message: 'The item has no identifier and was left out.' })
  })
  return problems
}
