import { at, box, circle, darker, lighter, line, oval, path } from '../svg.ts'

const shine = (x: number, y: number, rx: number, ry: number, turn = -30) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="#ffffff" opacity="0.4" transform="rotate(${turn} ${x} ${y})"/>`

export const drop = (colour = '#4aa8dc') =>
  path('M0 -48C16 -22 32 -6 32 16C32 36 16 48 0 48C-16 48 -32 36 -32 16C-32 -6 -16 -22 0 -48Z', colour) +
  path('M6 47C30 44 36 18 24 0C28 22 18 38 -2 48Z', darker(colour, 0.14)) +
  shine(-14, 16, 5, 12, 16)
export const bubbles = (colour = '#6cc4e8') =>
  [
    [-16, 10, 26],
    [20, -14, 18],
    [24, 24, 12],
    [-22, -28, 10],
    [2, -38, 6],
  ]
    .map(
      ([x = 0, y = 0, r = 0]) =>
        circle(x, y, r, lighter(colour, 0.45), 'opacity="0.85"') +
        circle(x, y, r, 'none', `stroke="${colour}" stroke-width="2.5"`) +
        shine(x - r * 0.35, y - r * 0.4, r * 0.25, r * 0.14),
    )
    .join('')
export const sparkle = (colour = '#ffd24a') =>
  path('M0 -46C4 -12 12 -4 46 0C12 4 4 12 0 46C-4 12 -12 4 -46 0C-12 -4 -4 -12 0 -46Z', colour) +
  path(
    'M32 -42C33 -33 35 -31 44 -30C35 -29 33 -27 32 -18C31 -27 29 -29 20 -30C29 -31 31 -33 32 -42Z',
    lighter(colour, 0.3),
  ) +
  path(
    'M-32 20C-31 28 -29 30 -21 31C-29 32 -31 34 -32 42C-33 34 -35 32 -43 31C-35 30 -33 28 -32 20Z',
    lighter(colour, 0.3),
  )
export const paw = (colour = '#7a4a2c') =>
  path('M0 0C18 0 32 16 28 32C24 44 10 38 0 38C-10 38 -24 44 -28 32C-32 16 -18 0 0 0Z', colour) +
  oval(-32, -4, 10, 14, colour, -24) +
  oval(32, -4, 10, 14, colour, 24) +
  oval(-13, -26, 11, 16, colour, -8) +
  oval(13, -26, 11, 16, colour, 8)
export const bone = (colour = '#f4ead6') =>
  at(
    0,
    0,
    1,
    box(-26, -9, 52, 18, colour, 4) +
      circle(-30, -10, 13, colour) +
      circle(-30, 10, 13, colour) +
      circle(30, -10, 13, colour) +
      circle(30, 10, 13, colour) +
      path('M-24 9H24C34 22 46 14 43 9C30 16 -30 16 -43 9C-46 14 -34 22 -24 9Z', darker(colour, 0.12)),
    -24,
  )
export const dog = (colour = '#c98d4f') =>
  path('M-32 -30C-50 -20 -48 14 -36 22C-28 14 -26 -8 -22 -24Z', darker(colour, 0.35)) +
  path('M32 -30C50 -20 48 14 36 22C28 14 26 -8 22 -24Z', darker(colour, 0.35)) +
  path('M0 -42C28 -42 36 -20 32 6C30 30 18 46 0 46C-18 46 -30 30 -32 6C-36 -20 -28 -42 0 -42Z', colour) +
  path('M0 -42C6 -24 8 -4 20 18C16 38 8 46 0 46C-8 46 -16 38 -20 18C-8 -4 -6 -24 0 -42Z', '#fdf3e3') +
  circle(-15, -8, 4.6, '#2b211b') +
  circle(15, -8, 4.6, '#2b211b') +
  oval(0, 14, 10, 7, '#2b211b') +
  line('M0 20V28M0 28C-6 34 -12 32 -14 28M0 28C6 34 12 32 14 28', '#2b211b', 2.6) +
  path('M-5 32C-4 42 4 42 5 32Z', '#e8747c')
export const cat = (colour = '#8d96a5') =>
  path('M-34 -10L-32 -44L-10 -28Z', colour) +
  path('M34 -10L32 -44L10 -28Z', colour) +
  path('M-29 -20L-28 -36L-16 -28ZM29 -20L28 -36L16 -28Z', '#f0b8b8') +
  path('M0 -32C30 -32 42 -12 40 8C38 32 18 42 0 42C-18 42 -38 32 -40 8C-42 -12 -30 -32 0 -32Z', colour) +
  path('M-16 22C-16 10 16 10 16 22C16 36 8 42 0 42C-8 42 -16 36 -16 22Z', '#ffffff') +
  oval(-16, 0, 6, 8, '#f1d44a') +
  oval(16, 0, 6, 8, '#f1d44a') +
  oval(-16, 0, 2, 7, '#22232a') +
  oval(16, 0, 2, 7, '#22232a') +
  path('M-5 14H5L0 20Z', '#e58a8a') +
  line(
    'M0 20V25M0 25C-4 30 -9 29 -11 26M0 25C4 30 9 29 11 26M-22 18L-44 14M-22 24L-43 26M22 18L44 14M22 24L43 26',
    '#5c6370',
    1.8,
  ) +
  line('M-6 -30L-4 -18M6 -30L4 -18M0 -32V-20', darker(colour, 0.3), 3)
export const duck = (colour = '#f7cf45') =>
  path(
    'M-40 10C-40 0 -28 0 -20 4C-18 -6 -10 -12 -2 -12C-10 -30 8 -46 24 -36C36 -28 34 -12 28 -4C40 6 38 26 26 36C8 46 -24 44 -34 30C-39 24 -40 16 -40 10Z',
    colour,
  ) +
  path('M34 -26C44 -26 48 -20 46 -16C40 -12 34 -14 30 -16Z', '#ef8a2d') +
  circle(20, -26, 3.4, '#2b211b') +
  path('M-16 16C-6 6 14 10 16 22C8 32 -12 32 -16 16Z', darker(colour, 0.13))
export const teddy = (colour = '#c99563') =>
  circle(-26, -28, 14, colour) +
  circle(26, -28, 14, colour) +
  circle(-26, -28, 7, lighter(colour, 0.35)) +
  circle(26, -28, 7, lighter(colour, 0.35)) +
  circle(0, 2, 40, colour) +
  oval(0, 16, 19, 15, lighter(colour, 0.5)) +
  oval(0, 9, 7, 5, '#3a2a1f') +
  circle(-15, -5, 4, '#3a2a1f') +
  circle(15, -5, 4, '#3a2a1f') +
  line('M0 14V20M0 20C-5 26 -9 24 -11 21M0 20C5 26 9 24 11 21', '#3a2a1f', 2.4) +
  circle(-27, 12, 6, '#eda58f', 'opacity="0.7"') +
  circle(27, 12, 6, '#eda58f', 'opacity="0.7"')
export const babyBottle = (colour = '#8fc7e8') =>
  path('M-10 -38C-8 -52 8 -52 10 -38Z', '#f0c9a4') +
  box(-18, -38, 36, 12, colour, 4) +
  path('M-22 -26H22V34C22 44 16 48 8 48H-8C-16 48 -22 44 -22 34Z', '#eef5f8') +
  path('M-22 -2H22V34C22 44 16 48 8 48H-8C-16 48 -22 44 -22 34Z', '#fffdf6') +
  line('M6 -14H18M10 -2H18M6 10H18M10 22H18M6 34H18', '#9bb3c0', 2.4)
export const flower = (colour = '#e78ab0') =>
  Array.from({ length: 8 }, (_, index) =>
    oval(0, -28, 10, 19, index % 2 ? colour : lighter(colour, 0.16), 0).replace(
      '/>',
      ` transform="rotate(${index * 45})"/>`,
    ),
  ).join('') +
  circle(0, 0, 12, '#f4c542') +
  circle(-3, -3, 4, '#f9dd82')
export const lavender = (colour = '#8f7cc9') =>
  [-18, 0, 18]
    .map(
      (x, index) =>
        line(`M${x * 0.4} 48C${x * 0.6} 20 ${x} 0 ${x} -20`, '#6f9a5a', 3) +
        [-42, -32, -22, -12, -2]
          .map(
            (y, row) =>
              circle(x - 5, y + (index % 2) * 6, 6.5 - Math.abs(row - 2) * 0.6, colour) +
              circle(x + 5, y + 3 + (index % 2) * 6, 6.5 - Math.abs(row - 2) * 0.6, darker(colour, 0.14)),
          )
          .join(''),
    )
    .join('')
export const aloe = () =>
  [-60, -34, 34, 60, -12, 12]
    .map((turn) =>
      path(
        'M-9 46C-13 10 -5 -26 0 -46C5 -26 13 10 9 46Z',
        turn > 0 ? '#5fae74' : '#7cc58c',
        `transform="rotate(${turn} 0 46)"`,
      ),
    )
    .join('') +
  path('M-9 46C-13 10 -5 -26 0 -46C5 -26 13 10 9 46Z', '#8fd49d') +
  line('M0 40C-1 10 0 -14 0 -30', '#c2ebc8', 2.4)
export const tooth = () =>
  path(
    'M-34 -22C-30 -44 -10 -38 0 -32C10 -38 30 -44 34 -22C38 -4 26 10 22 26C20 38 16 46 11 44C5 42 7 18 0 18C-7 18 -5 42 -11 44C-16 46 -20 38 -22 26C-26 10 -38 -4 -34 -22Z',
    '#fbfdff',
  ) +
  path('M22 26C20 38 16 46 11 44C8 43 8 34 6.500 27C20 10 30 -6 31 -31C37 -8 26 10 22 26Z', '#d5e6f1') +
  shine(-20, -20, 5, 9, 20)
export const toothbrush = (colour = '#2f9fd0') =>
  at(
    0,
    0,
    1,
    box(-48, 4, 96, 11, colour, 5.5) +
      box(18, -12, 28, 17, '#f7fbfd', 2) +
      line('M23 -10V2M29 -10V2M35 -10V2M41 -10V2', '#9fd3e6', 2.5) +
      box(-40, 6.5, 30, 4, lighter(colour, 0.5), 2),
    -32,
  )
export const capsule = (colour = '#e2574c') =>
  [
    [-8, -6, -40],
    [16, 24, 20],
  ]
    .map(([x = 0, y = 0, turn = 0], index) =>
      at(
        x,
        y,
        index ? 0.66 : 1,
        path('M-40 0C-40 -20 -24 -20 -20 -20H0V20H-20C-24 20 -40 20 -40 0Z', colour) +
          path('M40 0C40 -20 24 -20 20 -20H0V20H20C24 20 40 20 40 0Z', '#fbf6ea') +
          path('M-36 10C-32 20 -24 20 -20 20H20C24 20 32 20 36 10Z', '#000000', 'opacity="0.09"') +
          line('M-26 -11H-8', '#ffffff', 4),
        turn,
      ),
    )
    .join('')
export const tablets = (colour = '#ffffff') =>
  [
    [-16, -14],
    [20, -4],
    [-6, 24],
  ]
    .map(
      ([x = 0, y = 0]) =>
        circle(x, y + 4, 21, darker(colour, 0.18)) +
        circle(x, y, 21, colour) +
        line(`M${x - 13} ${y}H${x + 13}`, darker(colour, 0.15), 3),
    )
    .join('')
export const plaster = () =>
  at(
    0,
    0,
    1,
    box(-46, -15, 92, 30, '#e9b98e', 15) +
      box(-15, -15, 30, 30, '#f7dcc0', 2) +
      [-34, -25, 25, 34].flatMap((x) => [-6, 6].map((y) => circle(x, y, 1.8, '#c78f62'))).join(''),
    -35,
  )
export const heart = (colour = '#e2574c') =>
  path('M0 42C-30 20 -46 2 -42 -18C-38 -38 -12 -42 0 -20C12 -42 38 -38 42 -18C46 2 30 20 0 42Z', colour) +
  path('M0 42C30 20 46 2 42 -18C36 6 20 26 -8 36Z', darker(colour, 0.14)) +
  shine(-24, -18, 6, 10, 30)
export const sun = (colour = '#f6b73c') =>
  Array.from({ length: 12 }, (_, index) =>
    path('M-5 -32L0 -48L5 -32Z', colour, `transform="rotate(${index * 30})"`),
  ).join('') +
  circle(0, 0, 28, colour) +
  circle(0, 0, 21, lighter(colour, 0.3))
export const moon = (colour = '#f3d98b') =>
  path('M12 -42A44 44 0 1 0 40 22A36 36 0 0 1 12 -42Z', colour) +
  [
    [26, -22],
    [38, -2],
    [6, -8],
  ]
    .map(([x = 0, y = 0]) =>
      path(
        `M${x} ${y - 7}L${x + 2} ${y - 2}L${x + 7} ${y}L${x + 2} ${y + 2}L${x} ${y + 7}L${x - 2} ${y + 2}L${x - 7} ${y}L${x - 2} ${y - 2}Z`,
        lighter(colour, 0.4),
      ),
    )
    .join('')
export const snowflake = (colour = '#8ecbe8') =>
  [0, 60, 120]
    .map(
      (turn) =>
        `<g transform="rotate(${turn})">${line('M0 -46V46M-11 -38L0 -28L11 -38M-11 38L0 28L11 38M-9 -20L0 -12L9 -20M-9 20L0 12L9 20', colour, 4.5)}</g>`,
    )
    .join('')
export const mountain = (colour = '#6fa8c9') =>
  path('M-50 40L-14 -34L8 6L20 -12L50 40Z', colour) +
  path('M-14 -34L-26 -8L-17 -13L-10 -4L-4 -12Z', '#ffffff') +
  path('M20 -12L12 2L20 0L26 6L29 3Z', '#ffffff') +
  path('M-14 -34L8 6L16 40H50L20 -12L8 6Z', darker(colour, 0.14))
export const shirt = (colour = '#5aa9dd') =>
  path('M-16 -40L-48 -22L-38 2L-26 -4V44H26V-4L38 2L48 -22L16 -40C10 -28 -10 -28 -16 -40Z', colour) +
  path('M10 44H26V-4L38 2L48 -22L30 -32C16 0 20 20 10 44Z', darker(colour, 0.12)) +
  shine(-16, 6, 3, 16, 4)
export const plate = (colour = '#ffffff') =>
  oval(0, 8, 46, 34, darker(colour, 0.1)) +
  oval(0, 4, 46, 34, colour) +
  oval(0, 4, 32, 23, darker(colour, 0.06)) +
  oval(0, 6, 31, 21, colour) +
  at(30, -30, 0.45, sparkle('#7fd0ee'))
export const paperRoll = (colour = '#ffffff') =>
  path('M-36 -26V34C-36 44 20 44 20 34V-26Z', colour) +
  path('M6 -16V41C14 40 20 37 20 34V-26Z', darker(colour, 0.07)) +
  oval(-8, -26, 28, 12, darker(colour, 0.03)) +
  oval(-8, -26, 10, 4.6, '#c5a57c') +
  path('M20 -26L46 -20V36L20 34Z', lighter(colour, 0.5)) +
  line('M20 -4L46 0M20 14L46 18', darker(colour, 0.12), 1.6)
export const tissue = (colour = '#ffffff') =>
  path('M-14 6C-34 -14 -12 -34 -8 -46C4 -36 14 -44 26 -40C18 -24 36 -12 16 6Z', colour) +
  line('M-4 2C-8 -12 0 -22 -4 -34M8 2C12 -10 8 -20 14 -30', darker(colour, 0.14), 2.5) +
  box(-46, 4, 92, 40, '#7fb6d8', 6) +
  oval(0, 8, 26, 5, '#4f86a8')
export const sponge = () =>
  path('M-44 -4C-44 -16 -36 -20 -28 -20H28C36 -20 44 -16 44 -4V8H-44Z', '#f5cf57') +
  path('M-44 8H44V22C44 30 38 34 30 34H-30C-38 34 -44 30 -44 22Z', '#4f9a5b') +
  [
    [-24, -8, 4],
    [-4, -2, 3],
    [12, -10, 4],
    [30, -4, 3],
  ]
    .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, '#d9ab2e'))
    .join('') +
  circle(-30, -32, 9, '#dff1f8') +
  circle(-12, -38, 6, '#dff1f8') +
  circle(6, -30, 8, '#dff1f8')
export const hair = (colour = '#8a5a3a') =>
  [0, 1, 2, 3, 4]
    .map((index) =>
      line(
        `M${-34 + index * 14} -44C${-54 + index * 14} -10 ${-10 + index * 14} 10 ${-30 + index * 16} 46`,
        index % 2 ? darker(colour, 0.12) : colour,
        11,
      ),
    )
    .join('')
export const bulb = (colour = '#ffd24a') =>
  circle(0, -12, 30, colour) +
  path('M-14 12H14L10 30H-10Z', '#c7cdd4') +
  line('M-10 20H10M-9 27H9', '#8f99a3', 2.5) +
  shine(-12, -22, 5, 9, 20) +
  line('M-8 -8L-3 10M8 -8L3 10M-8 -8C-4 -14 4 -14 8 -8', '#d99a1b', 2.5)
export const battery = (colour = '#2f9d63') =>
  at(
    0,
    0,
    1,
    box(-38, -18, 70, 36, '#3a3f47', 5) +
      box(-8, -18, 40, 36, colour, 4) +
      box(32, -8, 8, 16, '#c7cdd4', 3) +
      path('M14 -14L0 3H9L4 15L20 -3H11Z', '#ffe27a'),
    -28,
  )
