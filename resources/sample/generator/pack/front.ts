import type { SampleProduct } from '../model.ts'
import { netLabel } from '../products.ts'
import { seeded } from '../seeded.ts'
import {
  at,
  box,
  circle,
  contrast,
  darker,
  inkOn,
  lighter,
  lightness,
  line,
  mix,
  oval,
  path,
} from '../svg.ts'
import { artwork } from './art.ts'
import { pattern } from './patterns.ts'
import type { Typesetter } from './type.ts'

/** Everything a layout works with: the area is `w` by `h`, its origin the upper left corner. */
interface Sheet {
  product: SampleProduct
  w: number
  h: number
  t: Typesetter
  margin: number
  /** The flavour's colour, made deep enough to carry white or light enough to carry dark. */
  flavour: string
  texture(colour: string, opacity: number, width?: number, height?: number): string
}

/** Space between the edge and anything printed, as a share of the width; packages that taper need more. */
const marginOf = ({ line }: SampleProduct) =>
  line.pack === 'tub' || line.pack === 'cup'
    ? 0.155
    : line.pack === 'bottle' || line.pack === 'canister' || line.pack === 'can' || line.pack === 'tin'
      ? 0.1
      : 0.075

/** The printed front of a package. */
export function frontLabel(product: SampleProduct, w: number, h: number, t: Typesetter): string {
  const random = seeded(`${product.gtin} front`)
  const sheet: Sheet = {
    product,
    w,
    h,
    t,
    margin: marginOf(product),
    flavour: product.variant.colour,
    texture: (colour, opacity, width = w, height = h) =>
      `<g opacity="${opacity}">${pattern(product.brand.pattern, width, height, colour, random)}</g>`,
  }
  const ratio = w / h
  if (ratio > 1.32) return wide(sheet)
  return layouts[product.brand.style](sheet)
}

/** The wordmark, fitted into a box around its middle. */
function wordmark(
  { product, t }: Sheet,
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  edge?: string,
): string {
  const { name, font } = product.brand
  const upper = font === 'Josefin Sans' || font === 'Bebas Neue' ? name.toUpperCase() : name
  const spacing = font === 'Josefin Sans' ? 0.14 : font === 'Righteous' ? 0.02 : 0
  const setting = t.fit(
    upper,
    font,
    { width, height, lines: name.includes(' ') && width / height < 2.6 ? 2 : 1 },
    spacing,
  )
  return t.draw(setting, x, y - setting.height / 2, fill, {
    spacing,
    ...(edge ? { stroke: edge, strokeWidth: setting.size * 0.16 } : {}),
  })
}
function productName(
  { product, t }: Sheet,
  x: number,
  top: number,
  width: number,
  height: number,
  fill: string,
  { anchor = 'middle', lines = 3, most = 1e9, edge = '' } = {},
) {
  const { nameFont } = product.brand
  const text = nameFont === 'Bebas Neue' ? product.name.toUpperCase() : product.name
  const setting = t.fit(text, nameFont, { width, height, lines, most })
  return {
    height: setting.height,
    svg: t.draw(setting, x, top, fill, {
      anchor,
      ...(edge ? { stroke: edge, strokeWidth: setting.size * 0.18 } : {}),
    }),
  }
}
const net = (
  { product, w, t, margin }: Sheet,
  x: number,
  y: number,
  size: number,
  fill: string,
  anchor = 'middle',
) => {
  const text = netLabel(product.net)
  const fitted = Math.min(size, (w * (1 - margin * 2)) / t.widthOf('Inter', text, 1, 0.02))
  return t.small(text, x, y, fitted, fill, { anchor, weight: 600, spacing: 0.02 })
}
/** A round seal with the first claim. */
function seal({ product, t }: Sheet, x: number, y: number, r: number, fill: string, ink: string): string {
  const claim = product.claims[0]
  if (!claim || r < 16) return ''
  const setting = t.fit(claim.toUpperCase(), 'Inter', {
    width: r * 1.35,
    height: r * 1.1,
    lines: 3,
    most: r * 0.42,
  })
  const teeth = Array.from({ length: 24 }, (_, index) => {
    const angle = (index / 24) * Math.PI * 2
    const reach = index % 2 ? r : r * 0.93
    return `${index === 0 ? 'M' : 'L'}${(x + Math.cos(angle) * reach).toFixed(1)} ${(y + Math.sin(angle) * reach).toFixed(1)}`
  }).join('')
  return (
    path(`${teeth}Z`, fill) +
    circle(x, y, r * 0.82, 'none', `stroke="${ink}" stroke-width="${(r * 0.03).toFixed(1)}" opacity="0.7"`) +
    t.draw(setting, x, y - setting.height / 2, ink)
  )
}
/** The claims in one line, cut to what fits. */
function claimLine(
  { product, t }: Sheet,
  x: number,
  y: number,
  width: number,
  size: number,
  fill: string,
  anchor = 'middle',
): string {
  const claims = [...product.claims]
  while (claims.length > 1 && t.widthOf('Inter', claims.join('  •  '), size) > width) claims.pop()
  const text = claims.join('  •  ')
  const fitted = Math.min(size, width / Math.max(0.01, t.widthOf('Inter', text, 1)))
  return t.small(text, x, y, fitted, fill, { anchor })
}
const white = '#ffffff'
/** White on dark grounds, the brand's dark on light ones. */
const markInk = (ground: string, { deep }: SampleProduct['brand']) =>
  inkOn(ground, lightness(ground) < 0.66 ? [white, deep] : [deep, white], 2.5)
/** A field of the flavour that neither drowns in its ground nor burns. */
const tint = (colour: string, share: number) => lighter(colour, share)

const layouts: Record<SampleProduct['brand']['style'], (sheet: Sheet) => string> = {
  classic(sheet) {
    const { product, w, h, flavour, texture, margin } = sheet
    const { brand } = product
    const split = h * 0.36
    const ground = tint(flavour, 0.8)
    const dark = inkOn(brand.paper, [brand.deep])
    const name = productName(sheet, w / 2, h * 0.4, w * (1 - margin * 2), h * 0.17, dark, { lines: 2 })
    const artTop = h * 0.4 + name.height
    const artSize = Math.min(w * 0.78, (h * 0.9 - artTop) * 0.98)
    const bend = h * 0.05
    return (
      box(0, 0, w, h, brand.paper) +
      path(`M0 ${h * 0.66}Q${w / 2} ${h * 0.57} ${w} ${h * 0.66}V${h}H0Z`, ground) +
      path(`M0 ${h * 0.86}Q${w / 2} ${h * 0.79} ${w} ${h * 0.86}V${h}H0Z`, flavour) +
      `<clipPath id="head"><path d="M0 0H${w}V${split - bend}Q${w / 2} ${split + bend} 0 ${split - bend}Z"/></clipPath><g clip-path="url(#head)">${box(0, 0, w, split + bend, brand.base)}${texture(lighter(brand.base, 0.5), 0.28, w, split + bend)}</g>` +
      line(
        `M0 ${split - bend + 4}Q${w / 2} ${split + bend + 4} ${w} ${split - bend + 4}`,
        brand.accent,
        Math.max(3, h * 0.009),
      ) +
      wordmark(sheet, w / 2, split * 0.5, w * 0.84, split * 0.52, markInk(brand.base, brand)) +
      name.svg +
      artwork(product.variant.art, w / 2, artTop + artSize * 0.48, artSize) +
      net(sheet, w / 2, h * 0.965, h * 0.026, inkOn(flavour, [white, brand.deep])) +
      seal(
        sheet,
        w * (0.93 - margin),
        h * 0.72,
        Math.min(w, h) * 0.095,
        brand.accent,
        inkOn(brand.accent, [brand.deep, white]),
      )
    )
  },

  block(sheet) {
    const { product, w, h, flavour, texture, margin } = sheet
    const { brand } = product
    const strip = h * 0.17
    const field = h * 0.5
    const stripGround = lightness(brand.base) > 0.93 ? brand.paper : brand.base
    const ink = inkOn(flavour, [white, brand.deep], 2.7)
    const name = productName(
      sheet,
      w * margin,
      strip + (field - strip) * 0.16,
      w * (1 - margin * 2),
      (field - strip) * 0.62,
      ink,
      { anchor: 'start', lines: 3, most: h * 0.13 },
    )
    const artSize = Math.min(w * 0.86, h * 0.4)
    return (
      box(0, 0, w, h, brand.paper) +
      box(0, strip, w, field - strip, flavour) +
      `<g transform="translate(0 ${strip})"><clipPath id="field"><rect width="${w}" height="${field - strip}"/></clipPath><g clip-path="url(#field)">${texture(lighter(flavour, 0.6), 0.2, w, field - strip)}</g></g>` +
      box(0, 0, w, strip, stripGround) +
      box(0, strip - h * 0.008, w, h * 0.008, brand.accent) +
      wordmark(sheet, w / 2, strip * 0.5, w * 0.84, strip * 0.56, markInk(stripGround, brand)) +
      name.svg +
      claimLine(sheet, w * margin, field - h * 0.025, w * (1 - margin * 2), h * 0.022, ink, 'start') +
      oval(w / 2, h * 0.73, w * 0.46, h * 0.19, tint(flavour, 0.82)) +
      artwork(product.variant.art, w / 2, h * 0.7, artSize) +
      net(sheet, w * margin, h * 0.955, h * 0.026, inkOn(brand.paper, [brand.deep]), 'start')
    )
  },

  arch(sheet) {
    const { product, w, h, flavour, texture } = sheet
    const { brand } = product
    const ground = brand.base
    const dark = lightness(ground) < 0.55
    const ink = inkOn(ground, dark ? [brand.accent, white] : [brand.deep], dark ? 2.6 : 3)
    const mark = h * 0.2
    const [left, right, top, bottom] = [w * 0.12, w * 0.88, h * 0.235, h * 0.665]
    const radius = (right - left) / 2
    const flatTop = top + radius
    const arch = (grow: number) =>
      `M${left - grow} ${bottom + grow}V${Math.min(flatTop, bottom - 4)}A${radius + grow} ${Math.min(flatTop, bottom - 4) - top + grow} 0 0 1 ${right + grow} ${Math.min(flatTop, bottom - 4)}V${bottom + grow}Z`
    const plate = h * 0.705
    const plateHeight = h * 0.185
    const name = productName(
      sheet,
      w / 2,
      plate + plateHeight * 0.1,
      w * 0.8,
      plateHeight * 0.8,
      inkOn(flavour, [white, brand.deep], 2.7),
      { lines: 2, most: h * 0.1 },
    )
    return (
      box(0, 0, w, h, ground) +
      texture(dark ? lighter(ground, 0.35) : darker(ground, 0.2), 0.22) +
      path(arch(h * 0.012), brand.accent) +
      path(arch(0), brand.paper) +
      `<clipPath id="arch"><path d="${arch(0)}"/></clipPath><g clip-path="url(#arch)">${circle(w / 2, bottom + h * 0.02, radius * 1.02, tint(flavour, 0.72))}</g>` +
      artwork(
        product.variant.art,
        w / 2,
        (top + bottom) / 2 + h * 0.045,
        Math.min(radius * 1.62, (bottom - top) * 0.86),
      ) +
      wordmark(sheet, w / 2, mark * 0.56, w * 0.84, mark * 0.62, ink) +
      box(0, plate, w, plateHeight, flavour) +
      box(0, plate, w, h * 0.006, brand.accent) +
      box(0, plate + plateHeight - h * 0.006, w, h * 0.006, brand.accent) +
      at(0, (plateHeight * 0.8 - name.height) / 2, 1, name.svg) +
      claimLine(sheet, w / 2, h * 0.925, w * 0.84, h * 0.02, ink) +
      net(sheet, w / 2, h * 0.968, h * 0.023, ink)
    )
  },

  diagonal(sheet) {
    const { product, w, h, flavour, texture, margin } = sheet
    const { brand } = product
    const top = brand.base
    const same = contrast(top, flavour) < 1.25
    const low = same ? darker(flavour, 0.28) : flavour
    const ink = lightness(top) > 0.62 ? brand.deep : white
    const nameInk = inkOn(low, [white, brand.deep], 2.4)
    const name = productName(sheet, w / 2, h * 0.315, w * 0.86, h * 0.2, nameInk, { lines: 2 })
    return (
      box(0, 0, w, h, top) +
      texture(lighter(top, 0.75), 0.3) +
      path(`M0 ${h * 0.34}L${w} ${h * 0.22}V${h}H0Z`, low) +
      path(`M0 ${h * 0.34}L${w} ${h * 0.22}V${h * 0.24}L0 ${h * 0.36}Z`, brand.accent) +
      `<g><clipPath id="low"><path d="M0 ${h * 0.36}L${w} ${h * 0.24}V${h}H0Z"/></clipPath><g clip-path="url(#low)">${circle(w / 2, h * 0.73, Math.min(w * 0.6, h * 0.3), lighter(low, 0.14))}${circle(w / 2, h * 0.73, Math.min(w * 0.45, h * 0.225), tint(low, 0.66))}</g></g>` +
      `<g transform="rotate(-5 ${w / 2} ${h * 0.14})">${wordmark(sheet, w / 2, h * 0.15, w * 0.84, h * 0.15, ink, lightness(top) > 0.62 ? white : brand.deep)}</g>` +
      `<g transform="rotate(-5 ${w / 2} ${h * 0.4})">${at(0, Math.max(0, (h * 0.2 - name.height) / 2), 1, name.svg)}</g>` +
      artwork(product.variant.art, w / 2, h * 0.73, Math.min(w * 0.84, h * 0.36)) +
      seal(
        sheet,
        w * 0.84,
        h * 0.9,
        Math.min(w, h) * 0.1,
        brand.accent,
        inkOn(brand.accent, [brand.deep, white]),
      ) +
      net(sheet, w * margin, h * 0.965, h * 0.025, nameInk, 'start')
    )
  },

  minimal(sheet) {
    const { product, w, h, flavour, texture, margin } = sheet
    const { brand } = product
    const ground = brand.base
    const ink = inkOn(ground, [brand.deep])
    const name = productName(sheet, w * margin, h * 0.7, w * (1 - margin * 2), h * 0.15, ink, {
      anchor: 'start',
      lines: 2,
      most: h * 0.095,
    })
    const artSize = Math.min(w * 0.76, h * 0.4)
    return (
      box(0, 0, w, h, ground) +
      texture(darker(ground, 0.25), 0.22) +
      circle(w / 2, h * 0.42, Math.min(w * 0.41, h * 0.26), tint(flavour, 0.72)) +
      artwork(product.variant.art, w / 2, h * 0.42, artSize) +
      wordmark(sheet, w / 2, h * 0.095, w * 0.8, h * 0.085, ink) +
      line(`M${w * 0.42} ${h * 0.158}H${w * 0.58}`, flavour, Math.max(2, h * 0.006)) +
      name.svg +
      box(0, h * 0.885, w, h * 0.115, flavour) +
      claimLine(
        sheet,
        w * margin,
        h * 0.93,
        w * (1 - margin * 2),
        h * 0.022,
        inkOn(flavour, [white, brand.deep], 2.7),
        'start',
      ) +
      net(sheet, w * margin, h * 0.97, h * 0.024, inkOn(flavour, [white, brand.deep], 2.7), 'start')
    )
  },

  medallion(sheet) {
    const { product, w, h, flavour, texture } = sheet
    const { brand } = product
    const ground = brand.base
    const r = Math.min(w * 0.4, h * 0.25)
    const y = h * 0.47
    const ribbon = Math.min(h * 0.17, w * 0.34)
    const top = y + r * 0.62
    const light = lightness(ground) > 0.6
    const ink = light ? brand.deep : inkOn(ground, [brand.paper])
    const name = productName(
      sheet,
      w / 2,
      top + ribbon * 0.1,
      w * 0.84,
      ribbon * 0.8,
      inkOn(flavour, [white, brand.deep], 2.7),
      { lines: 2 },
    )
    return (
      box(0, 0, w, h, ground) +
      texture(light ? darker(ground, 0.2) : lighter(ground, 0.4), light ? 0.25 : 0.16) +
      path(`M0 ${h * 0.84}Q${w / 2} ${h * 0.76} ${w} ${h * 0.84}V${h}H0Z`, brand.deep, 'opacity="0.92"') +
      circle(w / 2, y, r * 1.1, brand.accent) +
      circle(w / 2, y, r * 1.03, brand.deep) +
      circle(w / 2, y, r, brand.paper) +
      circle(
        w / 2,
        y,
        r * 0.93,
        'none',
        `stroke="${mix(brand.accent, flavour, 0.5)}" stroke-width="${(r * 0.018).toFixed(1)}" stroke-dasharray="${(r * 0.05).toFixed(1)} ${(r * 0.05).toFixed(1)}"`,
      ) +
      `<clipPath id="medal"><circle cx="${w / 2}" cy="${y}" r="${r * 0.9}"/></clipPath><g clip-path="url(#medal)">${circle(w / 2, y + r * 0.72, r * 0.95, tint(flavour, 0.7))}</g>` +
      artwork(product.variant.art, w / 2, y - r * 0.14, r * 1.34) +
      wordmark(sheet, w / 2, h * 0.115, w * 0.86, h * 0.135, ink) +
      path(
        `M0 ${top + ribbon * 0.14}L${w * 0.08} ${top + ribbon * 0.55}L0 ${top + ribbon * 1.06}H${w * 0.14}V${top + ribbon * 0.14}ZM${w} ${top + ribbon * 0.14}L${w * 0.92} ${top + ribbon * 0.55}L${w} ${top + ribbon * 1.06}H${w * 0.86}V${top + ribbon * 0.14}Z`,
        darker(flavour, 0.3),
      ) +
      path(
        `M${w * 0.06} ${top}Q${w / 2} ${top + ribbon * 0.08} ${w * 0.94} ${top}V${top + ribbon}Q${w / 2} ${top + ribbon * 1.08} ${w * 0.06} ${top + ribbon}Z`,
        flavour,
      ) +
      at(0, (ribbon * 0.84 - name.height) / 2 + ribbon * 0.02, 1, name.svg) +
      claimLine(sheet, w / 2, h * 0.915, w * 0.86, h * 0.021, inkOn(brand.deep, [brand.paper])) +
      net(sheet, w / 2, h * 0.96, h * 0.024, inkOn(brand.deep, [brand.paper]))
    )
  },
}

/** Fronts that lie: words on the left, the picture on the right. */
function wide(sheet: Sheet): string {
  const { product, w, h, flavour, texture } = sheet
  const { brand } = product
  const ground = brand.base
  const ink = markInk(ground, brand)
  const split = w * 0.6
  const pad = h * 0.11
  const nameTop = h * 0.43
  const name = productName(sheet, pad, nameTop, split - pad * 1.3 - h * 0.1, h * 0.34, ink, {
    anchor: 'start',
    lines: 2,
    most: h * 0.21,
  })
  const mark = wordmarkStart(sheet, pad, h * 0.24, split - pad * 1.6, h * 0.25, ink)
  return (
    box(0, 0, w, h, ground) +
    texture(lightness(ground) > 0.6 ? darker(ground, 0.25) : lighter(ground, 0.5), 0.18) +
    path(
      `M${split + h * 0.12} 0H${w}V${h}H${split - h * 0.14}Q${split - h * 0.02} ${h * 0.5} ${split + h * 0.12} 0Z`,
      brand.accent,
    ) +
    path(
      `M${split + h * 0.15} 0H${w}V${h}H${split - h * 0.1}Q${split + h * 0.02} ${h * 0.5} ${split + h * 0.15} 0Z`,
      flavour,
    ) +
    circle(split + (w - split) * 0.56, h * 0.5, Math.min(h * 0.38, (w - split) * 0.44), tint(flavour, 0.75)) +
    artwork(
      product.variant.art,
      split + (w - split) * 0.56,
      h * 0.49,
      Math.min(h * 0.72, (w - split) * 0.84),
    ) +
    mark +
    line(`M${pad} ${h * 0.4}h${w * 0.09}`, flavour, Math.max(2, h * 0.014)) +
    name.svg +
    net(sheet, pad, h * 0.91, Math.min(h * 0.062, w * 0.026), ink, 'start')
  )
}

function wordmarkStart(
  { product, t }: Sheet,
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
): string {
  const { name, font } = product.brand
  const upper = font === 'Josefin Sans' || font === 'Bebas Neue' ? name.toUpperCase() : name
  const spacing = font === 'Josefin Sans' ? 0.1 : 0
  const setting = t.fit(upper, font, { width, height, lines: 1 }, spacing)
  return t.draw(setting, x, y - setting.height / 2, fill, { anchor: 'start', spacing })
}
