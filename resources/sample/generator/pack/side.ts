import type { SampleProduct } from '../model.ts'
import { netLabel } from '../products.ts'
import { seeded } from '../seeded.ts'
import { box, darker, inkOn, lighter, lightness, line } from '../svg.ts'
import { artwork } from './art.ts'
import { barcode } from './barcode.ts'
import { nutritionLabel, textPanel } from './panel.ts'
import { pattern } from './patterns.ts'
import type { Typesetter } from './type.ts'

interface Area {
  product: SampleProduct
  w: number
  h: number
  t: Typesetter
  ground: string
  ink: string
}

function area(product: SampleProduct, w: number, h: number, t: Typesetter): Area & { base: string } {
  const { brand, variant } = product
  const ground = brand.style === 'block' || brand.style === 'minimal' ? variant.colour : brand.base
  const ink = inkOn(ground, [lightness(ground) > 0.6 ? brand.deep : '#ffffff'], 2.8)
  const random = seeded(`${product.gtin} side`)
  const base = `${box(0, 0, w, h, ground)}<g opacity="0.16">${pattern(brand.pattern, w, h, lightness(ground) > 0.6 ? darker(ground, 0.3) : lighter(ground, 0.5), random)}</g>`
  return { product, w, h, t, ground, ink, base }
}

/** Too narrow to read: the wordmark runs up the side. */
function spine({ product, w, h, t, ink }: Area, lowered = 0): string {
  const { brand, variant } = product
  const upper =
    brand.font === 'Josefin Sans' || brand.font === 'Bebas Neue' ? brand.name.toUpperCase() : brand.name
  const mark = t.fit(upper, brand.font, { width: h * (0.42 - lowered), height: w * 0.62, lines: 1 })
  const name = t.fit(product.name, brand.nameFont, {
    width: h * (0.34 - lowered * 0.4),
    height: w * 0.4,
    lines: 1,
  })
  return (
    box(0, h * 0.88, w, h * 0.12, variant.colour) +
    `<g transform="translate(${w / 2} ${h * (0.45 + lowered)}) rotate(-90)">${t.draw(mark, h * (0.15 + lowered * 0.2), -mark.height / 2, ink)}${t.draw(name, -h * (0.24 - lowered * 0.6), -name.height / 2, ink)}</g>` +
    line(`M${w * 0.2} ${h * (0.51 + lowered * 1.1)}H${w * 0.8}`, brand.accent, Math.max(2, w * 0.02))
  )
}

function heading({ product, w, t, ink }: Area, top: number, height: number): string {
  const { brand } = product
  const upper =
    brand.font === 'Josefin Sans' || brand.font === 'Bebas Neue' ? brand.name.toUpperCase() : brand.name
  const mark = t.fit(upper, brand.font, { width: w * 0.82, height: height * 0.7, lines: 1 })
  return t.draw(mark, w / 2, top + (height - mark.height) / 2, ink)
}

/** Lying fronts have low sides: two columns instead of one. */
const low = (w: number, h: number) => w / h > 1.25

/** The left side: what it is, how to use it, what is in it. */
export function leftLabel(product: SampleProduct, w: number, h: number, t: Typesetter): string {
  const sheet = area(product, w, h, t)
  const { brand, line: of, variant, said, warnings } = product
  if (w < 110 || w / h < 0.16) return sheet.base + spine(sheet)
  const pad = w * 0.09
  const size = Math.max(11, Math.min(w * 0.05, h * 0.03, 19))
  const top = low(w, h) ? h * 0.05 : h * 0.05
  const head = low(w, h) ? h * 0.2 : Math.min(h * 0.12, w * 0.3)
  const artSize = low(w, h) ? 0 : Math.min(w * 0.62, h * 0.24)
  let at = top + head + size
  let out =
    sheet.base +
    heading(sheet, top, head) +
    line(`M${w * 0.35} ${at}H${w * 0.65}`, brand.accent, Math.max(2, size * 0.2))
  at += size
  if (artSize > 60) {
    out += artwork(variant.art, w / 2, at + artSize * 0.5, artSize)
    at += artSize * 1.06
  }
  const paper = `<g>${box(pad * 0.55, at, w - pad * 1.1, h - at - pad * 0.6, brand.paper, 8)}</g>`
  out += paper
  at += size * 0.8
  const ink = inkOn(brand.paper, [brand.deep])
  for (const [title, words] of [
    [product.name, said],
    ['Ingredients', product.ingredients],
    ['Directions', of.directions ?? ''],
    ['Warnings', warnings.join(' ')],
  ] as const) {
    const panel = textPanel(title, words, pad, at, w - pad * 2, h - pad - at, size, ink, t)
    out += panel.svg
    at += panel.height === 0 ? 0 : panel.height + size * 0.6
  }
  return out
}

/** The right side: the nutrition label where there is one, and the bar code. */
export function rightLabel(product: SampleProduct, w: number, h: number, t: Typesetter): string {
  const sheet = area(product, w, h, t)
  const { brand, manufacturer, line: of, warnings, claims } = product
  if (w < 110 || w / h < 0.16) {
    const width = Math.min(h * 0.2, 120)
    const code =
      w > 46
        ? `<g transform="translate(${w / 2} ${h * 0.13}) rotate(-90)">${barcode(product.gtin, -width / 2, -w * 0.36, width, w * 0.72)}</g>`
        : ''
    return sheet.base + spine(sheet, code ? 0.12 : 0) + code
  }
  const pad = w * 0.09
  const codeHeight = low(w, h) ? h * 0.52 : Math.min(h * 0.17, w * 0.46)
  const codeWidth = Math.min(w * 0.7, codeHeight * 1.9)
  if (low(w, h)) {
    const width = Math.min(w * 0.4, h * 0.42)
    const panel = nutritionLabel(product, w * 0.06, h * 0.06, width, t)
    const scale = panel.height > h * 0.9 ? (h * 0.9) / panel.height : 1
    const shown =
      panel.height > 0
        ? `<g transform="translate(${w * 0.06 * (1 - scale)} ${h * 0.06 * (1 - scale)}) scale(${scale})">${panel.svg}</g>`
        : textPanel(
            product.name,
            [of.directions, ...warnings].filter(Boolean).join(' '),
            w * 0.06,
            h * 0.1,
            w * 0.42,
            h * 0.8,
            Math.max(11, h * 0.055),
            sheet.ink,
            t,
          ).svg
    return `${sheet.base + shown + barcode(product.gtin, w - codeWidth - w * 0.05, h * 0.4, codeWidth, codeHeight)}<g transform="translate(${w * 0.5} 0)">${heading({ ...sheet, w: w * 0.5 }, h * 0.1, h * 0.2)}</g>`
  }
  const codeTop = h - pad * 0.7 - codeHeight
  const size = Math.max(11, Math.min(w * 0.045, 17))
  const panelWidth = w - pad * 1.4
  const probe = nutritionLabel(product, 0, 0, panelWidth, t)
  const head = Math.min(h * 0.1, w * 0.26)
  const top = h * 0.03 + head
  const room = codeTop - top - size * 3.4
  const shrink = probe.height > room ? room / probe.height : 1
  const width = panelWidth * shrink
  const panel = nutritionLabel(product, (w - width) / 2, top, width, t)
  const instead =
    panel.height > 0
      ? ''
      : box(pad * 0.6, top, w - pad * 1.2, room, brand.paper, 8) +
        textPanel(
          of.directions ? 'Directions' : product.name,
          [of.directions, ...warnings, ...claims.map((claim) => `${claim}.`)].filter(Boolean).join(' '),
          pad,
          top + size,
          w - pad * 2,
          room - size * 2,
          size * 1.15,
          inkOn(brand.paper, [brand.deep]),
          t,
        ).svg
  return (
    sheet.base +
    heading(sheet, h * 0.02, head) +
    panel.svg +
    instead +
    t.small(
      `Made for ${manufacturer.name}`,
      w / 2,
      codeTop - size * 1.5,
      Math.min(size * 0.8, (w * 0.86) / Math.max(1, t.widthOf('Inter', `Made for ${manufacturer.name}`, 1))),
      sheet.ink,
      { weight: 400 },
    ) +
    t.small(netLabel(product.net), w / 2, codeTop - size * 0.45, Math.min(size * 0.8, w * 0.06), sheet.ink) +
    barcode(product.gtin, (w - codeWidth) / 2, codeTop, codeWidth, codeHeight)
  )
}
