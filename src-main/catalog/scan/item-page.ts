import { PlainError } from '../../../src-shared/plain-error.ts'
import type { Problem } from '../../../src-shared/problem.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { answerLimits, limitWords } from '../../../src-shared/vocabulary/kit/limits.ts'
import { canonicalXml } from './canonical-xml.ts'
import { Declined, type ScannedPage, scanItem, scanPage } from './item-scanner.ts'
import { decodeAnswer, type PreparedPage } from './prepare-page.ts'
import type { ItemProblem, ScannedItem } from './scanned-item.ts'

/** The items of an answer, each with its element as it is to be stored. */
export interface ItemPage {
  start: number
  /** Items in the answer, whatever the envelope says. */
  count: number
  total: number
  items: { body: Uint8Array; scanned: ScannedItem }[]
  /** The items that cannot be kept, in no particular order; all others are in `items`. */
  setAside: ItemProblem[]
  problems: Problem[]
}

/** An answer as it came, or prepared by prepare-page.ts. */
export type ScannableAnswer = Uint8Array | PreparedPage

/** The code of the error for an answer that `prepareItemPage` has to prepare first. */
export const unprepared = 'unprepared'

/**
 * Reads an `items` answer in one pass, in time proportional to its length. An item's element is kept byte for byte.
 * @throws PlainError `unprepared` when the answer is not of a form that the scanner judges, or is broken
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
  throw new PlainError(unprepared, 'The answer is of a form that has to be read in full first.')
}

/** Reads one `<item>` element. @throws PlainError when it is broken */
export function readItem(bytes: Uint8Array): { body: Uint8Array; scanned: ScannedItem } {
  const found = scanAlone(bytes)
  if (found && !found.isPrefixed) return { body: bytes.subarray(found.start, found.end), scanned: found }
  // Reading the element in full also tells whether its prefixes are declared.
  const canonical = canonicalXml(decodeAnswer(bytes), 'item')
  if (found) return { body: bytes.subarray(found.start, found.end), scanned: found }
  return { body: canonical, scanned: scanItem(canonical) }
}

function scanAlone(bytes: Uint8Array): ReturnType<typeof scanItem> | undefined {
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

/** The lines of offsets, which must come in order. */
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
      message: say`The namespace "${namespace.slice(0, 200)}" was not expected; the items were read all the same.`,
      severity: 'warning',
    })
  }
  items.forEach(({ id }, index) => {
    if (id !== '' || problems.length >= answerLimits.problems) return
    const path = `items/item[${index + 1}]/@id`
    problems.push({ code: 'missing', path, message: say`The item has no identifier and was left out.` })
  })
  return problems
}
