import { box } from '../svg.ts'
import { face } from './type.ts'

/** EAN-13 bars of a GTIN-13 as an optical reader takes them: 95 modules, with room for the digits below. */
const left = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]
const parities = [
  'LLLLLL',
  'LLGLGG',
  'LLGGLG',
  'LLGGGL',
  'LGLLGG',
  'LGGLLG',
  'LGGGLL',
  'LGLGLG',
  'LGLGGL',
  'LGGLGL',
]
const inverse = (code: string) => [...code].map((bit) => (bit === '1' ? '0' : '1')).join('')
const reversed = (code: string) => [...code].reverse().join('')

export function modules(gtin13: string): string {
  const digits = [...gtin13].map(Number)
  const parity = parities[digits[0] ?? 0] ?? ''
  const first = digits.slice(1, 7).map((digit, index) => {
    const code = left[digit] ?? ''
    return parity[index] === 'G' ? reversed(inverse(code)) : code
  })
  const second = digits.slice(7).map((digit) => inverse(left[digit] ?? ''))
  return `101${first.join('')}01010${second.join('')}101`
}

/** Drawn on white with quiet zones; `x`, `y` is the upper left corner. */
export function barcode(gtin13: string, x: number, y: number, width: number, height: number): string {
  const unit = width / (95 + 18)
  const start = x + unit * 9
  const bits = modules(gtin13)
  let bars = ''
  for (let index = 0; index < bits.length; ) {
    let end = index
    while (bits[end] === bits[index] && end < bits.length) end++
    if (bits[index] === '1') {
      const guard = index < 3 || index > 91 || (index > 44 && index < 50)
      bars += `M${(start + index * unit).toFixed(2)} ${(y + height * 0.06).toFixed(1)}h${((end - index) * unit).toFixed(2)}v${(height * (guard ? 0.82 : 0.74)).toFixed(1)}h-${((end - index) * unit).toFixed(2)}z`
    }
    index = end
  }
  const size = Math.min(unit * 9.2, height * 0.17)
  const digit = (text: string, at: number) =>
    `<text x="${at.toFixed(1)}" y="${(y + height * 0.95).toFixed(1)}" ${face('Inter', 600)} font-size="${size.toFixed(1)}" text-anchor="middle" letter-spacing="${(unit * 1.1).toFixed(2)}" fill="#111">${text}</text>`
  return (
    box(x, y, width, height, '#ffffff', Math.min(4, height * 0.03)) +
    `<path d="${bars}" fill="#111"/>` +
    digit(gtin13[0] ?? '', x + unit * 4.5) +
    digit(gtin13.slice(1, 7), start + unit * 24) +
    digit(gtin13.slice(7), start + unit * 71)
  )
}
