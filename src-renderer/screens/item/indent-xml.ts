const pieces = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[^<>]*>|[^<]+/g

const isClosing = (piece: string): boolean => piece.startsWith('</')
const isText = (piece: string): boolean => !piece.startsWith('<') || piece.startsWith('<![CDATA[')
const isOpening = (piece: string): boolean => /^<[^!?/]/.test(piece) && !piece.endsWith('/>')

/**
 * XML with one element a line, set in by depth: for reading only. An element that begins with text stays on one line,
 * so that its text is shown as it is; blanks between elements are dropped.
 */
export function indentXml(xml: string, step = '  '): string {
  const parts = (xml.match(pieces) ?? []).filter((piece) => piece.trim() !== '')
  const lines: string[] = []
  let depth = 0
  for (let index = 0; index < parts.length; ) {
    const piece = parts[index] ?? ''
    if (isClosing(piece)) depth = Math.max(0, depth - 1)
    const length = isOpening(piece) ? lengthOnOneLine(parts, index) : 1
    lines.push(step.repeat(depth) + parts.slice(index, index + length).join(''))
    if (length === 1 && isOpening(piece)) depth++
    index += length
  }
  return lines.join('\n')
}

/** How many pieces, from the opening tag at `start`, belong on its line: all of the element if it begins with text. */
function lengthOnOneLine(parts: readonly string[], start: number): number {
  const next = parts[start + 1]
  if (next === undefined || !(isText(next) || isClosing(next))) return 1
  let open = 0
  for (let index = start; index < parts.length; index++) {
    const piece = parts[index] ?? ''
    if (isOpening(piece)) open++
    else if (isClosing(piece)) open--
    if (open === 0) return index - start + 1
  }
  return 1
}
