/** Reads the text of one element or attribute from bytes that are known to be well-formed. */

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeReference(reference: string): string {
  if (reference.startsWith('#x')) return String.fromCodePoint(Number.parseInt(reference.slice(2), 16))
  if (reference.startsWith('#')) return String.fromCodePoint(Number(reference.slice(1)))
  return named[reference] ?? ''
}
const decodeReferences = (text: string): string =>
  text.includes('&')
    ? text.replace(/&([^&;]*);/g, (_match, reference: string) => decodeReference(reference))
    : text

/** Normalizes line ends to `\n`; a reference `&#13;` stays a carriage return. */
const normaliseLines = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)

/** Text without references, line ends to normalize, or markup. */
export const plainText = (bytes: Buffer, start: number, end: number): string =>
  bytes.toString('utf8', start, end)

export function attributeText(bytes: Buffer, start: number, end: number): string {
  const text = normaliseLines(bytes.toString('utf8', start, end))
  return decodeReferences(/[\t\n]/.test(text) ? text.replace(/[\t\n]/g, ' ') : text)
}

/** The element's own text: includes CDATA sections, but not comments or the text of its children. */
export function elementText(bytes: Buffer, start: number, end: number): string {
  const raw = normaliseLines(bytes.toString('utf8', start, end))
  return raw.includes('<') ? ownText(raw) : decodeReferences(raw)
}

const sectionStart = '<![CDATA['

function ownText(raw: string): string {
  const pieces: string[] = []
  let depth = 0
  let at = 0
  while (at < raw.length) {
    const markup = orEnd(raw, raw.indexOf('<', at))
    if (depth === 0 && markup > at) pieces.push(decodeReferences(raw.slice(at, markup)))
    if (raw.startsWith(sectionStart, markup)) {
      const end = orEnd(raw, raw.indexOf(']]>', markup))
      if (depth === 0) pieces.push(raw.slice(markup + sectionStart.length, end))
      at = end + 3
    } else if (raw.startsWith('<!--', markup)) at = orEnd(raw, raw.indexOf('-->', markup + 4)) + 3
    else if (raw.startsWith('<?', markup)) at = orEnd(raw, raw.indexOf('?>', markup)) + 2
    else {
      const end = endOfTag(raw, markup)
      if (raw.charAt(markup + 1) === '/') depth--
      else if (raw.charAt(end - 1) !== '/') depth++
      at = end + 1
    }
  }
  return pieces.join('')
}

const orEnd = (raw: string, found: number): number => (found < 0 ? raw.length : found)

/** Offset of the `>` that ends a tag, ignoring those in attribute values. */
function endOfTag(raw: string, start: number): number {
  for (let at = start; at < raw.length; at++) {
    const character = raw.charAt(at)
    if (character === '>') return at
    if (character === '"' || character === "'") at = orEnd(raw, raw.indexOf(character, at + 1))
  }
  return raw.length
}
