import { PlainError } from '../../../src-shared/plain-error.ts'
import type { Problem } from '../../../src-shared/problem.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { answerLimits, limitWords } from '../../../src-shared/vocabulary/kit/limits.ts'
import { canonicalXml } from './canonical-xml.ts'
import { Declined, type ScannedPage, scanItem, scanPage } from './item-scanner.ts'
import { decodeAnswer, type PreparedPage } from './prepare-page.ts'
import type { ItemProblem, ScannedItem } from './scanned-item.ts'

/** The items of a response, each with its element as it is stored. */
export interface ItemPage {
  start: number
  /** Number of items in the response, regardless of the envelope. */
  count: number
  total: number
  items: { body: Uint8Array; scanned: ScannedItem }[]
  /** The items that cannot be stored, in any order; all others are in `items`. */
  setAside: ItemProblem[]
  problems: Problem[]
}

/** A response as received, or prepared by prepare-page.ts. */
export type ScannableAnswer = Uint8Array | PreparedPage

/** Error code for a response that `prepareItemPage` must prepare first. */
export const needsPreparation = 'needsPreparation'

/**
 * Parses an `items` response in one pass, in linear time. Each item's element is kept byte for byte.
 * @throws PlainError `needsPreparation` if the scanner does not support the response's form, or it is broken
 */
export function readItemPage(answer: ScannableAnswer): ItemPage {
  const { document, setAside } = answer instanceof Uint8Array ? { document: answer, setAside: [] } : answer
  const page = scanAnswer(document, answer !== document)
  const items: ItemPage['items'] = []
  const broken: ItemProblem[] = []
  const lines = lineCounter(document)
  for (const [index, scanned] of page.items.entries()) {
    const body = document.subarray(scanned.start, scanned.end)
    if (!scanned.broken) items.push({ body, scanned })
    else broken.push({ index, id: scanned.id, body, problem: limitProblem(scanned.broken, index, lines) })
  }
  const number = (name: string, otherwise: number) => {
    const given = page.envelope[name]?.trim() ?? ''
    return /^\d{1,15}$/.test(given) ? Number(given) : otherwise
  }
  const start = number('start', 0)
  const all = page.items.length + setAside.length
  return {
    start,
    count: all,
    total: number('total', start + all),
    items,
    setAside: [...setAside, ...broken],
    problems: problemsOf(page),
  }
}

function scanAnswer(document: Uint8Array, isPrepared: boolean): ScannedPage {
  try {
    const page = scanPage(document)
    if (isPrepared || !page.isPrefixed) return page
  } catch (error) {
    if (!(error instanceof Declined)) throw error
  }
  throw new PlainError(needsPreparation, 'The answer is of a form that has to be read in full first.')
}

/** Parses one `<item>` element. @throws PlainError if it is broken */
export function readItem(bytes: Uint8Array): { body: Uint8Array; scanned: ScannedItem } {
  const found = tryScanItem(bytes)
  if (found && !found.isPrefixed) return { body: bytes.subarray(found.start, found.end), scanned: found }
  // A full parse also checks that the prefixes are declared.
  const canonical = canonicalXml(decodeAnswer(bytes), 'item')
  if (found) return { body: bytes.subarray(found.start, found.end), scanned: found }
  return { body: canonical, scanned: scanItem(canonical) }
}

function tryScanItem(bytes: Uint8Array): ReturnType<typeof scanItem> | undefined {
  try {
    return scanItem(bytes)
  } catch (error) {
    if (error instanceof Declined) return undefined
    throw error
  }
}

function limitProblem(
  { limit, at, path }: NonNullable<ScannedItem['broken']>,
  index: number,
  lines: (offset: number) => { line: number },
): Problem {
  const { code, message } = limitWords(limit, answerLimits)
  const [, , ...within] = path.split('/')
  return { code, path: ['items', `item[${index + 1}]`, ...within].join('/'), message, ...lines(at) }
}

/** Returns the line number of an offset; offsets must be ascending. */
function lineCounter(document: Uint8Array): (offset: number) => { line: number } {
  let line = 1
  let next = document.indexOf(0x0a)
  return (offset) => {
    while (next >= 0 && next < offset) {
      line++
      next = document.indexOf(0x0a, next + 1)
    }
    return { line }
  }
}

function problemsOf({ envelope, items }: ScannedPage): Problem[] {
  const problems: Problem[] = []
  const namespace = envelope['xmlns'] ?? ''
  if (!namespace.endsWith('/item')) {
    problems.push({
      code: 'namespace',
      path: 'items',
      message: say`Unexpected namespace "${namespace.slice(0, 200)}". The items were read anyway.`,
      severity: 'warning',
    })
  }
  items.forEach(({ id }, index) => {
    if (id !== '' || problems.length >= answerLimits.problems) return
    const path = `items/item[${index + 1}]/@id`
    problems.push({ code: 'missing', path, message: say`The item has no identifier and was skipped.` })
  })
  return problems
}
