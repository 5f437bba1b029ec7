import { rowLimits } from '../../../src-shared/file-limits.ts'
import { say } from '../../../src-shared/texts/say.ts'

/** The value of one column in one row: a text, or a JSON value. Numbers are kept as text. */
export type Cell = string | boolean | null | Cell[] | { [key: string]: Cell }

/** Parses a JSON object into cells; numbers keep all digits as written. @throws SyntaxError */
export function parseJson(text: string): Cell {
  const { quoted, members } = withQuotedNumbers(text)
  let cell: Cell
  try {
    cell = JSON.parse(quoted)
  } catch (error) {
    // Parse the original text, so that the error has the position in it.
    JSON.parse(text)
    throw error
  }
  // Of members with the same name, `JSON.parse` returns the last.
  if (membersOf(cell) !== members) throw new SyntaxError(say`a name occurs twice in one of its objects`)
  return cell
}

/** Number of members of all objects in a cell. */
function membersOf(cell: Cell): number {
  if (typeof cell !== 'object' || cell === null) return 0
  const values = Array.isArray(cell) ? cell : Object.values(cell)
  let count = Array.isArray(cell) ? 0 : values.length
  for (const value of values) count += membersOf(value)
  return count
}

/** A JSON number. */
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const space = /\s*/y
const [quote, colon, minus, zero, nine] = [0x22, 0x3a, 0x2d, 0x30, 0x39]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * The JSON text with its numbers as strings, and the number of members of its objects. Invalid JSON does not
 * become valid, because two strings are never adjacent. A reviver, which gets the source of each value, takes
 * twice as long.
 */
function withQuotedNumbers(text: string): { quoted: string; members: number } {
  let quoted = ''
  let members = 0
  let copied = 0
  let depth = 0
  for (let at = 0; at < text.length; ) {
    const sign = text.charCodeAt(at)
    if (sign === quote) {
      at = endOfString(text, at)
      continue
    }
    // Outside of strings, a colon follows each name.
    if (sign === colon) members++
    if (sign === openBrace || sign === openBracket) {
      if (++depth > rowLimits.depth)
        throw new SyntaxError(say`its values are nested more than ${rowLimits.depth} deep`)
    } else if (sign === closeBrace || sign === closeBracket) depth--
    number.lastIndex = at
    if ((sign === minus || (sign >= zero && sign <= nine)) && number.test(text)) {
      space.lastIndex = number.lastIndex
      space.test(text)
      // A number cannot be a member name, but the string that replaces it could.
      if (text[space.lastIndex] === ':') return { quoted: text, members }
      quoted += `${text.slice(copied, at)}"${text.slice(at, number.lastIndex)}"`
      at = copied = number.lastIndex
    } else at++
  }
  return { quoted: copied === 0 ? text : quoted + text.slice(copied), members }
}

/** The offset after the closing quotation mark, or the end of the text if the string is not closed. */
function endOfString(text: string, opening: number): number {
  for (let from = opening + 1; ; ) {
    const closing = text.indexOf('"', from)
    if (closing < 0) return text.length
    let escapes = 0
    while (text[closing - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return closing + 1
    from = closing + 1
  }
}

export const isRecord = (cell: Cell | undefined): cell is { [key: string]: Cell } =>
  typeof cell === 'object' && cell !== null && !Array.isArray(cell)

const languageKey = /^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/

/**
 * Whether an object is a single value: a quantity, or texts by language. Its members are not separate
 * columns.
 */
const isOneValue = (record: { [key: string]: Cell }): boolean => {
  const keys = Object.keys(record)
  return (
    keys.some((key) =>
      /^(?:value|measure|amount|uom|unit|unitCode|unitText|measurementUnitCode|text)$/.test(key),
    ) ||
    (keys.length > 0 && keys.every((key) => languageKey.test(key)))
  )
}

const deepest = 4

/** The columns of a JSON row: paths of its values, such as `nutrition.totalFat`. */
export function* columnsOf(row: { [key: string]: Cell }, above = '', depth = 1): Generator<[string, Cell]> {
  for (const [key, value] of Object.entries(row)) {
    const path = above === '' ? key : `${above}.${key}`
    if (isRecord(value) && !isOneValue(value) && depth < deepest) yield* columnsOf(value, path, depth + 1)
    else yield [path, value]
  }
}

/** A cell as one line of text for a person or a text field; lists are joined. */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined || cell === null) return ''
  if (typeof cell === 'string') return cell.trim()
  if (typeof cell === 'boolean') return String(cell)
  if (Array.isArray(cell)) return cell.map(cellText).filter(Boolean).join(', ')
  const key = textMember(cell)
  return key === undefined ? JSON.stringify(cell) : cellText(cell[key])
}

/** The member of an object that contains its text. */
const textMember = (record: { [key: string]: Cell }): string | undefined =>
  ['text', 'label', 'name', 'value'].find((key) => {
    const member = record[key]
    return typeof member === 'string' && member.trim() !== ''
  })

/** Whether a cell contains no value. */
export function isEmpty(cell: Cell | undefined): boolean {
  if (cell === undefined || cell === null) return true
  if (typeof cell === 'string') return cell.trim() === ''
  if (typeof cell === 'boolean') return false
  return (Array.isArray(cell) ? cell : Object.values(cell)).every(isEmpty)
}

/** Whether a cell contains texts by language: `{"en": "Tea", "fr": "Thé"}`. */
export function isByLanguage(cell: Cell): cell is { [key: string]: Cell } {
  return isRecord(cell) && Object.keys(cell).every((key) => languageKey.test(key))
}

/** Names of the members with the language and the text of an entry. */
const languageMembers = ['lang', 'language', 'languageCode', 'locale', '@lang', '@languageCode', 'xml:lang']
const textMembers = ['text', 'value', 'content', '#text', '$', '_']

/** Texts by language, for a list with an entry for each language: `[{"lang": "en", "text": "Tea"}]`. */
export function byLanguage(cell: Cell): Cell {
  if (!Array.isArray(cell)) return cell
  const texts = new Map<string, Cell>()
  for (const entry of cell) {
    if (!isRecord(entry) || Object.keys(entry).length !== 2) return cell
    const language = languageMembers.map((name) => entry[name]).find((value) => value !== undefined)
    const text = textMembers.map((name) => entry[name]).find((value) => value !== undefined)
    if (typeof language !== 'string' || text === undefined || !languageKey.test(language)) return cell
    if (texts.has(language)) return cell
    texts.set(language, text)
  }
  return texts.size === 0 ? cell : Object.fromEntries(texts)
}

/** Values of a cell in addition to its text (`cellText`): the other members of objects. */
export function otherTexts(cell: Cell): string[] {
  if (Array.isArray(cell)) return cell.flatMap(otherTexts)
  if (!isRecord(cell)) return []
  const key = textMember(cell)
  if (key === undefined) return []
  const others = Object.entries(cell).filter(([name, value]) => name !== key && !isEmpty(value))
  return [...otherTexts(cell[key] ?? null), ...others.map(([name, value]) => `${name}: ${fullText(value)}`)]
}

/** Reads the members of an object by name; `rest` returns those that were not read. */
export function openMembers(record: { [key: string]: Cell }) {
  const taken = new Set<string>()
  const beside: string[] = []
  const take = (...names: string[]): Cell => {
    const name = names.find((one) => !isEmpty(record[one]))
    if (name === undefined) return null
    taken.add(name)
    return record[name] ?? null
  }
  return {
    take,
    /** The text of the first of these members that has one. */
    text(...names: string[]): string {
      const cell = take(...names)
      beside.push(...otherTexts(cell))
      return cellText(cell)
    },
    rest(): string[] {
      const others = Object.entries(record).filter(([name, value]) => !taken.has(name) && !isEmpty(value))
      return [...beside, ...others.map(([name, value]) => `${name}: ${fullText(value)}`)]
    },
  }
}

/** The entire content of a cell for a person: objects with all members. */
export function fullText(cell: Cell): string {
  if (Array.isArray(cell))
    return cell
      .filter((entry) => !isEmpty(entry))
      .map(fullText)
      .join(', ')
  return isRecord(cell) ? JSON.stringify(cell) : cellText(cell)
}
