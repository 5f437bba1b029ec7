/** The text of one element or attribute out of bytes that are known to be well-formed. */

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeReference(reference: string): string {
  if (reference.startsWith('#x')) return String.fromCodePoint(Number.parseInt(reference.slice(2), 16))
  if (reference.startsWith('#')) return String.fromCodePoint(Number(reference.slice(1)))
  return named[reference] ?? ''
}
const decodeReferences = (text: string): string =>
  text.includes('&')
    ? text.replace(/&([^;]*);/g, (_match, reference: string) => decodeReference(reference))
    : text

/** A line end is `\n`, however it was written; a reference `&#13;` stays what it says. */
const normaliseLines = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)

/** Text in which every byte stands for itself. */
export const plainText = (bytes: Buffer, start: number, end: number): string =>
  bytes.toString('utf8', start, end)

export function attributeText(bytes: Buffer, start: number, end: number): string {
  const text = normaliseLines(bytes.toString('utf8', start, end))
  return decodeReferences(/[\t\n]/.test(text) ? text.replace(/[\t\n]/g, ' ') : text)
}

/** The element's own text: without that of its children, with its CDATA sections, without comments. */
export function elementText(bytes: Buffer, start: number, end: number): string {
  const raw = normaliseLines(bytes.toString('utf8', start, end))
  return raw.includes('<') ? ownText(raw) : decodeReferences(raw)
}

function ownText(raw: string): string {
  const piece = /<!\[CDATA\[(.*?)\]\]>|<!--.*?-->|<\?.*?\?>|<(\/?)(?:[^"'>]|"[^"]*"|'[^']*')*?(\/?)>|[^<]+/gs
  let depth = 0
  let text = ''
  for (const [match, section, closing, empty] of raw.matchAll(piece)) {
    if (section !== undefined) text += depth === 0 ? section : ''
    else if (closing !== undefined) depth += closing === '/' ? -1 : empty === '/' ? 0 : 1
    else if (!match.startsWith('<') && depth === 0) text += decodeReferences(match)
  }
  return text
}
