import type { PackKind, SampleProduct } from '../model.ts'
import { darker, lighter, lightness } from '../svg.ts'
import { frontLabel } from './front.ts'
import { leftLabel, rightLabel } from './side.ts'
import { type Materials, silhouette } from './silhouettes.ts'
import type { Typesetter } from './type.ts'

type View = 'A1C1' | 'A2C1' | 'A8C1'

const clearKinds = new Set<PackKind>(['glass', 'jar', 'tray'])

function materials({ brand, variant, department, line }: SampleProduct): Materials {
  const drink = department === '14' || department === '17'
  const clear = clearKinds.has(line.pack) || (line.pack === 'bottle' && drink) || line.pack === 'spray'
  const water = line.category === '1401'
  const closure = lightness(brand.accent) > 0.92 ? brand.deep : brand.accent
  return {
    body: lightness(brand.base) > 0.9 ? '#f7f9fa' : brand.style === 'arch' ? brand.base : brand.paper,
    closure:
      line.pack === 'jar'
        ? lightness(variant.colour) > 0.75
          ? brand.deep
          : darker(variant.colour, 0.1)
        : line.pack === 'tub'
          ? variant.colour
          : closure,
    content: water
      ? '#d7eef6'
      : line.pack === 'glass' && line.category === '1709'
        ? darker(variant.colour, 0.15)
        : lighter(variant.colour, 0.08),
    clear,
  }
}

/** Pixels of the longer side, by view: the front is looked at most. */
const longest = { A1C1: 680, A2C1: 460, A8C1: 480 } as const

/** One view of a package as SVG, cut out: around it everything is clear. */
export function drawPack(product: SampleProduct, view: View, t: Typesetter): string {
  const [width, height, depth] = product.size
  const across = view === 'A1C1' ? width : depth
  const scale = longest[view] / Math.max(across, height)
  const w = Math.round(across * scale)
  const h = Math.round(height * scale)
  const shape = silhouette(sideKind(product.line.pack, view), w, h, materials(product))
  const { label } = shape
  const draw = { A1C1: frontLabel, A2C1: leftLabel, A8C1: rightLabel }[view]
  const printed = draw(product, label.width, label.height, t)
  const clip = label.shape ?? `M${label.x} ${label.y}h${label.width}v${label.height}h${-label.width}Z`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"><defs>
<clipPath id="outline"><path d="${shape.outline}" clip-rule="${product.line.pack === 'jug' ? 'evenodd' : 'nonzero'}"/></clipPath><clipPath id="label"><path d="${clip}"/></clipPath>
<linearGradient id="round"><stop offset="0" stop-color="#000" stop-opacity="0.34"/><stop offset="0.1" stop-color="#000" stop-opacity="0.1"/><stop offset="0.22" stop-color="#fff" stop-opacity="0.26"/><stop offset="0.36" stop-color="#fff" stop-opacity="0"/><stop offset="0.66" stop-color="#000" stop-opacity="0"/><stop offset="0.9" stop-color="#000" stop-opacity="0.16"/><stop offset="1" stop-color="#000" stop-opacity="0.38"/></linearGradient>
<linearGradient id="flat"><stop offset="0" stop-color="#fff" stop-opacity="0.16"/><stop offset="0.05" stop-color="#fff" stop-opacity="0"/><stop offset="0.9" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.13"/></linearGradient></defs>
<g clip-path="url(#outline)">${shape.under}<g clip-path="url(#label)"><g transform="translate(${label.x} ${label.y})">${printed}</g></g>${shape.over}<rect width="${w}" height="${h}" fill="url(#${shape.round ? 'round' : 'flat'})"/><path d="${shape.outline}" fill="none" stroke="#000" stroke-opacity="0.16" stroke-width="3"/></g></svg>`
}

/** What a package looks like from the side; a lying tube ends in its cap. */
function sideKind(kind: PackKind, view: View): PackKind {
  if (view === 'A1C1') return kind
  if (kind === 'tube') return 'carton'
  if (kind === 'jug') return 'bottle'
  return kind
}
