/**
 * Reads the Markdown that the reference is generated in: headings, paragraphs, lists, tables, code and links. What
 * the generator does not write is not understood here; it comes out as plain text.
 */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string }

export type Block =
  | { kind: 'heading'; level: number; text: string; id: string }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

/** The anchor of a heading, as links within a page write it. */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.split('\n')
  const takeWhile = (fits: (line: string) => boolean): string[] => {
    const taken: string[] = []
    while (lines[0] !== undefined && fits(lines[0])) taken.push(lines.shift() as string)
    return taken
  }
  while (lines.length > 0) {
    const line = lines[0] ?? ''
    const heading = /^(#{1,6}) (.+)$/.exec(line)
    if (heading) {
      lines.shift()
      const title = heading[2] ?? ''
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: title, id: headingId(title) })
    } else if (isRow(line)) {
      const [head = [], , ...rows] = takeWhile(isRow).map(readRow)
      blocks.push({ kind: 'table', head, rows })
    } else if (isListItem(line)) {
      const items = takeWhile((next) => isListItem(next) || isContinued(next))
      blocks.push({ kind: 'list', items: joinContinued(items).map(readInline) })
    } else if (line.trim() === '') lines.shift()
    else blocks.push({ kind: 'paragraph', content: readInline(takeWhile(isPlain).join(' ')) })
  }
  return blocks
}

const isRow = (line: string) => line.startsWith('|')
const isListItem = (line: string) => line.startsWith('- ')
const isContinued = (line: string) => /^ {2,}\S/.test(line)
const isPlain = (line: string) =>
  line.trim() !== '' && !isRow(line) && !isListItem(line) && !/^#{1,6} /.test(line)

/** Lines set in belong to the item above them. */
function joinContinued(lines: readonly string[]): string[] {
  const items: string[] = []
  for (const line of lines) {
    if (isListItem(line)) items.push(line.slice(2))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return items
}

/** The cells of a row; a vertical bar with a backslash before it belongs to a cell. */
const readRow = (line: string): Inline[][] =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => readInline(cell.trim().replaceAll('\\|', '|')))

function readInline(text: string): Inline[] {
  const parts: Inline[] = []
  let rest = 0
  for (const match of text.matchAll(/`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g)) {
    if (match.index > rest) parts.push({ kind: 'text', text: text.slice(rest, match.index) })
    const [whole, code, label, href] = match
    if (code !== undefined) parts.push({ kind: 'code', text: code })
    else parts.push({ kind: 'link', text: label ?? '', href: href ?? '' })
    rest = match.index + whole.length
  }
  if (rest < text.length) parts.push({ kind: 'text', text: text.slice(rest) })
  return parts
}
