import { at, circle, darker, lighter, line, oval, path } from '../svg.ts'

const leaf = '#4f9a3f'
const stem = '#6b4a2b'
const leafAt = (x: number, y: number, turn: number, scale = 1) =>
  at(
    x,
    y,
    scale,
    path('M0 0C8 -14 24 -14 32 -4C22 8 8 8 0 0Z', leaf) +
      line('M3 -1C12 -5 20 -5 28 -4', darker(leaf, 0.2), 1.5),
    turn,
  )
const shine = (x: number, y: number, rx: number, ry: number, turn = -30) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="#ffffff" opacity="0.35" transform="rotate(${turn} ${x} ${y})"/>`

export const apple = (colour = '#d8352f') =>
  path('M0 -22C-14 -36 -44 -28 -42 4C-40 32 -20 48 -2 41C18 49 40 32 42 4C44 -28 14 -36 0 -22Z', colour) +
  path('M14 42C34 34 43 10 40 -8C38 24 20 38 -2 41C4 43 9 44 14 42Z', darker(colour, 0.16)) +
  shine(-24, -6, 6, 13, 20) +
  line('M0 -20C0 -32 4 -40 8 -44', stem, 4) +
  leafAt(4, -32, -14)

export const pear = (colour = '#bccb45') =>
  path(
    'M0 -40C12 -40 15 -26 18 -12C22 2 36 10 34 28C32 44 14 46 0 46C-14 46 -32 44 -34 28C-36 10 -22 2 -18 -12C-15 -26 -12 -40 0 -40Z',
    colour,
  ) +
  path('M10 45C30 44 36 32 32 18C30 34 16 42 0 46Z', darker(colour, 0.14)) +
  shine(-18, 16, 6, 14, 15) +
  line('M0 -38C1 -44 4 -47 7 -49', stem, 4) +
  leafAt(3, -40, 0, 0.8)

export const citrus = (colour = '#f39a1f') => {
  const rind = colour
  const flesh = lighter(colour, 0.18)
  const pith = lighter(colour, 0.82)
  const wedges = Array.from({ length: 8 }, (_, index) =>
    path(
      'M0 -5C9 -14 11 -26 7 -31C4 -33 -4 -33 -7 -31C-11 -26 -9 -14 0 -5Z',
      flesh,
      `transform="rotate(${index * 45})"`,
    ),
  ).join('')
  return circle(0, 0, 44, rind) + circle(0, 0, 38, pith) + wedges + circle(0, 0, 3, pith)
}
export const orange = (colour = '#f28c1b') =>
  circle(-8, -4, 38, colour) +
  path('M28 10C22 32 -14 40 -36 22C-20 48 24 44 28 10Z', darker(colour, 0.14)) +
  shine(-24, -20, 7, 12, 35) +
  leafAt(-8, -38, -20) +
  at(22, 20, 0.66, citrus(colour))
export const lemon = (colour = '#f4cf2a') =>
  path(
    'M-46 4C-42 -8 -34 -30 0 -32C30 -32 38 -12 44 -6C50 0 46 8 40 10C32 28 12 34 -6 32C-30 30 -36 16 -42 14C-46 12 -47 8 -46 4Z',
    colour,
  ) +
  path('M40 10C32 28 12 34 -6 32C-20 31 -30 25 -35 19C-10 26 22 20 40 10Z', darker(colour, 0.13)) +
  shine(-16, -16, 12, 6, -14) +
  leafAt(36, -10, -50, 0.9)

export const banana = (colour = '#f6cf3c') =>
  path('M-40 -30C-34 20 4 44 44 26C46 22 44 18 40 17C14 22 -14 4 -26 -34C-30 -38 -40 -38 -40 -30Z', colour) +
  path('M-38 -16C-28 24 8 44 44 26C20 28 -22 16 -38 -16Z', darker(colour, 0.14)) +
  path('M-40 -32L-26 -36L-29 -46L-39 -44Z', '#8c6a2c') +
  circle(42, 21, 4.5, '#7a5a28')

export const strawberry = (colour = '#e03a45') =>
  path('M0 46C-26 34 -42 4 -34 -14C-26 -28 -10 -24 0 -20C10 -24 26 -28 34 -14C42 4 26 34 0 46Z', colour) +
  path('M0 46C26 34 42 4 34 -14C32 14 18 34 0 46Z', darker(colour, 0.15)) +
  [
    [-18, -4],
    [0, -6],
    [18, -4],
    [-10, 12],
    [9, 12],
    [0, 28],
    [-22, 12],
    [23, 12],
  ]
    .map(([x, y]) => oval(x ?? 0, y ?? 0, 1.8, 3, '#ffe08a'))
    .join('') +
  path(
    'M0 -18C-10 -20 -24 -18 -30 -28C-18 -30 -12 -30 -6 -28C-6 -36 -4 -42 0 -46C4 -42 6 -36 6 -28C12 -30 18 -30 30 -28C24 -18 10 -20 0 -18Z',
    leaf,
  )

const round = (x: number, y: number, r: number, colour: string) =>
  circle(x, y, r, colour) +
  path(
    `M${x - r * 0.7} ${y + r * 0.7}A${r} ${r} 0 0 0 ${x + r} ${y}A${r * 1.1} ${r * 1.1} 0 0 1 ${x - r * 0.7} ${y + r * 0.7}Z`,
    darker(colour, 0.18),
  ) +
  shine(x - r * 0.35, y - r * 0.4, r * 0.28, r * 0.18)
export const blueberries = (colour = '#4a5fb0') =>
  leafAt(10, -26, -30) +
  leafAt(-6, -26, 200, 0.9) +
  round(-20, 4, 22, colour) +
  round(22, 2, 20, lighter(colour, 0.08)) +
  round(2, 26, 21, darker(colour, 0.08)) +
  [
    [-20, -4],
    [22, -5],
    [2, 18],
  ]
    .map(([x, y]) => path(`M${(x ?? 0) - 6} ${y}l4 -3l2 -4l2 4l5 3l-5 3l-2 4l-2 -4Z`, darker(colour, 0.4)))
    .join('')
export const raspberry = (colour = '#d6336c') =>
  [
    [-14, -14, 10],
    [2, -16, 10],
    [16, -12, 10],
    [-20, 0, 10],
    [-6, 0, 11],
    [9, 1, 11],
    [20, 3, 9],
    [-14, 14, 10],
    [2, 16, 11],
    [15, 16, 9],
    [-6, 29, 9],
    [7, 30, 9],
    [0, 40, 7],
  ]
    .map(([x = 0, y = 0, r = 0], index) => round(x, y, r, index % 2 ? colour : lighter(colour, 0.08)))
    .join('') +
  path(
    'M0 -18C-10 -20 -22 -18 -28 -28C-16 -30 -10 -30 -5 -28C-4 -36 -3 -40 0 -46C4 -40 5 -36 6 -28C12 -30 18 -30 28 -28C22 -18 10 -20 0 -18Z',
    leaf,
  )
export const grapes = (colour = '#7d4a9e') =>
  line('M0 -44C2 -34 0 -28 0 -24', stem, 4) +
  leafAt(2, -34, -10) +
  [
    [-24, -16],
    [-8, -20],
    [8, -20],
    [24, -16],
    [-16, -2],
    [0, -4],
    [16, -2],
    [-9, 13],
    [8, 13],
    [0, 28],
  ]
    .map(([x = 0, y = 0]) => round(x, y, 11, colour))
    .join('')
export const cherries = (colour = '#b5172f') =>
  line('M-16 10C-12 -16 0 -34 14 -44M20 14C20 -10 18 -30 14 -44', '#5d7d32', 3.5) +
  leafAt(14, -42, 20) +
  round(-18, 24, 20, colour) +
  round(20, 28, 19, darker(colour, 0.06))
export const peach = (colour = '#f7a072') =>
  circle(0, 6, 40, colour) +
  path('M0 -34C30 -30 40 -8 40 6A40 40 0 0 1 10 45C26 20 22 -10 0 -34Z', '#ee6f57') +
  shine(-20, -8, 7, 13, 20) +
  line('M0 -32C-6 -10 -4 10 2 24', darker(colour, 0.2), 2) +
  leafAt(0, -34, -24)
export const mango = (colour = '#f6a623') =>
  path('M-38 12C-40 -18 -10 -40 16 -34C40 -28 48 0 36 22C24 42 -34 46 -38 12Z', colour) +
  path('M16 -34C40 -28 48 0 36 22C30 32 16 38 2 38C30 20 32 -10 16 -34Z', '#e4572e') +
  shine(-16, -8, 7, 14, 40) +
  leafAt(14, -36, -40)
export const pineapple = () =>
  path(
    'M0 -12C-6 -28 -22 -36 -30 -36C-20 -30 -16 -22 -14 -14C-24 -20 -34 -18 -38 -16C-26 -14 -16 -8 -10 -4H10C16 -8 26 -14 38 -16C34 -18 24 -20 14 -14C16 -22 20 -30 30 -36C22 -36 6 -28 0 -12C2 -26 4 -40 0 -48C-4 -40 -2 -26 0 -12Z',
    leaf,
  ) +
  oval(0, 20, 26, 29, '#efb02e') +
  path('M18 -1C28 14 28 36 4 49C22 46 26 32 26 20C26 12 23 4 18 -1Z', '#d48e1c') +
  line('M-22 6L14 44M-24 22L2 48M-12 -6L24 30M22 6L-14 44M24 22L-2 48M12 -6L-24 30', '#b9741a', 2)
export const coconut = () =>
  circle(0, 2, 42, '#6d4a32') +
  circle(0, 2, 35, '#f9f4ea') +
  circle(0, 6, 24, '#eadfcb') +
  path('M-24 6A24 24 0 0 0 24 6A24 20 0 0 1 -24 6Z', '#fffdf7') +
  shine(-14, -20, 12, 4, -20)
export const avocado = () =>
  path(
    'M0 -46C16 -46 20 -26 26 -10C34 6 40 16 36 28C30 46 12 48 0 48C-12 48 -30 46 -36 28C-40 16 -34 6 -26 -10C-20 -26 -16 -46 0 -46Z',
    '#3f6b35',
  ) +
  path(
    'M0 -38C11 -38 14 -22 20 -7C26 7 31 16 28 26C24 38 10 40 0 40C-10 40 -24 38 -28 26C-31 16 -26 7 -20 -7C-14 -22 -11 -38 0 -38Z',
    '#d6e39a',
  ) +
  circle(0, 15, 17, '#7b4a2d') +
  shine(-6, 9, 5, 4)
export const plum = (colour = '#6b3a75') =>
  circle(0, 6, 38, colour) +
  path('M26 34A38 38 0 0 0 30 -18C34 6 20 28 -6 44C8 46 20 42 26 34Z', darker(colour, 0.2)) +
  line('M0 -30C-4 -10 -2 10 4 24', darker(colour, 0.25), 2) +
  shine(-18, -6, 6, 11, 20) +
  line('M0 -30C0 -38 4 -42 6 -46', stem, 4) +
  leafAt(2, -36, -12)
