import { printLimits as max } from '../../../src-shared/file-limits.ts'
import type { PrintedItem } from './pdf-page.ts'

const maxItems = 500
const maxSigns = 8
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const scripts = [
  { name: 'Han', pattern: /\p{Script=Han}/u },
  { name: 'Hiragana', pattern: /\p{Script=Hiragana}/u },
  { name: 'Katakana', pattern: /\p{Script=Katakana}/u },
  { name: 'Hangul', pattern: /\p{Script=Hangul}/u },
  { name: 'Thai', pattern: /\p{Script=Thai}/u },
  { name: 'Devanagari', pattern: /\p{Script=Devanagari}/u },
  { name: 'Bengali', pattern: /\p{Script=Bengali}/u },
  { name: 'Tamil', pattern: /\p{Script=Tamil}/u },
  { name: 'Hebrew', pattern: /\p{Script=Hebrew}/u },
  { name: 'Arabic', pattern: /\p{Script=Arabic}/u },
  { name: 'Ethiopic', pattern: /\p{Script=Ethiopic}/u },
  { name: 'Khmer', pattern: /\p{Script=Khmer}/u },
  { name: 'Lao', pattern: /\p{Script=Lao}/u },
]

interface Face {
  hasGlyphForCodePoint(point: number): boolean
}

export type CharacterCheck = ReturnType<typeof createCharacterCheck>

/**
 * Detects items whose texts the font of a file cannot show, so that nothing is replaced silently.
 * @param doc with its font already set
 */
export function createCharacterCheck(doc: PDFKit.PDFDocument) {
  // pdfkit's types do not declare the font; using it here avoids loading the font a second time with fontkit.
  const { font: face } = (doc as unknown as { _font: { font: Face } })._font
  const known = new Map<string, boolean>()
  const isShown = (sign: string): boolean => {
    let shown = known.get(sign)
    if (shown === undefined) {
      shown = face.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) && !rightToLeft.test(sign)
      known.set(sign, shown)
    }
    return shown
  }
  const lines: string[] = []
  const cut: string[] = []
  let items = 0
  let cutItems = 0

  const clean = (text: string): string =>
    text
      .replace(/\r\n?/g, '\n')
      .replace(/\t/g, ' ')
      .replace(/[^\P{Cc}\n]/gu, '')

  return {
    /** The item without control characters, which no font shows, and with truncated texts. */
    checked(item: PrintedItem): PrintedItem {
      let isCut = false
      const shorten = (text: string, letters: number): string => {
        if (text.length > letters) isCut = true
        const short =
          text.length > letters ? `${text.slice(0, letters).replace(/[\uD800-\uDBFF]$/, '')}…` : text
        return withBreaks(short)
      }
      const inLine = (text: string): string => shorten(text, max.line)
      const labels = item.labels.map(({ title, remarks, columns, lines: rows, footnote, ...label }) => ({
        ...label,
        title: inLine(title),
        remarks: remarks.map(clean).map(inLine),
        columns: columns.map(inLine),
        lines: rows.map((row) => ({
          ...row,
          label: inLine(row.label),
          cells: row.cells.map((cell) => cell && inLine(cell)),
        })),
        ...(footnote !== undefined && { footnote: inLine(footnote) }),
      }))
      const cleaned: PrintedItem = {
        ...item,
        id: inLine(item.id),
        code: inLine(item.code),
        name: shorten(clean(item.name), max.name),
        facts: item.facts.map(([heading, text]) => [heading, shorten(clean(text), max.text)]),
        labels,
      }
      if (isCut) {
        cutItems += 1
        if (cutItems <= maxItems)
          cut.push(`${cleaned.code || cleaned.id}: a text is longer than what is printed of it.`)
      }
      const texts = [
        cleaned.name,
        ...cleaned.facts.map(([, text]) => text),
        ...labels.flatMap(({ remarks }) => remarks),
      ]
      const unshown = new Set<string>()
      for (const text of texts)
        for (const sign of text) if (sign !== '\n' && !isShown(sign)) unshown.add(sign)
      if (unshown.size > 0) {
        items += 1
        if (items <= maxItems) lines.push(`${cleaned.code || cleaned.id}: ${named([...unshown])}`)
      }
      return cleaned
    },
    items: (): number => items,
    /** Number of items with a truncated text. */
    cutItems: (): number => cutItems,
    /** One line per item up to a limit, then the number of further items. */
    words: (): string[] => [...listed(lines, items), ...listed(cut, cutItems)],
  }
}

/** Maximum letters of a word: pdfkit breaks a longer one into lines in quadratic time. */
const maxWord = 200

/** The text with a space inserted into words that are too long. */
function withBreaks(text: string): string {
  if (text.length <= maxWord) return text
  let broken = ''
  let letters = 0
  for (const sign of text) {
    letters = sign.trim() === '' ? 0 : letters + 1
    if (letters > maxWord) {
      broken += ' '
      letters = 1
    }
    broken += sign
  }
  return broken
}

const listed = (lines: string[], count: number): string[] =>
  count > maxItems ? [...lines, `And ${count - maxItems} more items.`] : lines

/** The scripts and code points of characters, because the characters themselves cannot be printed. */
function named(signs: string[]): string {
  const of = scripts.filter(({ pattern }) => signs.some((sign) => pattern.test(sign))).map(({ name }) => name)
  const points = signs
    .slice(0, maxSigns)
    .map((sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
  const more = signs.length > maxSigns ? ` and ${signs.length - maxSigns} more` : ''
  return `${of.length > 0 ? `${of.join(', ')}: ` : ''}${points.join(' ')}${more}`
}
