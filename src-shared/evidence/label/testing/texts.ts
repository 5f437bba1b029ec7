/** Texts as a picture reader returns them. For tests only. */
import type { ReadText } from '../read-text.ts'

const letterWidth = 10
const lineHeight = 20

/** A text whose left edge is at `left`, on the line with this number; read with certainty unless another is given. */
export function textAt(left: number, line: number, text: string, certainty = 0.99): ReadText {
  const width = letterWidth * text.length
  return {
    text,
    certainty,
    box: { x: left + width / 2, y: lineHeight * (line + 0.5), width, height: lineHeight, angle: 0 },
    positions: Array.from(text, (_, index) => (index + 0.5) / text.length),
  }
}

/** The texts turned around the corner of the picture by an angle in radians. */
export function turnedTexts(texts: readonly ReadText[], angle: number): ReadText[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return texts.map((one) => {
    const { x, y } = one.box
    return { ...one, box: { ...one.box, x: x * cos - y * sin, y: x * sin + y * cos, angle } }
  })
}

/** A nutrition table with a column per 100 g and one per serving of 30 g. */
export const table: readonly ReadText[] = [
  textAt(200, 0, 'per 100 g'),
  textAt(400, 0, 'per serving (30 g)'),
  textAt(0, 1, 'Energy'),
  textAt(200, 1, '1640 kJ'),
  textAt(400, 1, '492 kJ'),
  textAt(200, 2, '390 kcal'),
  textAt(400, 2, '117 kcal'),
  textAt(0, 3, 'Fat'),
  textAt(200, 3, '12 g'),
  textAt(400, 3, '3.6g'),
  textAt(0, 4, 'of which saturates'),
  textAt(200, 4, '1.2 g'),
  textAt(400, 4, '0.4g'),
  textAt(0, 5, 'Carbohydrate'),
  textAt(200, 5, '60g'),
  textAt(400, 5, '18 g'),
  textAt(0, 6, 'Protein'),
  textAt(200, 6, '10 g'),
  textAt(400, 6, '3.0 g'),
  textAt(0, 7, 'Salt'),
  textAt(200, 7, '0.50 g'),
  textAt(400, 7, '0.15g'),
]
