/** What stands in one column of one row: text, or what JSON has in its place. Numbers are the text they are written as. */
export type Cell = string | boolean | null | Cell[] | { [key: string]: Cell }

/** A JSON object as cells, its numbers digit for digit as they stand. @throws SyntaxError */
export function parseJson(text: string): Cell {
  return (JSON.parse as ParseWithSource)(text, (_key, value, context) =>
    typeof value === 'number' ? (context.source ?? String(value)) : value,
  ) as Cell
}
/** The reviver's third argument (ECMAScript "JSON.parse source text access"), which the type library lacks. */
type ParseWithSource = (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown

export const isRecord = (cell: Cell | undefined): cell is { [key: string]: Cell } =>
  typeof cell === 'object' && cell !== null && !Array.isArray(cell)

const languageKey = /^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/

/** Objects that are one value: a quantity, or texts by language. Their members are no columns of their own. */
const isOneValue = (record: { [key: string]: Cell }): boolean => {
  const keys = Object.keys(record)
  return (
    keys.some((key) => /^(?:value|measure|amount|uom|unit|text)$/.test(key)) ||
    (keys.length > 0 && keys.every((key) => languageKey.test(key)))
  )
}

const deepest = 4

/** The columns of a JSON row: the paths of its values, such as `nutrition.totalFat`. */
export function* columnsOf(row: { [key: string]: Cell }, above = '', depth = 1): Generator<[string, Cell]> {
  for (const [key, value] of Object.entries(row)) {
    const path = above === '' ? key : `${above}.${key}`
    if (isRecord(value) && !isOneValue(value) && depth < deepest) yield* columnsOf(value, path, depth + 1)
    else yield [path, value]
  }
}

/** A cell as one line of text for a person or a text field; lists joined. */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined || cell === null) return ''
  if (typeof cell === 'string') return cell.trim()
  if (typeof cell === 'boolean') return cell ? 'Y' : 'N'
  if (Array.isArray(cell)) return cell.map(cellText).filter(Boolean).join(', ')
  const { text, label, name, value } = cell
  const worded = [text, label, name, value].find(
    (member) => typeof member === 'string' && member.trim() !== '',
  )
  return worded === undefined ? JSON.stringify(cell) : cellText(worded)
}

/** Nothing stands in it. */
export function isEmpty(cell: Cell | undefined): boolean {
  if (cell === undefined || cell === null) return true
  if (typeof cell === 'string') return cell.trim() === ''
  if (typeof cell === 'boolean') return false
  return (Array.isArray(cell) ? cell : Object.values(cell)).every(isEmpty)
}

/** Texts by language: `{"en": "Tea", "fr": "Thé"}`. */
export function isByLanguage(cell: Cell): cell is { [key: string]: Cell } {
  return isRecord(cell) && Object.keys(cell).every((key) => languageKey.test(key))
}

/** The members of an object that a field does not know, as `name: text`. */
export const furtherMembers = (record: { [key: string]: Cell }, known: readonly string[]): string[] =>
  Object.entries(record)
    .filter(([key, value]) => !known.includes(key) && !isEmpty(value))
    .map(([key, value]) => `${key}: ${cellText(value)}`)
