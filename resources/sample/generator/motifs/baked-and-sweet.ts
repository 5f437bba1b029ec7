import { at, box, circle, darker, lighter, line, oval, path } from '../svg.ts'

const crust = '#c98a45'
const shine = (x: number, y: number, rx: number, ry: number, turn = -30) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="#ffffff" opacity="0.33" transform="rotate(${turn} ${x} ${y})"/>`

export const wheat = (colour = '#d9a53a') =>
  at(
    0,
    0,
    1,
    line('M0 48V-20', darker(colour, 0.2), 3) +
      [-30, -16, -2, 12]
        .map(
          (y) =>
            path(
              `M0 ${y + 12}C-16 ${y + 8} -20 ${y - 6} -14 ${y - 14}C-4 ${y - 8} 0 ${y} 0 ${y + 12}Z`,
              colour,
            ) +
            path(
              `M0 ${y + 12}C16 ${y + 8} 20 ${y - 6} 14 ${y - 14}C4 ${y - 8} 0 ${y} 0 ${y + 12}Z`,
              darker(colour, 0.12),
            ),
        )
        .join('') +
      path('M0 -24C-8 -34 -4 -44 0 -50C4 -44 8 -34 0 -24Z', colour),
  )
export const loaf = (colour = crust) =>
  path(
    'M-46 0C-48 -24 -24 -30 0 -30C24 -30 48 -24 46 0C46 8 42 10 40 12V28C40 34 36 36 30 36H-30C-36 36 -40 34 -40 28V12C-42 10 -46 8 -46 0Z',
    colour,
  ) +
  path(
    'M-46 0C-48 -24 -24 -30 0 -30C24 -30 48 -24 46 0C40 -14 20 -20 0 -20C-20 -20 -40 -14 -46 0Z',
    lighter(colour, 0.22),
  ) +
  line('M-22 -14L-12 4M-4 -16L6 2M14 -14L24 4', lighter(colour, 0.5), 4)
export const toast = (colour = crust) =>
  path(
    'M-36 -8C-48 -30 -22 -40 0 -40C22 -40 48 -30 36 -8V34C36 40 32 42 28 42H-28C-32 42 -36 40 -36 34Z',
    colour,
  ) +
  path(
    'M-30 -8C-40 -26 -20 -33 0 -33C20 -33 40 -26 30 -8V31C30 34 28 35 26 35H-26C-28 35 -30 34 -30 31Z',
    lighter(colour, 0.55),
  ) +
  [
    [-12, -10],
    [8, 4],
    [-4, 18],
    [16, -16],
    [18, 22],
  ]
    .map(([x = 0, y = 0]) => oval(x, y, 2.4, 1.6, lighter(colour, 0.25)))
    .join('')
export const croissant = () =>
  path(
    'M-46 26C-48 0 -24 -30 4 -30C30 -30 50 -8 46 18C44 26 36 24 34 18C28 4 12 0 0 6C-14 12 -26 24 -32 32C-38 38 -46 36 -46 26Z',
    '#d99a4e',
  ) +
  line(
    'M-30 -6C-24 2 -22 8 -24 22M-10 -24C-8 -12 -6 -4 -6 8M14 -28C14 -16 14 -8 12 4M34 -14C28 -6 26 0 26 8',
    '#b3742c',
    3,
  ) +
  shine(-4, -22, 14, 3, -6)
export const bagel = () =>
  oval(0, 0, 44, 38, '#c78a48') +
  oval(0, -3, 38, 30, '#d9a260') +
  oval(0, 0, 13, 10, '#a9692e') +
  [
    [-24, -10],
    [-14, -20],
    [2, -24],
    [18, -18],
    [28, -4],
    [22, 14],
    [4, 22],
    [-16, 18],
    [-28, 6],
  ]
    .map(([x = 0, y = 0]) => oval(x, y, 3, 1.8, '#f8ecd0', x * 2))
    .join('')
export const muffin = (colour = '#c98a45') =>
  path('M-28 6H28L20 44H-20Z', '#e9d8bd') +
  line('M-16 10L-12 42M0 10V42M16 10L12 42', '#c7b08c', 2.5) +
  path(
    'M-38 8C-46 -10 -30 -22 -22 -24C-16 -44 16 -44 22 -24C30 -22 46 -10 38 8C26 14 -26 14 -38 8Z',
    colour,
  ) +
  [
    [-18, -12],
    [2, -26],
    [18, -10],
    [-2, -6],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 4, darker(colour, 0.5)))
    .join('')
export const cookie = (colour = '#d29a55') =>
  circle(0, 0, 42, colour) +
  path('M-30 30A42 42 0 0 0 42 -2A48 48 0 0 1 -30 30Z', darker(colour, 0.12)) +
  [
    [-18, -16, 7],
    [12, -22, 6],
    [22, 6, 7],
    [-4, 4, 6],
    [-20, 16, 6],
    [8, 26, 7],
    [-32, -2, 4],
  ]
    .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, '#5a3420') + circle(x - 2, y - 2, r * 0.3, '#8a5a3c'))
    .join('')
export const cracker = () =>
  box(-38, -38, 76, 76, '#e2b368', 8) +
  box(-34, -34, 68, 68, '#efc983', 6) +
  [-18, 0, 18].flatMap((x) => [-18, 0, 18].map((y) => circle(x, y, 3.2, '#c08a3e'))).join('') +
  [
    [-10, -28],
    [28, 10],
    [-28, 10],
    [10, 28],
  ]
    .map(([x = 0, y = 0]) => box(x, y, 3, 3, '#ffffff'))
    .join('')
export const pretzel = () =>
  line(
    'M-10 36C14 18 26 -6 14 -24C2 -38 -12 -22 0 0C12 -22 -2 -38 -14 -24C-26 -6 -14 18 10 36',
    '#a8642a',
    13,
  ) +
  at(
    0,
    0,
    1,
    line('M0 6C-22 34 -44 16 -40 -6C-36 -30 -12 -34 0 -8C12 -34 36 -30 40 -6C44 16 22 34 0 6', '#b36d2e', 12),
  ) +
  [
    [-36, -4],
    [-26, -22],
    [34, -10],
    [24, -24],
    [-30, 14],
    [30, 14],
    [0, 6],
  ]
    .map(([x = 0, y = 0]) => box(x - 2, y - 2, 4, 4, '#fff6e6', 1))
    .join('')
export const popcorn = () =>
  [
    [-16, 10, 15],
    [14, 12, 15],
    [0, -6, 18],
    [-20, -12, 13],
    [20, -12, 13],
    [0, -26, 13],
    [0, 22, 13],
  ]
    .map(
      ([x = 0, y = 0, r = 0], index) =>
        circle(x, y, r, index % 2 ? '#fff7df' : '#fdeec0') +
        path(
          `M${x - r * 0.5} ${y + r * 0.5}A${r} ${r} 0 0 0 ${x + r * 0.7} ${y + r * 0.2}A${r} ${r} 0 0 1 ${x - r * 0.5} ${y + r * 0.5}Z`,
          '#f2cf79',
        ),
    )
    .join('') + oval(4, 4, 5, 3.5, '#d99a2b')
export const chips = (colour = '#f0b840') =>
  [
    [-14, 12, -24],
    [16, 10, 30],
    [0, -14, 4],
  ]
    .map(([x = 0, y = 0, turn = 0], index) =>
      at(
        x,
        y,
        1,
        path(
          'M-30 4C-30 -16 -10 -24 4 -22C22 -20 32 -6 28 8C20 20 -24 22 -30 4Z',
          index === 1 ? darker(colour, 0.08) : colour,
        ) +
          path('M-30 4C-14 14 14 12 28 8C20 20 -24 22 -30 4Z', darker(colour, 0.16)) +
          line('M-18 -6C-6 -2 8 -4 18 -8M-14 -13C-4 -9 6 -11 14 -14', darker(colour, 0.14), 1.8),
        turn,
      ),
    )
    .join('')
export const tortilla = (colour = '#eab54a') =>
  [
    [-12, 8, -16],
    [14, 4, 24],
  ]
    .map(([x = 0, y = 0, turn = 0]) =>
      at(
        x,
        y,
        1,
        path('M0 -36C10 -22 26 4 34 24C18 30 -18 30 -34 24C-26 4 -10 -22 0 -36Z', colour) +
          path('M-34 24C-18 18 18 18 34 24C18 30 -18 30 -34 24Z', darker(colour, 0.16)) +
          [
            [-4, -6],
            [6, 8],
            [-12, 12],
            [14, 16],
            [2, -16],
          ]
            .map(([cx = 0, cy = 0]) => circle(cx, cy, 2, darker(colour, 0.28)))
            .join(''),
        turn,
      ),
    )
    .join('')
export const cereal = (colour = '#e7b04a') =>
  [
    [-26, -14],
    [8, -26],
    [28, 0],
    [-8, 4],
    [-30, 20],
    [14, 26],
    [-6, 34],
  ]
    .map(
      ([x = 0, y = 0], index) =>
        circle(x, y, 14, index % 2 ? colour : darker(colour, 0.1)) +
        circle(x, y, 5, darker(colour, 0.42)) +
        shine(x - 5, y - 8, 4, 2),
    )
    .join('')
export const bowl = (food = '#e9c98b', dish = '#4a78b5') =>
  oval(0, -4, 46, 14, lighter(dish, 0.4)) +
  oval(0, -4, 40, 10.5, food) +
  [
    [-22, -6],
    [-8, -10],
    [6, -6],
    [20, -8],
    [-14, -1],
    [14, -1],
    [0, -2],
  ]
    .map(([x = 0, y = 0], index) =>
      oval(x, y, 6, 3.4, index % 2 ? lighter(food, 0.25) : darker(food, 0.12), index * 40),
    )
    .join('') +
  path('M-46 -4C-46 28 -22 40 0 40C22 40 46 28 46 -4C40 14 -40 14 -46 -4Z', dish) +
  path('M10 39C32 36 46 22 46 -4C44 6 30 10 18 11C26 22 22 34 10 39Z', darker(dish, 0.16))
export const oats = (colour = '#e3c48d') =>
  [
    [-24, -20, 20],
    [10, -26, -30],
    [28, 0, 60],
    [-8, 0, -10],
    [-30, 16, 40],
    [16, 24, 10],
    [-8, 32, -30],
  ]
    .map(([x = 0, y = 0, turn = 0]) =>
      at(
        x,
        y,
        1,
        oval(0, 0, 17, 11, colour) + line('M-12 0H12', darker(colour, 0.22), 2) + shine(-3, -5, 7, 2, 0),
        turn,
      ),
    )
    .join('')
export const almond = (colour = '#b9743c') =>
  [
    [-14, 10, -30],
    [18, 14, 30],
    [2, -16, 0],
  ]
    .map(([x = 0, y = 0, turn = 0]) =>
      at(
        x,
        y,
        1,
        path('M0 -28C14 -14 18 4 12 16C6 26 -6 26 -12 16C-18 4 -14 -14 0 -28Z', colour) +
          path('M0 -28C14 -14 18 4 12 16C9 22 4 24 0 24C6 6 6 -10 0 -28Z', darker(colour, 0.14)) +
          line('M-3 -12C-5 -2 -5 8 -3 16', darker(colour, 0.2), 1.5),
        turn,
      ),
    )
    .join('')
export const peanut = () =>
  at(
    0,
    0,
    1,
    path(
      'M-22 -40C-4 -48 10 -34 8 -18C8 -8 20 -6 28 4C40 20 32 42 12 44C-10 46 -18 28 -14 12C-12 2 -26 -2 -32 -14C-36 -26 -32 -36 -22 -40Z',
      '#d7a259',
    ) +
      line(
        'M-20 -32C-12 -26 -10 -16 -14 -8M-6 -34C0 -26 0 -18 -4 -8M2 4C14 10 20 22 18 36M-6 14C2 20 6 30 4 40',
        '#b37f38',
        2.4,
      ),
  )
export const hazelnut = () =>
  [
    [-16, 4],
    [18, 12],
  ]
    .map(([x = 0, y = 0]) =>
      at(
        x,
        y,
        0.9,
        circle(0, 4, 26, '#a5662f') +
          path('M-26 0C-24 -26 24 -26 26 0C16 8 -16 8 -26 0Z', '#d8b184') +
          path('M8 29A26 26 0 0 0 26 4C22 16 16 24 8 29Z', '#84491c') +
          path('M0 -22l3 -8l-6 0Z', '#7b4a22'),
      ),
    )
    .join('')
export const cashew = () =>
  [
    [-14, -8, 0],
    [16, 16, 150],
  ]
    .map(([x = 0, y = 0, turn = 0]) =>
      at(
        x,
        y,
        1,
        line('M-16 14C-24 -10 -6 -24 16 -16', '#e7c893', 17) +
          line('M-16 10C-20 -8 -6 -18 12 -14', '#f3ddb4', 4),
        turn,
      ),
    )
    .join('')
export const chocolate = (colour = '#5b3320') =>
  at(
    0,
    0,
    1,
    box(-36, -40, 72, 80, darker(colour, 0.2), 5) +
      [-32, 2]
        .flatMap((x) =>
          [-36, -11, 14].map(
            (y) =>
              box(x, y, 30, 22, colour, 3) +
              path(
                `M${x} ${y + 22}L${x + 5} ${y + 17}H${x + 25}V${y + 5}L${x + 30} ${y}V${y + 22}Z`,
                darker(colour, 0.22),
              ) +
              path(
                `M${x} ${y}H${x + 30}L${x + 25} ${y + 5}H${x + 5}V${y + 17}L${x} ${y + 22}Z`,
                lighter(colour, 0.14),
              ),
          ),
        )
        .join(''),
    -12,
  )
export const cocoa = () =>
  path('M-34 26C-46 -4 -12 -42 24 -38C42 -34 38 4 16 26C-2 42 -28 44 -34 26Z', '#9c5a2b') +
  line('M-26 26C-22 0 -2 -22 24 -34M-12 34C-6 12 8 -8 28 -26', '#7a4219', 2.6) +
  oval(20, 30, 12, 8, '#5b3320', -30) +
  oval(34, 16, 11, 7, '#6b3d25', -30)
export const coffee = (colour = '#5d3a24') =>
  [
    [-18, -10, -30],
    [20, -14, 24],
    [2, 20, -8],
  ]
    .map(([x = 0, y = 0, turn = 0]) =>
      at(
        x,
        y,
        1,
        oval(0, 0, 16, 23, colour) +
          path('M4 -22C18 -18 20 16 4 22C12 8 12 -8 4 -22Z', darker(colour, 0.2)) +
          line('M-2 -20C8 -8 -8 6 2 20', lighter(colour, 0.32), 3),
        turn,
      ),
    )
    .join('')
export const cup = (colour = '#b5472f') =>
  path('M-34 -10H26V14C26 34 10 40 -4 40C-18 40 -34 34 -34 14Z', colour) +
  line('M27 -2C46 -4 46 22 24 22', colour, 7) +
  oval(-4, -10, 30, 8, lighter(colour, 0.3)) +
  oval(-4, -9, 25, 5.5, '#7a4a1f') +
  line('M-16 -22C-22 -30 -10 -36 -16 -46M2 -22C-4 -30 8 -36 2 -46', '#d8d0c4', 4) +
  oval(-4, 44, 40, 5, darker(colour, 0.3))
export const tea = (colour = '#6f9a3c') =>
  path('M-4 40C-42 20 -34 -20 -6 -44C14 -20 18 16 -4 40Z', colour) +
  path('M0 42C2 10 18 -12 44 -18C46 14 30 36 0 42Z', darker(colour, 0.16)) +
  path('M-6 44C-16 22 -30 10 -46 8C-44 30 -30 44 -6 44Z', lighter(colour, 0.14)) +
  line('M-4 38C-8 10 -8 -10 -6 -34M2 40C14 20 26 4 40 -12', darker(colour, 0.3), 2)
export const vanilla = () =>
  Array.from({ length: 5 }, (_, index) =>
    path(
      'M0 0C-16 -14 -14 -40 0 -46C14 -40 16 -14 0 0Z',
      index % 2 ? '#fdf1d0' : '#f8e4ae',
      `transform="rotate(${index * 72})"`,
    ),
  ).join('') +
  circle(0, 0, 9, '#e3a72f') +
  line('M8 12C24 22 34 34 40 48M2 14C10 28 16 38 18 50', '#4a2f1d', 4.5)
export const honey = () =>
  line('M30 -44L4 -8', '#b07a35', 6) +
  at(
    -6,
    6,
    1,
    [-16, -8, 0, 8, 16].map((y) => oval(0, y, 18 - Math.abs(y) * 0.4, 5, '#c98e3f')).join(''),
    36,
  ) +
  path('M-22 16C-20 34 -30 36 -26 46C-18 50 -8 44 -10 34C-12 26 -6 24 -4 20Z', '#f0a91e') +
  path('M-20 30C-20 36 -24 38 -22 43', 'none')
export const bee = () =>
  oval(-10, -18, 14, 20, '#dfeef5', -30) +
  oval(12, -18, 14, 20, '#eef7fb', 30) +
  oval(0, 10, 32, 22, '#f3bd2e') +
  path(
    'M-12 -10C-8 0 -8 20 -12 30H-2C2 20 2 0 -2 -12ZM10 -11C14 0 14 20 10 31C16 28 20 26 22 24C26 14 24 2 20 -6Z',
    '#3a2a1c',
  ) +
  circle(-24, 6, 3.4, '#3a2a1c')
export const scoop = (colour = '#f6cfd8') =>
  path('M-22 8L0 50L22 8Z', '#d99b52') +
  line('M-14 14L8 34M-4 10L14 24M14 14L-8 34', '#b5752e', 2) +
  circle(0, -12, 30, colour) +
  path(
    'M-32 4C-26 14 -20 2 -12 10C-6 16 0 6 8 12C16 16 20 4 32 4C34 -10 -34 -10 -32 4Z',
    darker(colour, 0.1),
  ) +
  shine(-12, -26, 8, 5)
export const icePop = (colour = '#ef5d60') =>
  box(-5, 22, 10, 26, '#e0b882', 5) +
  path('M-24 -22C-24 -52 24 -52 24 -22V24H-24Z', colour) +
  path('M-24 0H24V24H-24Z', lighter(colour, 0.35)) +
  line('M-10 -22V14M10 -22V14', darker(colour, 0.14), 5) +
  shine(-16, -26, 3, 10, 0)
export const gummyBear = (colour = '#e5485d') =>
  circle(-16, -36, 9, colour) +
  circle(16, -36, 9, colour) +
  circle(0, -24, 21, colour) +
  path('M-22 -4C-30 16 -26 34 -18 42C-8 46 8 46 18 42C26 34 30 16 22 -4Z', colour) +
  oval(-24, 8, 8, 13, lighter(colour, 0.12), 30) +
  oval(24, 8, 8, 13, lighter(colour, 0.12), -30) +
  oval(-15, 40, 10, 8, lighter(colour, 0.12)) +
  oval(15, 40, 10, 8, lighter(colour, 0.12)) +
  oval(0, 14, 12, 15, lighter(colour, 0.25)) +
  circle(-7, -27, 2.6, darker(colour, 0.5)) +
  circle(7, -27, 2.6, darker(colour, 0.5)) +
  oval(0, -19, 5, 3.6, lighter(colour, 0.4)) +
  shine(-10, -36, 6, 3)
export const lollipop = (colour = '#e5485d') =>
  box(-3, 14, 6, 36, '#f4efe6', 3) +
  circle(0, -12, 34, colour) +
  line('M0 -12C6 -18 14 -10 8 -2C0 8 -18 2 -16 -14C-14 -32 12 -36 22 -20C28 -8 22 10 8 14', '#ffffff', 5) +
  shine(-18, -30, 7, 4)
export const candy = (colour = '#4aa3d8') =>
  path('M-24 0L-48 -20L-44 0L-48 20Z', darker(colour, 0.12)) +
  path('M24 0L48 -20L44 0L48 20Z', darker(colour, 0.12)) +
  oval(0, 0, 28, 24, colour) +
  path(
    'M-10 -22C-2 -8 -2 8 -10 22C-4 24 4 24 8 23C16 8 16 -8 8 -23C4 -24 -4 -24 -10 -22Z',
    '#ffffff',
    'opacity="0.75"',
  ) +
  shine(-12, -12, 6, 3)
export const jelly = (colour = '#8a2be2') =>
  path('M-36 30C-34 -4 -26 -30 0 -30C26 -30 34 -4 36 30C20 38 -20 38 -36 30Z', colour, 'opacity="0.9"') +
  path('M-36 30C-20 22 20 22 36 30C20 38 -20 38 -36 30Z', darker(colour, 0.2)) +
  shine(-14, -10, 6, 14, 16)
export const pancakes = () =>
  [26, 12, -2].map((y) => oval(0, y + 4, 42, 12, '#b9742f') + oval(0, y, 42, 12, '#e2a653')).join('') +
  path(
    'M-26 -4C-20 -14 22 -14 28 -4C30 6 22 22 18 26C12 30 10 12 4 8C-2 6 -4 20 -10 20C-14 20 -14 4 -26 -4Z',
    '#8a4a17',
    'opacity="0.85"',
  ) +
  box(-9, -18, 20, 12, '#f8e38a', 3)
