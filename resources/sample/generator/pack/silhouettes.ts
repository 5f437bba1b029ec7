import type { PackKind } from '../model.ts'
import { box, circle, darker, lighter, line, oval, path } from '../svg.ts'

/** What a package is made of and closed with; `content` shows through glass. */
export interface Materials {
  body: string
  closure: string
  content: string
  /** Whether the body is clear plastic or glass. */
  clear: boolean
}
/** The outline of a package seen from one side, in pixels of that side. */
interface Silhouette {
  outline: string
  /** Drawn below the label. */
  under: string
  /** The printed area, and the shape it is cut to. */
  label: { x: number; y: number; width: number; height: number; shape?: string }
  /** Drawn above everything: closures, seams, light. */
  over: string
  /** Round packages are shaded like cylinders. */
  round: boolean
}

const metal = '#c9ced4'
const n = (value: number) => value.toFixed(1)
const rounded = (x: number, y: number, w: number, h: number, r: number) =>
  `M${n(x + r)} ${n(y)}H${n(x + w - r)}Q${n(x + w)} ${n(y)} ${n(x + w)} ${n(y + r)}V${n(y + h - r)}Q${n(x + w)} ${n(y + h)} ${n(x + w - r)} ${n(y + h)}H${n(x + r)}Q${n(x)} ${n(y + h)} ${n(x)} ${n(y + h - r)}V${n(y + r)}Q${n(x)} ${n(y)} ${n(x + r)} ${n(y)}Z`
const ridges = (x: number, y: number, w: number, h: number, colour: string, count = 14) =>
  line(
    Array.from(
      { length: count },
      (_, index) => `M${n(x + (w / count) * (index + 0.5))} ${n(y)}v${n(h)}`,
    ).join(''),
    colour,
    Math.max(1, w / count / 4),
  )
const zigzag = (y: number, w: number, depth: number, up: boolean) => {
  const teeth = Math.max(12, Math.round(w / 14))
  let d = ''
  for (let index = 1; index <= teeth; index++)
    d += `L${n((w / teeth) * (index - 0.5))} ${n(y + (up ? -depth : depth))}L${n((w / teeth) * index)} ${n(y)}`
  return d
}

type Draw = (w: number, h: number, m: Materials) => Silhouette

const plain = (w: number, h: number, radius: number): Silhouette => ({
  outline: rounded(0, 0, w, h, radius),
  under: '',
  label: { x: 0, y: 0, width: w, height: h },
  over: '',
  round: false,
})

const bottle =
  (
    neckTop: number,
    neckWidth: number,
    shoulder: number,
    labelTop: number,
    labelBottom: number,
    capHeight: number,
  ): Draw =>
  (w, h, m) => {
    const [c, nw] = [w / 2, w * neckWidth]
    const [cap, neck, sh] = [h * capHeight, h * neckTop, h * shoulder]
    const r = Math.min(w * 0.16, h * 0.05)
    const outline = `M${n(c - nw)} ${n(cap * 0.6)}H${n(c + nw)}V${n(neck)}C${n(c + nw)} ${n((neck + sh) / 2)} ${n(w)} ${n((neck + sh) / 2)} ${n(w)} ${n(sh)}V${n(h - r)}Q${n(w)} ${n(h)} ${n(w - r)} ${n(h)}H${n(r)}Q0 ${n(h)} 0 ${n(h - r)}V${n(sh)}C0 ${n((neck + sh) / 2)} ${n(c - nw)} ${n((neck + sh) / 2)} ${n(c - nw)} ${n(neck)}Z`
    const capWidth = nw * 1.16
    const fill = h * (capHeight + (neckTop - capHeight) * 0.7)
    return {
      outline: `${outline}${rounded(c - capWidth, 0, capWidth * 2, cap, cap * 0.14)}`,
      under: m.clear
        ? `${path(outline, lighter(m.content, 0.55))}<clipPath id="liquid"><rect x="0" y="${n(fill)}" width="${w}" height="${h}"/></clipPath>${path(outline, m.content, 'clip-path="url(#liquid)"')}`
        : path(outline, m.body),
      label: { x: 0, y: h * labelTop, width: w, height: h * (labelBottom - labelTop) },
      over:
        box(c - capWidth, 0, capWidth * 2, cap, m.closure, cap * 0.14) +
        ridges(c - capWidth, cap * 0.14, capWidth * 2, cap * 0.72, darker(m.closure, 0.16)) +
        box(c - nw * 1.05, cap, nw * 2.1, Math.max(3, h * 0.008), darker(m.closure, 0.25), 2),
      round: true,
    }
  }

const draw: Record<PackKind, Draw> = {
  gable: (w, h, m) => {
    const [fin, roof] = [h * 0.05, h * 0.2]
    return {
      outline: `M${n(w * 0.05)} 0H${n(w * 0.95)}V${n(fin)}L${w} ${n(roof)}V${h}H0V${n(roof)}L${n(w * 0.05)} ${n(fin)}Z`,
      under: path(
        `M${n(w * 0.05)} 0H${n(w * 0.95)}V${n(fin)}L${w} ${n(roof)}H0L${n(w * 0.05)} ${n(fin)}Z`,
        m.body,
      ),
      label: { x: 0, y: roof, width: w, height: h - roof },
      over:
        path(`M${n(w * 0.05)} 0H${n(w * 0.95)}V${n(fin)}H${n(w * 0.05)}Z`, '#ffffff', 'opacity="0.28"') +
        path(`M${n(w * 0.05)} ${n(fin)}H${n(w * 0.95)}L${w} ${n(roof)}H0Z`, '#000000', 'opacity="0.1"') +
        line(`M${n(w * 0.05)} ${n(fin)}H${n(w * 0.95)}M0 ${n(roof)}H${w}`, 'rgba(0,0,0,0.22)', 2) +
        circle(w / 2, h * 0.128, w * 0.125, darker(m.closure, 0.22)) +
        circle(w / 2, h * 0.124, w * 0.12, m.closure) +
        circle(w / 2, h * 0.122, w * 0.085, lighter(m.closure, 0.18)),
      round: false,
    }
  },
  brick: (w, h, m) => {
    const top = h * 0.055
    return {
      outline: `${rounded(0, top, w, h - top, 4)}${rounded(w * 0.56, 0, w * 0.3, top + 2, 5)}`,
      under:
        box(w * 0.56, 0, w * 0.3, top + 6, m.closure, 5) +
        ridges(w * 0.57, 3, w * 0.28, top, darker(m.closure, 0.2), 9),
      label: { x: 0, y: top, width: w, height: h - top },
      over:
        line(`M0 ${n(top + h * 0.03)}H${w}`, 'rgba(0,0,0,0.16)', 2) +
        box(0, top, w, h * 0.03, '#ffffff', 0, 'opacity="0.22"'),
      round: false,
    }
  },
  carton: (w, h) => plain(w, h, 4),
  bottle: bottle(0.15, 0.2, 0.3, 0.34, 0.9, 0.11),
  glass: bottle(0.27, 0.17, 0.42, 0.46, 0.9, 0.07),
  jug: (w, h, m) => {
    const [cap, sh] = [h * 0.11, h * 0.24]
    const body = `M${n(w * 0.14)} ${n(cap)}H${n(w * 0.5)}C${n(w * 0.62)} ${n(h * 0.13)} ${n(w * 0.96)} ${n(h * 0.16)} ${n(w * 0.99)} ${n(h * 0.34)}L${w} ${n(h * 0.94)}Q${w} ${h} ${n(w * 0.93)} ${h}H${n(w * 0.07)}Q0 ${h} 0 ${n(h * 0.94)}V${n(sh)}Q0 ${n(h * 0.15)} ${n(w * 0.14)} ${n(cap)}Z`
    const hole = `M${n(w * 0.7)} ${n(h * 0.235)}C${n(w * 0.8)} ${n(h * 0.23)} ${n(w * 0.87)} ${n(h * 0.27)} ${n(w * 0.87)} ${n(h * 0.34)}C${n(w * 0.87)} ${n(h * 0.385)} ${n(w * 0.78)} ${n(h * 0.385)} ${n(w * 0.74)} ${n(h * 0.34)}C${n(w * 0.71)} ${n(h * 0.3)} ${n(w * 0.64)} ${n(h * 0.24)} ${n(w * 0.7)} ${n(h * 0.235)}Z`
    return {
      outline: `${body}${hole}${rounded(w * 0.12, 0, w * 0.4, cap + 2, 6)}`,
      under: `<path d="${body}${hole}" fill="${m.body}" fill-rule="evenodd"/>`,
      label: {
        x: w * 0.05,
        y: h * 0.42,
        width: w * 0.9,
        height: h * 0.52,
        shape: rounded(w * 0.05, h * 0.42, w * 0.9, h * 0.52, w * 0.06),
      },
      over: `${box(w * 0.12, 0, w * 0.4, cap, m.closure, 6) + ridges(w * 0.13, 4, w * 0.38, cap - 8, darker(m.closure, 0.18))}<path d="${hole}" fill="none" stroke="rgba(0,0,0,0.18)" stroke-width="3"/>`,
      round: false,
    }
  },
  can: (w, h) => {
    const [top, low] = [h * 0.07, h * 0.945]
    return {
      outline: `M${n(w * 0.1)} ${n(h * 0.012)}Q${n(w / 2)} ${n(-h * 0.008)} ${n(w * 0.9)} ${n(h * 0.012)}L${n(w * 0.92)} ${n(h * 0.03)}Q${w} ${n(top)} ${w} ${n(h * 0.1)}V${n(h * 0.91)}Q${w} ${n(low)} ${n(w * 0.9)} ${n(h * 0.975)}Q${n(w / 2)} ${n(h * 1.008)} ${n(w * 0.1)} ${n(h * 0.975)}Q0 ${n(low)} 0 ${n(h * 0.91)}V${n(h * 0.1)}Q0 ${n(top)} ${n(w * 0.08)} ${n(h * 0.03)}Z`,
      under: box(0, 0, w, h, metal),
      label: { x: 0, y: h * 0.052, width: w, height: h * 0.905 },
      over:
        line(
          `M${n(w * 0.09)} ${n(h * 0.03)}Q${n(w / 2)} ${n(h * 0.012)} ${n(w * 0.91)} ${n(h * 0.03)}`,
          '#f4f6f8',
          3,
        ) +
        line(
          `M${n(w * 0.02)} ${n(h * 0.053)}Q${n(w / 2)} ${n(h * 0.034)} ${n(w * 0.98)} ${n(h * 0.053)}`,
          'rgba(0,0,0,0.25)',
          2,
        ),
      round: true,
    }
  },
  tin: (w, h) => {
    const rim = Math.min(h * 0.06, w * 0.05)
    return {
      outline: rounded(0, 0, w, h, rim * 0.8),
      under: box(0, 0, w, h, metal, rim * 0.8),
      label: { x: w * 0.008, y: rim * 1.3, width: w * 0.984, height: h - rim * 2.6 },
      over:
        box(0, 0, w, rim, '#dfe3e8', rim * 0.6) +
        box(0, h - rim, w, rim, '#aab1b9', rim * 0.6) +
        line(`M0 ${n(rim * 1.15)}H${w}M0 ${n(h - rim * 1.15)}H${w}`, 'rgba(0,0,0,0.3)', 2),
      round: true,
    }
  },
  jar: (w, h, m) => {
    const [lid, r] = [h * 0.145, w * 0.1]
    const glass = `M${n(w * 0.09)} ${n(lid)}H${n(w * 0.91)}Q${w} ${n(lid + h * 0.03)} ${w} ${n(lid + h * 0.11)}V${n(h - r)}Q${w} ${h} ${n(w - r)} ${h}H${n(r)}Q0 ${h} 0 ${n(h - r)}V${n(lid + h * 0.11)}Q0 ${n(lid + h * 0.03)} ${n(w * 0.09)} ${n(lid)}Z`
    return {
      outline: `${glass}${rounded(w * 0.05, 0, w * 0.9, lid, lid * 0.16)}`,
      under: `${path(glass, lighter(m.content, 0.5))}<clipPath id="jam"><rect x="0" y="${n(lid + h * 0.05)}" width="${w}" height="${h}"/></clipPath>${path(glass, m.content, 'clip-path="url(#jam)"')}`,
      label: { x: 0, y: h * 0.3, width: w, height: h * 0.58 },
      over:
        box(w * 0.05, 0, w * 0.9, lid, m.closure, lid * 0.16) +
        ridges(w * 0.06, lid * 0.42, w * 0.88, lid * 0.5, darker(m.closure, 0.16), 26) +
        box(w * 0.05, lid * 0.86, w * 0.9, lid * 0.14, darker(m.closure, 0.24), 2),
      round: true,
    }
  },
  tub: (w, h, m) => {
    const lid = h * 0.12
    const body = `M${n(w * 0.025)} ${n(lid)}H${n(w * 0.975)}L${n(w * 0.9)} ${n(h * 0.975)}Q${n(w * 0.895)} ${h} ${n(w * 0.86)} ${h}H${n(w * 0.14)}Q${n(w * 0.105)} ${h} ${n(w * 0.1)} ${n(h * 0.975)}Z`
    return {
      outline: `${body}${rounded(0, 0, w, lid + 2, lid * 0.3)}`,
      under: path(body, m.body),
      label: { x: w * 0.02, y: lid, width: w * 0.96, height: h - lid, shape: body },
      over:
        box(0, 0, w, lid, m.closure, lid * 0.3) +
        box(0, lid * 0.62, w, lid * 0.38, darker(m.closure, 0.14), lid * 0.18) +
        line(`M${n(w * 0.02)} ${n(lid + 2)}H${n(w * 0.98)}`, 'rgba(0,0,0,0.25)', 3),
      round: true,
    }
  },
  cup: (w, h, m) => {
    const lid = h * 0.055
    const body = `M${n(w * 0.03)} ${n(lid)}H${n(w * 0.97)}L${n(w * 0.87)} ${n(h * 0.96)}Q${n(w * 0.86)} ${h} ${n(w * 0.81)} ${h}H${n(w * 0.19)}Q${n(w * 0.14)} ${h} ${n(w * 0.13)} ${n(h * 0.96)}Z`
    return {
      outline: `${body}${rounded(0, 0, w, lid + 2, lid * 0.4)}`,
      under: path(body, m.body),
      label: { x: w * 0.02, y: lid, width: w * 0.96, height: h - lid, shape: body },
      over:
        box(0, 0, w, lid, '#dfe5ea', lid * 0.4) +
        box(0, 0, w, lid * 0.4, '#ffffff', lid * 0.3) +
        line(`M${n(w * 0.03)} ${n(lid + 2)}H${n(w * 0.97)}`, 'rgba(0,0,0,0.22)', 3),
      round: true,
    }
  },
  tube: (w, h, m) => {
    const body = `M0 ${n(h * 0.02)}L${n(w * 0.045)} 0C${n(w * 0.4)} 0 ${n(w * 0.7)} ${n(h * 0.1)} ${n(w * 0.82)} ${n(h * 0.14)}L${n(w * 0.87)} ${n(h * 0.26)}V${n(h * 0.74)}L${n(w * 0.82)} ${n(h * 0.86)}C${n(w * 0.7)} ${n(h * 0.9)} ${n(w * 0.4)} ${h} ${n(w * 0.045)} ${h}L0 ${n(h * 0.98)}Z`
    return {
      outline: `${body}${rounded(w * 0.87, h * 0.2, w * 0.13, h * 0.6, 8)}`,
      under: path(body, m.body),
      label: { x: w * 0.03, y: 0, width: w * 0.82, height: h, shape: body },
      over:
        box(w * 0.87, h * 0.2, w * 0.13, h * 0.6, m.closure, 8) +
        line(
          Array.from(
            { length: 8 },
            (_, index) => `M${n(w * 0.885)} ${n(h * (0.25 + index * 0.071))}H${n(w * 0.985)}`,
          ).join(''),
          darker(m.closure, 0.16),
          3,
        ) +
        box(0, 0, w * 0.035, h, '#ffffff', 2, 'opacity="0.35"') +
        ridges(0, h * 0.03, w * 0.035, h * 0.94, 'rgba(0,0,0,0.14)', 5),
      round: false,
    }
  },
  stick: (w, h, m) => {
    const end = h * 0.83
    const body = `M0 ${n(h * 0.012)}L2 0H${n(w - 2)}L${w} ${n(h * 0.012)}C${w} ${n(h * 0.4)} ${n(w * 0.93)} ${n(end * 0.9)} ${n(w * 0.88)} ${n(end)}H${n(w * 0.12)}C${n(w * 0.07)} ${n(end * 0.9)} 0 ${n(h * 0.4)} 0 ${n(h * 0.012)}Z`
    return {
      outline: `${body}${rounded(w * 0.13, end, w * 0.74, h - end, 8)}`,
      under: path(body, m.body),
      label: { x: 0, y: h * 0.03, width: w, height: end - h * 0.03, shape: body },
      over:
        box(w * 0.13, end, w * 0.74, h - end, m.closure, 8) +
        ridges(w * 0.15, end + 6, w * 0.7, h - end - 14, darker(m.closure, 0.16), 12) +
        box(0, 0, w, h * 0.026, '#ffffff', 2, 'opacity="0.4"'),
      round: false,
    }
  },
  pouch: (w, h) => {
    const r = w * 0.05
    return {
      outline: `M${n(r)} 0H${n(w - r)}Q${w} 0 ${w} ${n(r)}C${n(w * 0.985)} ${n(h * 0.3)} ${n(w * 0.985)} ${n(h * 0.6)} ${w} ${n(h * 0.95)}Q${w} ${h} ${n(w - r)} ${n(h * 0.992)}Q${n(w / 2)} ${n(h * 1.006)} ${n(r)} ${n(h * 0.992)}Q0 ${h} 0 ${n(h * 0.95)}C${n(w * 0.015)} ${n(h * 0.6)} ${n(w * 0.015)} ${n(h * 0.3)} 0 ${n(r)}Q0 0 ${n(r)} 0Z`,
      under: '',
      label: { x: 0, y: 0, width: w, height: h },
      over:
        box(0, 0, w, h * 0.045, '#ffffff', 0, 'opacity="0.3"') +
        line(`M0 ${n(h * 0.045)}H${w}`, 'rgba(0,0,0,0.16)', 2) +
        path(
          `M0 ${n(h * 0.93)}Q${n(w / 2)} ${n(h * 0.85)} ${w} ${n(h * 0.93)}V${h}H0Z`,
          '#000000',
          'opacity="0.09"',
        ) +
        path(
          `M${n(w * 0.045)} ${n(h * 0.08)}C${n(w * 0.11)} ${n(h * 0.35)} ${n(w * 0.08)} ${n(h * 0.6)} ${n(w * 0.06)} ${n(h * 0.86)}C${n(w * 0.02)} ${n(h * 0.6)} ${n(w * 0.025)} ${n(h * 0.3)} ${n(w * 0.045)} ${n(h * 0.08)}Z`,
          '#ffffff',
          'opacity="0.3"',
        ),
      round: false,
    }
  },
  bag: (w, h) => {
    const tooth = Math.min(h, w) * 0.014
    const seal = Math.min(h * 0.05, w * 0.08)
    return {
      outline: `M0 ${n(tooth)}${zigzag(tooth, w, tooth, true)}C${n(w * 0.985)} ${n(h * 0.1)} ${n(w * 0.992)} ${n(h * 0.2)} ${w} ${n(h * 0.5)}C${n(w * 0.992)} ${n(h * 0.8)} ${n(w * 0.985)} ${n(h * 0.9)} ${w} ${n(h - tooth)}${zigzag(
        h - tooth,
        w,
        tooth,
        false,
      )
        .split('L')
        .slice(1)
        .reverse()
        .map((point) => `L${point}`)
        .join(
          '',
        )}L0 ${n(h - tooth)}C${n(w * 0.015)} ${n(h * 0.9)} ${n(w * 0.008)} ${n(h * 0.8)} 0 ${n(h * 0.5)}C${n(w * 0.008)} ${n(h * 0.2)} ${n(w * 0.015)} ${n(h * 0.1)} 0 ${n(tooth)}Z`,
      under: '',
      label: { x: 0, y: 0, width: w, height: h },
      over:
        box(0, 0, w, seal, '#ffffff', 0, 'opacity="0.26"') +
        box(0, h - seal, w, seal, '#000000', 0, 'opacity="0.12"') +
        line(
          [0.3, 0.5, 0.7].map((part) => `M0 ${n(seal * part)}H${w}M0 ${n(h - seal * part)}H${w}`).join(''),
          'rgba(0,0,0,0.12)',
          1.5,
        ) +
        path(
          `M${n(w * 0.06)} ${n(seal * 1.3)}C${n(w * 0.16)} ${n(h * 0.3)} ${n(w * 0.12)} ${n(h * 0.62)} ${n(w * 0.07)} ${n(h - seal * 1.5)}C${n(w * 0.03)} ${n(h * 0.6)} ${n(w * 0.03)} ${n(h * 0.34)} ${n(w * 0.06)} ${n(seal * 1.3)}Z`,
          '#ffffff',
          'opacity="0.28"',
        ) +
        path(
          `M${n(w * 0.95)} ${n(seal * 1.3)}C${n(w * 0.9)} ${n(h * 0.4)} ${n(w * 0.92)} ${n(h * 0.7)} ${n(w * 0.96)} ${n(h - seal * 1.3)}C${n(w * 0.985)} ${n(h * 0.66)} ${n(w * 0.985)} ${n(h * 0.36)} ${n(w * 0.95)} ${n(seal * 1.3)}Z`,
          '#000000',
          'opacity="0.12"',
        ) +
        line(
          `M${n(w * 0.2)} ${n(seal)}q${n(w * 0.02)} ${n(h * 0.03)} 0 ${n(h * 0.05)}M${n(w * 0.72)} ${n(seal)}q${n(-w * 0.03)} ${n(h * 0.03)} 0 ${n(h * 0.06)}M${n(w * 0.36)} ${n(h - seal)}q${n(w * 0.02)} ${n(-h * 0.03)} 0 ${n(-h * 0.05)}`,
          'rgba(255,255,255,0.35)',
          3,
        ),
      round: false,
    }
  },
  wrap: (w, h) => ({
    ...plain(w, h, 3),
    over:
      box(0, 0, w, h * 0.035, '#d9c28a', 2) +
      box(0, h * 0.965, w, h * 0.035, '#b89a5a', 2) +
      line(`M0 ${n(h * 0.037)}H${w}M0 ${n(h * 0.963)}H${w}`, 'rgba(0,0,0,0.28)', 2),
  }),
  tray: (w, h) => ({
    outline: rounded(0, 0, w, h, Math.min(w, h) * 0.07),
    under: box(0, 0, w, h, '#e9efe9', Math.min(w, h) * 0.07),
    label: { x: 0, y: 0, width: w, height: h },
    over: `<path d="${rounded(5, 5, w - 10, h - 10, Math.min(w, h) * 0.06)}" fill="none" stroke="#ffffff" stroke-width="5" opacity="0.75"/>${line(`M0 ${n(h * 0.115)}H${w}`, 'rgba(0,0,0,0.13)', 3)}${path(`M${n(w * 0.04)} ${n(h * 0.16)}L${n(w * 0.2)} ${n(h * 0.16)}L${n(w * 0.08)} ${n(h * 0.9)}L${n(w * 0.04)} ${n(h * 0.9)}Z`, '#ffffff', 'opacity="0.25"')}`,
    round: false,
  }),
  canister: (w, h, m) => {
    const lid = Math.min(h * 0.12, w * 0.2)
    return {
      outline: `${rounded(0, lid * 0.7, w, h - lid * 0.7, w * 0.035)}${rounded(-0, 0, w, lid, lid * 0.22)}`,
      under: box(0, lid * 0.5, w, h - lid * 0.5, m.body, w * 0.035),
      label: { x: w * 0.012, y: lid, width: w * 0.976, height: h - lid },
      over:
        box(0, 0, w, lid, m.closure, lid * 0.22) +
        ridges(0, lid * 0.25, w, lid * 0.6, darker(m.closure, 0.13), 30) +
        line(`M0 ${n(lid)}H${w}`, 'rgba(0,0,0,0.3)', 3) +
        box(0, h * 0.985, w, h * 0.015, metal, 3),
      round: true,
    }
  },
  pump: (w, h, m) => {
    const [c, top] = [w / 2, h * 0.25]
    const body = rounded(0, top, w, h - top, w * 0.14)
    return {
      outline: `${body}${rounded(c - w * 0.17, h * 0.14, w * 0.34, h * 0.12, 5)}${rounded(c - w * 0.045, h * 0.05, w * 0.09, h * 0.1, 2)}${rounded(c - w * 0.42, 0, w * 0.6, h * 0.055, 8)}`,
      under: path(body, m.body),
      label: { x: 0, y: h * 0.33, width: w, height: h * 0.58 },
      over:
        box(c - w * 0.42, 0, w * 0.6, h * 0.055, m.closure, 8) +
        box(c - w * 0.045, h * 0.05, w * 0.09, h * 0.1, darker(m.closure, 0.12)) +
        box(c - w * 0.17, h * 0.14, w * 0.34, h * 0.115, m.closure, 5) +
        ridges(c - w * 0.16, h * 0.155, w * 0.32, h * 0.085, darker(m.closure, 0.16), 10),
      round: true,
    }
  },
  spray: (w, h, m) => {
    const c = w * 0.54
    const head = `M${n(w * 0.08)} ${n(h * 0.01)}H${n(w * 0.86)}Q${n(w * 0.98)} ${n(h * 0.02)} ${n(w * 0.98)} ${n(h * 0.08)}L${n(w * 0.8)} ${n(h * 0.12)}V${n(h * 0.2)}H${n(w * 0.32)}V${n(h * 0.12)}L${n(w * 0.24)} ${n(h * 0.11)}L${n(w * 0.18)} ${n(h * 0.23)}L${n(w * 0.1)} ${n(h * 0.225)}L${n(w * 0.14)} ${n(h * 0.085)}L${n(w * 0.06)} ${n(h * 0.075)}Z`
    const body = `M${n(c - w * 0.19)} ${n(h * 0.22)}H${n(c + w * 0.19)}C${n(c + w * 0.2)} ${n(h * 0.33)} ${w} ${n(h * 0.32)} ${w} ${n(h * 0.46)}V${n(h * 0.97)}Q${w} ${h} ${n(w * 0.94)} ${h}H${n(w * 0.14)}Q${n(w * 0.08)} ${h} ${n(w * 0.08)} ${n(h * 0.97)}V${n(h * 0.46)}C${n(w * 0.08)} ${n(h * 0.32)} ${n(c - w * 0.2)} ${n(h * 0.33)} ${n(c - w * 0.19)} ${n(h * 0.22)}Z`
    return {
      outline: `${head}${body}${rounded(c - w * 0.22, h * 0.185, w * 0.44, h * 0.05, 5)}`,
      under: path(body, m.clear ? lighter(m.content, 0.3) : m.body),
      label: { x: w * 0.08, y: h * 0.44, width: w * 0.92, height: h * 0.5 },
      over:
        path(head, m.closure) +
        box(c - w * 0.22, h * 0.185, w * 0.44, h * 0.05, darker(m.closure, 0.12), 5) +
        ridges(c - w * 0.2, h * 0.192, w * 0.4, h * 0.036, darker(m.closure, 0.28), 12) +
        box(w * 0.02, h * 0.012, w * 0.07, h * 0.055, darker(m.closure, 0.3), 4),
      round: false,
    }
  },
  sack: (w, h) => ({
    outline: `M${n(w * 0.02)} 0H${n(w * 0.98)}V${n(h * 0.05)}C${w} ${n(h * 0.2)} ${w} ${n(h * 0.8)} ${n(w * 0.985)} ${n(h * 0.985)}Q${n(w * 0.98)} ${h} ${n(w * 0.95)} ${h}H${n(w * 0.05)}Q${n(w * 0.02)} ${h} ${n(w * 0.015)} ${n(h * 0.985)}C0 ${n(h * 0.8)} 0 ${n(h * 0.2)} ${n(w * 0.02)} ${n(h * 0.05)}Z`,
    under: '',
    label: { x: 0, y: 0, width: w, height: h },
    over: `${box(0, 0, w, h * 0.05, '#ffffff', 0, 'opacity="0.3"')}<path d="M${n(w * 0.03)} ${n(h * 0.025)}H${n(w * 0.97)}" stroke="#ffffff" stroke-width="4" stroke-dasharray="12 8" fill="none"/><path d="M${n(w * 0.03)} ${n(h * 0.05)}H${n(w * 0.97)}" stroke="rgba(0,0,0,0.25)" stroke-width="2" fill="none"/>${path(`M${n(w * 0.93)} ${n(h * 0.06)}L${n(w * 0.985)} ${n(h * 0.3)}V${n(h * 0.97)}L${n(w * 0.94)} ${n(h * 0.8)}Z`, '#000000', 'opacity="0.08"')}`,
    round: false,
  }),
  squeeze: (w, h, m) => {
    const end = h * 0.85
    const body = `M${n(w * 0.2)} ${n(h * 0.008)}Q${n(w / 2)} ${n(-h * 0.012)} ${n(w * 0.8)} ${n(h * 0.008)}Q${n(w * 0.97)} ${n(h * 0.03)} ${w} ${n(h * 0.16)}C${n(w * 1.0)} ${n(h * 0.4)} ${n(w * 0.9)} ${n(h * 0.5)} ${n(w * 0.95)} ${n(h * 0.64)}C${n(w * 0.99)} ${n(h * 0.74)} ${n(w * 0.94)} ${n(end)} ${n(w * 0.86)} ${n(end)}H${n(w * 0.14)}C${n(w * 0.06)} ${n(end)} ${n(w * 0.01)} ${n(h * 0.74)} ${n(w * 0.05)} ${n(h * 0.64)}C${n(w * 0.1)} ${n(h * 0.5)} 0 ${n(h * 0.4)} 0 ${n(h * 0.16)}Q${n(w * 0.03)} ${n(h * 0.03)} ${n(w * 0.2)} ${n(h * 0.008)}Z`
    return {
      outline: `${body}${rounded(w * 0.1, end, w * 0.8, h - end, 10)}`,
      under: path(body, m.content),
      label: { x: w * 0.02, y: h * 0.13, width: w * 0.96, height: h * 0.6, shape: body },
      over:
        box(w * 0.1, end, w * 0.8, h - end, m.closure, 10) +
        line(`M${n(w * 0.12)} ${n(end + (h - end) * 0.4)}H${n(w * 0.88)}`, darker(m.closure, 0.22), 3),
      round: true,
    }
  },
  aerosol: (w, h, m) => {
    const cap = h * 0.2
    return {
      outline: `M0 ${n(cap * 0.4)}C0 0 ${w} 0 ${w} ${n(cap * 0.4)}V${n(h * 0.98)}Q${w} ${h} ${n(w * 0.95)} ${h}H${n(w * 0.05)}Q0 ${h} 0 ${n(h * 0.98)}Z`,
      under: box(0, cap, w, h - cap, metal),
      label: { x: 0, y: cap + h * 0.018, width: w, height: h - cap - h * 0.032 },
      over:
        path(`M0 ${n(cap * 0.4)}C0 0 ${w} 0 ${w} ${n(cap * 0.4)}V${n(cap)}H0Z`, m.closure) +
        box(0, cap, w, h * 0.018, '#e6eaee') +
        line(`M0 ${n(cap)}H${w}`, 'rgba(0,0,0,0.3)', 2) +
        oval(w / 2, cap * 0.3, w * 0.2, cap * 0.08, lighter(m.closure, 0.25)),
      round: true,
    }
  },
  bundle: (w, h) => ({
    ...plain(w, h, Math.min(w, h) * 0.07),
    over:
      path(
        `M${n(w * 0.05)} ${n(h * 0.06)}C${n(w * 0.3)} ${n(h * 0.02)} ${n(w * 0.7)} ${n(h * 0.02)} ${n(w * 0.95)} ${n(h * 0.06)}C${n(w * 0.7)} ${n(h * 0.085)} ${n(w * 0.3)} ${n(h * 0.085)} ${n(w * 0.05)} ${n(h * 0.06)}Z`,
        '#ffffff',
        'opacity="0.5"',
      ) +
      line(
        `M${n(w * 0.03)} ${n(h * 0.12)}q${n(w * 0.02)} ${n(h * 0.3)} 0 ${n(h * 0.7)}M${n(w * 0.97)} ${n(h * 0.12)}q${n(-w * 0.02)} ${n(h * 0.3)} 0 ${n(h * 0.7)}`,
        'rgba(255,255,255,0.6)',
        5,
      ),
  }),
}

export const silhouette = (kind: PackKind, width: number, height: number, materials: Materials): Silhouette =>
  draw[kind](width, height, materials)
