import type { SampleProduct } from '../model.ts'
import { box, line } from '../svg.ts'
import { drawPack } from './draw-pack.ts'
import type { Typesetter } from './type.ts'

/** Pixels: what the package may take, and the room around it. */
const most = { width: 400, height: 480 }
const margin = { left: 40, top: 56, bottom: 96 }
const gap = 44
const tape = 92

const centimetresInAnInch = 2.54
const ink = '#22262b'
const faint = '#8a9097'
const yellow = '#f6c945'

const oneDecimal = (value: number): string => String(Number(value.toFixed(1)))
const bothUnits = (centimetres: number): [string, string] => [
  `${oneDecimal(centimetres)} cm`,
  `${oneDecimal(centimetres / centimetresInAnInch)} in`,
]

/** The scale image of a package as SVG: its front on a table, beside a measuring tape in centimetres and inches. */
export function drawScale(product: SampleProduct, t: Typesetter): string {
  const [width, height] = product.size
  const pixels = Math.min(most.width / width, most.height / height)
  const [w, h] = [Math.round(width * pixels), Math.round(height * pixels)]
  const ground = margin.top + h
  const tapeLeft = margin.left + w + gap
  const right = tapeLeft + tape + 150
  const bottom = ground + margin.bottom
  const pack = drawPack(product, 'A1C1', t).replace(
    /^<svg xmlns="[^"]*" width="\d+" height="\d+"/,
    `<svg x="${margin.left}" y="${margin.top}" width="${w}" height="${h}"`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${right}" height="${bottom}" viewBox="0 0 ${right} ${bottom}">
${box(0, 0, right, bottom, '#ffffff')}${box(0, ground, right, margin.bottom, '#f1f2f0')}
<ellipse cx="${margin.left + w / 2}" cy="${ground + 3}" rx="${w * 0.52}" ry="8" fill="#000" fill-opacity="0.14"/>
${pack}${measuringTape(t, tapeLeft, ground, height, pixels)}
${heightMark(t, tapeLeft + tape + 26, ground, h, bothUnits(height))}
${widthMark(t, margin.left, ground + 30, w, bothUnits(width))}</svg>`
}

/** Upright, zero on the ground: centimetres along its left edge, inches along its right. */
function measuringTape(t: Typesetter, x: number, ground: number, height: number, pixels: number): string {
  const length = (Math.ceil(height) + 0.8) * pixels
  const [drawn, room] = [Math.min(length, ground - 28), 15]
  const top = ground - drawn
  const inch = pixels * centimetresInAnInch
  // So many units from one number to the next that numbers keep clear of each other.
  const step = (unit: number) => [1, 2, 5, 10, 20].find((count) => count * unit >= room * 1.5) ?? 50
  const ticks = (unit: number, edge: number, inward: 1 | -1, parts: number): string => {
    const every = step(unit)
    const finest = [parts, 2, 1].find((count) => unit / count >= 4) ?? 1
    let out = ''
    for (let index = 1; index <= Math.floor(((drawn - 8) / unit) * finest); index++) {
      const whole = index % finest === 0
      const y = ground - (index / finest) * unit
      const reach = whole ? 16 : index % (finest / 2) === 0 ? 11 : 7
      out += line(`M${edge} ${y.toFixed(1)}h${inward * reach}`, ink, whole ? 1.8 : 1)
      const count = index / finest
      if (whole && count % every === 0 && y - top > 12)
        out += t.small(String(count), edge + inward * 21, y + 5, room, ink, {
          anchor: inward === 1 ? 'start' : 'end',
        })
    }
    return out
  }
  return (
    box(x + 3, top + 3, tape, drawn, '#000000', 5, 'fill-opacity="0.12"') +
    box(x, top, tape, drawn, yellow, 5) +
    ticks(pixels, x, 1, 10) +
    ticks(inch, x + tape, -1, 8) +
    t.small('cm', x + 8, top - 8, 13, faint, { anchor: 'start' }) +
    t.small('in', x + tape - 8, top - 8, 13, faint, { anchor: 'end' })
  )
}

/** A dimension with its two ends, its number in both units beside it. */
function heightMark(
  t: Typesetter,
  x: number,
  ground: number,
  h: number,
  [metric, imperial]: [string, string],
): string {
  const middle = ground - h / 2
  return (
    line(`M${x} ${ground - h}V${ground}M${x - 7} ${ground - h}h14M${x - 7} ${ground}h14`, ink, 2) +
    t.small(metric, x + 18, middle - 3, 25, ink, { anchor: 'start', weight: 800 }) +
    t.small(imperial, x + 18, middle + 22, 18, faint, { anchor: 'start' })
  )
}
function widthMark(
  t: Typesetter,
  x: number,
  y: number,
  w: number,
  [metric, imperial]: [string, string],
): string {
  return (
    line(`M${x} ${y}H${x + w}M${x} ${y - 7}v14M${x + w} ${y - 7}v14`, ink, 2) +
    t.small(`${metric}  ·  ${imperial}`, x + w / 2, y + 32, 18, ink, { weight: 600 })
  )
}
