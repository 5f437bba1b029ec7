import type { Pattern } from '../model.ts'
import type { Seeded } from '../seeded.ts'
import { circle, line } from '../svg.ts'

/** A quiet texture of one colour over a box; meant to be drawn at low opacity. */
export function pattern(
  kind: Pattern,
  width: number,
  height: number,
  colour: string,
  random: Seeded,
): string {
  const unit = Math.max(width, height) / 14
  const cells = (step: number, draw: (x: number, y: number, index: number) => string) => {
    let out = ''
    let row = 0
    for (let y = -step / 2; y < height + step; y += step, row++)
      for (let x = (row % 2) * (step / 2) - step; x < width + step; x += step) out += draw(x, y, row)
    return out
  }
  switch (kind) {
    case 'none':
      return ''
    case 'dots':
      return cells(unit * 1.1, (x, y) => circle(x, y, unit * 0.2, colour))
    case 'stripes':
      return Array.from(
        { length: Math.ceil(width / unit) + 1 },
        (_, index) =>
          `<rect x="${(index * unit * 1.2).toFixed(1)}" y="0" width="${(unit * 0.5).toFixed(1)}" height="${height}" fill="${colour}"/>`,
      ).join('')
    case 'waves':
      return Array.from({ length: Math.ceil(height / unit) + 2 }, (_, index) => {
        let d = `M${-unit} ${(index * unit).toFixed(1)}`
        for (let x = 0; x < width + unit * 2; x += unit * 2)
          d += `q${(unit / 2).toFixed(1)} ${(-unit / 2).toFixed(1)} ${unit.toFixed(1)} 0t${unit.toFixed(1)} 0`
        return line(d, colour, unit * 0.14)
      }).join('')
    case 'rays': {
      const reach = Math.hypot(width, height)
      return Array.from({ length: 18 }, (_, index) => {
        const turn = (index / 18) * Math.PI * 2
        const spread = Math.PI / 18 / 1.15
        const point = (angle: number) =>
          `${(width / 2 + Math.cos(angle) * reach).toFixed(0)} ${(height * 0.58 + Math.sin(angle) * reach).toFixed(0)}`
        return `<path d="M${(width / 2).toFixed(0)} ${(height * 0.58).toFixed(0)}L${point(turn - spread)}L${point(turn + spread)}Z" fill="${colour}"/>`
      }).join('')
    }
    case 'leaves':
      return cells(
        unit * 1.8,
        (x, y, row) =>
          `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${row % 2 ? 35 : -35})" d="M0 ${(-unit * 0.7).toFixed(1)}Q${(unit * 0.5).toFixed(1)} 0 0 ${(unit * 0.7).toFixed(1)}Q${(-unit * 0.5).toFixed(1)} 0 0 ${(-unit * 0.7).toFixed(1)}Z" fill="${colour}"/>`,
      )
    case 'grid':
      return Array.from({ length: 30 }, (_, index) =>
        line(
          `M${(index * unit).toFixed(1)} 0V${height}M0 ${(index * unit).toFixed(1)}H${width}`,
          colour,
          unit * 0.05,
        ),
      ).join('')
    case 'lattice':
      return Array.from({ length: 44 }, (_, index) =>
        line(
          `M${((index - 22) * unit).toFixed(1)} 0l${height} ${height}M${((index - 2) * unit).toFixed(1)} 0l${-height} ${height}`,
          colour,
          unit * 0.07,
        ),
      ).join('')
    case 'confetti':
      return Array.from({ length: 46 }, () => {
        const [x, y, turn] = [random.between(0, width), random.between(0, height), random.whole(0, 180)]
        return random.chance(0.5)
          ? `<rect x="${(-unit * 0.3).toFixed(1)}" y="${(-unit * 0.1).toFixed(1)}" width="${(unit * 0.6).toFixed(1)}" height="${(unit * 0.2).toFixed(1)}" rx="${(unit * 0.1).toFixed(1)}" fill="${colour}" transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${turn})"/>`
          : circle(x, y, unit * 0.16, colour)
      }).join('')
    case 'hills':
      return `<path d="M0 ${(height * 0.72).toFixed(0)}Q${(width * 0.25).toFixed(0)} ${(height * 0.52).toFixed(0)} ${(width * 0.5).toFixed(0)} ${(height * 0.66).toFixed(0)}T${width} ${(height * 0.6).toFixed(0)}V${height}H0Z" fill="${colour}"/><path d="M0 ${(height * 0.86).toFixed(0)}Q${(width * 0.3).toFixed(0)} ${(height * 0.7).toFixed(0)} ${(width * 0.62).toFixed(0)} ${(height * 0.82).toFixed(0)}T${width} ${(height * 0.76).toFixed(0)}V${height}H0Z" fill="${colour}"/>`
  }
}
