import type { FontName, Fonts } from '../fonts.ts'
import { escapeXml } from '../svg.ts'

/** Setting text on a pack: fitted to a box by the fonts' own measures. */
interface Setting {
  font: FontName
  size: number
  lines: string[]
  width: number
  height: number
}

const leading: Partial<Record<FontName, number>> = {
  Pacifico: 1.3,
  'Bebas Neue': 0.95,
  'Josefin Sans': 1.08,
  Lobster: 1.12,
  Inter: 1.22,
}
const leadingOf = (font: FontName): number => leading[font] ?? 1.08

export function typesetter(fonts: Fonts) {
  const widthOf = (font: FontName, text: string, size: number, spacing = 0) =>
    fonts.measure(font, text) * size + spacing * size * Math.max(0, [...text].length - 1)

  /** The largest size at which the words fit the box in at most so many lines; lines are balanced. */
  const fit = (
    text: string,
    font: FontName,
    box: { width: number; height: number; lines: number; most?: number },
    spacing = 0,
  ): Setting => {
    let best: Setting = { font, size: 0, lines: [text], width: 0, height: 0 }
    for (const lines of splits(text.split(' '), box.lines)) {
      const widest = Math.max(...lines.map((line) => widthOf(font, line, 1, spacing)), 0.01)
      const size = Math.min(
        box.width / widest,
        box.height / (lines.length * leadingOf(font)),
        box.most ?? 1e9,
      )
      const width = widest * size
      // Of settings equally large, the one whose lines are the most even.
      if (size > best.size * 1.02 || (size > best.size * 0.98 && width < best.width * 0.92))
        best = { font, size, lines, width, height: size * lines.length * leadingOf(font) }
    }
    return best
  }

  /** Words wrapped at a given size, cut after `lines` lines. */
  const wrap = (text: string, font: FontName, size: number, width: number, lines: number): string[] => {
    const out: string[] = []
    let current = ''
    for (const word of text.split(' ')) {
      const next = current ? `${current} ${word}` : word
      if (widthOf(font, next, size) <= width || current === '') current = next
      else {
        out.push(current)
        current = word
      }
    }
    if (current) out.push(current)
    return out.slice(0, lines)
  }

  const draw = (
    { font, size, lines }: Setting,
    x: number,
    top: number,
    fill: string,
    {
      anchor = 'middle',
      spacing = 0,
      stroke,
      strokeWidth = 0,
      extra = '',
    }: { anchor?: string; spacing?: number; stroke?: string; strokeWidth?: number; extra?: string } = {},
  ): string => {
    const step = size * leadingOf(font)
    return lines
      .map((line, index) => {
        const y = top + step * index + size * 0.5 * leadingOf(font) + size * capShift(font)
        const edge = stroke
          ? ` stroke="${stroke}" stroke-width="${strokeWidth.toFixed(1)}" stroke-linejoin="round" paint-order="stroke"`
          : ''
        return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" ${face(font, fonts.weight(font))} font-size="${size.toFixed(1)}" fill="${fill}"${
          spacing ? ` letter-spacing="${(spacing * size).toFixed(2)}"` : ''
        }${edge} ${extra}>${escapeXml(line)}</text>`
      })
      .join('')
  }
  /** One line of small print at a size. */
  const small = (
    text: string,
    x: number,
    y: number,
    size: number,
    fill: string,
    { anchor = 'middle', weight = 600, spacing = 0 } = {},
  ) =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" ${face('Inter', weight)} font-size="${size.toFixed(1)}" fill="${fill}"${spacing ? ` letter-spacing="${(spacing * size).toFixed(2)}"` : ''}>${escapeXml(text)}</text>`

  return { fit, wrap, draw, small, widthOf }
}
export type Typesetter = ReturnType<typeof typesetter>

/** Inter's files name each weight as a family of its own. */
export function face(font: FontName, weight: number): string {
  if (font !== 'Inter') return `font-family="${font}" font-weight="${weight}"`
  const names: Record<number, string> = { 600: 'Inter SemiBold', 800: 'Inter ExtraBold' }
  return `font-family="${names[weight] ?? 'Inter'}" font-weight="400"`
}

/** Half the height of capitals: puts a line's capitals in the middle of its step. */
const capShift = (font: FontName) =>
  (({ Pacifico: 0.3, Lobster: 0.34, 'Josefin Sans': 0.31 }) as Partial<Record<FontName, number>>)[font] ??
  0.355

/** Every way to break words into up to `most` lines that keeps their order. */
function splits(words: string[], most: number): string[][] {
  if (most <= 1 || words.length <= 1) return [[words.join(' ')]]
  const found: string[][] = [[words.join(' ')]]
  for (let first = 1; first < words.length; first++) {
    for (const rest of splits(words.slice(first), most - 1))
      found.push([words.slice(0, first).join(' '), ...rest])
  }
  return found
}
