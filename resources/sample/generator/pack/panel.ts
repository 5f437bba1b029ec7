import type { SampleProduct } from '../model.ts'
import { percentOfDay } from '../nutrition.ts'
import { box } from '../svg.ts'
import type { Typesetter } from './type.ts'

/** The nutrition label people know, drawn to a width; the answer says how tall it became. */
export function nutritionLabel(
  product: SampleProduct,
  x: number,
  y: number,
  width: number,
  t: Typesetter,
): { svg: string; height: number } {
  const { facts, line } = product
  if (!facts || !line.serving) return { svg: '', height: 0 }
  const u = width / 100
  const pad = u * 4
  const [measure, unit, amount, word] = line.serving
  let at = y + pad
  let out = ''
  const text = (words: string, size: number, weight: number, anchor = 'start') =>
    t.small(words, anchor === 'end' ? x + width - pad : x + pad, at + size * 0.8, size, '#111', {
      anchor,
      weight,
    })
  const bar = (thick: number) => {
    out += box(x + pad, at + u, width - pad * 2, thick, '#111')
    at += thick + u * 2
  }
  const row = (label: string, value: string, weight: number, indent = 0) => {
    const size = u * 6.6
    out +=
      t.small(label, x + pad + indent * u * 5, at + size * 0.85, size, '#111', { anchor: 'start', weight }) +
      (value
        ? t.small(value, x + width - pad, at + size * 0.85, size, '#111', { anchor: 'end', weight: 800 })
        : '')
    at += size * 1.14
    out += box(x + pad, at, width - pad * 2, u * 0.5, '#111')
    at += u * 1.2
  }
  const percent = (name: Parameters<typeof percentOfDay>[0], value: number) => `${percentOfDay(name, value)}%`
  const heading = t.fit('Nutrition Facts', 'Inter', { width: width - pad * 2, height: u * 16, lines: 1 })
  out += `<g>${t.small('Nutrition Facts', x + pad, at + heading.size * 0.78, heading.size * 0.94, '#111', { anchor: 'start', weight: 800 })}</g>`
  at += heading.size * 0.98
  out += box(x + pad, at, width - pad * 2, u * 0.5, '#111')
  at += u * 1.6
  out += text(
    `${product.servings ?? ''} serving${product.servings === '1' ? '' : 's'} per container`,
    u * 6,
    400,
  )
  at += u * 7.4
  out += text('Serving size', u * 6.6, 800) + text(`${amount} ${word} (${measure}${unit})`, u * 6, 800, 'end')
  at += u * 7.6
  bar(u * 4)
  out += text('Calories', u * 12, 800) + text(String(product.kilocalories ?? 0), u * 16, 800, 'end')
  at += u * 15
  bar(u * 2.4)
  row(`Total Fat  ${facts.fat}g`, percent('fat', facts.fat), 800)
  row(`Saturated Fat ${facts.sat}g`, percent('sat', facts.sat), 400, 1)
  row(`Trans Fat ${facts.trans ?? 0}g`, '', 400, 1)
  row(`Cholesterol ${facts.chol ?? 0}mg`, percent('chol', facts.chol ?? 0), 800)
  row(`Sodium ${facts.na}mg`, percent('na', facts.na), 800)
  row(`Total Carbohydrate ${facts.carb}g`, percent('carb', facts.carb), 800)
  row(`Dietary Fiber ${facts.fiber ?? 0}g`, percent('fiber', facts.fiber ?? 0), 400, 1)
  row(`Total Sugars ${facts.sugar}g`, '', 400, 1)
  row(`Protein ${facts.protein}g`, percent('protein', facts.protein), 800)
  bar(u * 2.4)
  if (facts.calcium !== undefined) row(`Calcium ${facts.calcium}mg`, percent('calcium', facts.calcium), 400)
  if (facts.iron !== undefined) row(`Iron ${facts.iron}mg`, percent('iron', facts.iron), 400)
  if (facts.vitaminC !== undefined)
    row(`Vitamin C ${facts.vitaminC}mg`, percent('vitaminC', facts.vitaminC), 400)
  const height = at - y + pad * 0.4
  return {
    svg:
      box(x, y, width, height, '#ffffff', u * 1.5) +
      box(
        x + u * 0.7,
        y + u * 0.7,
        width - u * 1.4,
        height - u * 1.4,
        'none',
        u,
        `stroke="#111" stroke-width="${(u * 0.9).toFixed(1)}"`,
      ) +
      out,
    height,
  }
}

/** A heading with running text under it, as much as fits; the answer says how tall it became. */
export function textPanel(
  heading: string,
  words: string,
  x: number,
  y: number,
  width: number,
  height: number,
  size: number,
  ink: string,
  t: Typesetter,
): { svg: string; height: number } {
  const step = size * 1.36
  const room = Math.floor((height - size * 1.5) / step)
  if (room < 1 || words === '') return { svg: '', height: 0 }
  const lines = t.wrap(words, 'Inter', size, width, room)
  const svg =
    t.small(heading.toUpperCase(), x, y + size, size * 0.92, ink, {
      anchor: 'start',
      weight: 800,
      spacing: 0.06,
    }) +
    lines
      .map((each, index) =>
        t.small(each, x, y + size * 1.2 + step * (index + 1), size, ink, { anchor: 'start', weight: 400 }),
      )
      .join('')
  return { svg, height: size * 1.9 + step * lines.length }
}
