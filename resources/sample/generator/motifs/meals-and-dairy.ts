import { at, box, circle, darker, lighter, line, oval, path } from '../svg.ts'

const shine = (x: number, y: number, rx: number, ry: number, turn = -30) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="#ffffff" opacity="0.33" transform="rotate(${turn} ${x} ${y})"/>`

export const milkGlass = (colour = '#ffffff') =>
  path('M-26 -44H26L20 46H-20Z', '#cfe3ee', 'opacity="0.9"') +
  path('M-24 -22C-10 -30 8 -16 24 -24L19 42H-19Z', colour) +
  path('M8 -20C14 -20 20 -22 24 -24L19 42H6Z', darker(colour, 0.06)) +
  line('M-19 -38L-15 34', '#ffffff', 3)
export const splash = (colour = '#ffffff') =>
  path(
    'M-48 30C-40 10 -34 14 -30 -6C-26 4 -24 8 -18 4C-12 -2 -14 -24 -4 -44C0 -24 2 -10 8 -4C12 0 16 -6 20 -22C24 -6 26 6 32 8C38 10 44 18 48 30C30 44 -30 44 -48 30Z',
    colour,
  ) +
  oval(0, 30, 48, 12, darker(colour, 0.07)) +
  oval(0, 28, 34, 7, colour) +
  circle(-34, -28, 5, colour) +
  circle(32, -34, 4, colour) +
  circle(10, -42, 3, colour)
export const cheese = (colour = '#f5c542') =>
  path('M-46 10L24 -30C38 -26 46 -10 46 6L46 8Z', lighter(colour, 0.25)) +
  path('M-46 10H46V38H-46Z', colour) +
  [
    [-26, 24, 7],
    [4, 20, 5],
    [26, 30, 7],
    [18, -8, 5],
    [-4, 34, 4],
  ]
    .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, darker(colour, 0.16)))
    .join('')
export const mozzarella = () =>
  circle(-10, 4, 32, '#fbfaf3') +
  path('M20 18A32 32 0 0 1 -34 24A36 36 0 0 0 20 -6Z', '#e7e4d3') +
  circle(24, 20, 20, '#ffffff') +
  path('M42 26A20 20 0 0 1 8 32A22 22 0 0 0 42 16Z', '#e7e4d3') +
  path('M-14 -28C-2 -46 20 -44 30 -34C18 -22 0 -20 -14 -28Z', '#4f9a3f')
export const butter = () =>
  path('M-44 4L-20 -18H46L24 4Z', '#fbe78f') +
  path('M-44 4H24V32H-44Z', '#f5d660') +
  path('M24 4L46 -18V10L24 32Z', '#e2bd42') +
  line('M-20 4L2 -18', '#e9cb55', 2.5)
export const egg = (colour = '#e7b98d') =>
  path('M-18 -32C0 -36 18 0 14 18C10 36 -30 38 -38 16C-42 0 -32 -28 -18 -32Z', colour) +
  path('M22 -22C36 -20 46 8 42 22C36 38 8 36 4 18C2 2 10 -24 22 -22Z', lighter(colour, 0.25)) +
  shine(-26, -4, 4, 10, 10) +
  shine(16, 0, 4, 9, 10)
export const yogurt = (colour = '#ffffff') =>
  oval(0, 14, 44, 24, '#dfe6ee') +
  oval(0, 8, 42, 20, colour) +
  path(
    'M-34 6C-20 -18 -6 4 6 -14C14 -26 18 -12 10 -6C26 -10 38 0 34 10C14 24 -20 22 -34 6Z',
    darker(colour, 0.05),
  ) +
  path('M-20 4C-8 -8 0 6 8 -8', 'none') +
  line('M-22 6C-8 -4 2 8 12 -4', darker(colour, 0.14), 3)
export const fish = (colour = '#7fa6c0') =>
  path('M-46 0C-30 -30 10 -32 28 -6L46 -22C44 -8 44 8 46 22L28 6C10 32 -30 30 -46 0Z', colour) +
  path(
    'M-46 0C-30 30 10 32 28 6L46 22C44 16 43.500 8 43.500 0H28C0 12 -28 10 -46 0Z',
    lighter(colour, 0.45),
  ) +
  circle(-28, -6, 4.5, '#ffffff') +
  circle(-28, -6, 2.2, '#233240') +
  line('M-14 -16C-8 -6 -8 6 -14 16M2 -12C6 -4 6 4 2 12', darker(colour, 0.25), 2.4)
export const shrimp = () =>
  line('M30 -26C-10 -44 -42 -6 -18 22C-8 34 10 34 18 26', '#f08a6b', 19) +
  line(
    'M18 -34C16 -28 16 -24 18 -18M-4 -34C-4 -26 0 -22 4 -18M-24 -18C-18 -14 -12 -12 -8 -12M-30 4C-22 4 -16 2 -12 0M-18 24C-12 18 -10 14 -8 10',
    '#d8694b',
    2.5,
  ) +
  path('M18 26L38 20L32 30L40 40L20 36Z', '#e2714f') +
  circle(24, -28, 2.6, '#3a241d')
export const drumstick = () =>
  line('M10 14L36 40', '#f3e7d3', 10) +
  circle(40, 36, 7, '#f3e7d3') +
  circle(33, 43, 7, '#f3e7d3') +
  path('M20 24C4 38 -30 20 -38 -8C-44 -30 -22 -46 2 -36C28 -26 38 8 20 24Z', '#b5692f') +
  path('M20 24C4 38 -30 20 -38 -8C-20 14 6 22 28 10C27 16 24 21 20 24Z', '#95501f') +
  shine(-18, -22, 12, 5, -20)
export const ham = () =>
  [
    [-8, -8],
    [6, 8],
  ]
    .map(
      ([x = 0, y = 0]) =>
        path(
          `M${x - 36} ${y}C${x - 40} ${y - 26} ${x - 8} ${y - 34} ${x + 12} ${y - 28}C${x + 38} ${y - 22} ${x + 38} ${y + 12} ${x + 20} ${y + 24}C${x - 2} ${y + 36} ${x - 34} ${y + 24} ${x - 36} ${y}Z`,
          '#b5524f',
        ) +
        path(
          `M${x - 31} ${y}C${x - 34} ${y - 21} ${x - 7} ${y - 28} ${x + 10} ${y - 23}C${x + 32} ${y - 18} ${x + 32} ${y + 9} ${x + 17} ${y + 19}C${x - 2} ${y + 29} ${x - 29} ${y + 19} ${x - 31} ${y}Z`,
          '#eba29a',
        ),
    )
    .join('') + line('M-12 4C0 -4 12 2 22 -4M-8 20C4 14 14 18 22 12', '#f7cfc8', 4)
export const sausage = () =>
  [
    [-4, -14],
    [4, 12],
  ]
    .map(
      ([x = 0, y = 0]) =>
        line(
          `M${x - 34} ${y + 8}C${x - 14} ${y - 12} ${x + 16} ${y - 12} ${x + 34} ${y + 6}`,
          '#a8482c',
          21,
        ) +
        line(`M${x - 30} ${y + 1}C${x - 12} ${y - 14} ${x + 12} ${y - 15} ${x + 28} ${y - 4}`, '#d17a55', 4),
    )
    .join('')
export const farfalle = (colour = '#f0c765') =>
  [
    [-16, -16, -20],
    [16, 4, 24],
    [-14, 28, 8],
  ]
    .map(([x = 0, y = 0, turn = 0]) =>
      at(
        x,
        y,
        1,
        path('M0 -5L-26 -18L-22 -9L-27 0L-22 9L-26 18L0 5L26 18L22 9L27 0L22 -9L26 -18Z', colour) +
          path('M0 5L26 18L22 9L27 0L8 0Z', darker(colour, 0.12)) +
          path('M-5 -7C-2 0 -2 0 -5 7H5C2 0 2 0 5 -7Z', darker(colour, 0.2)),
        turn,
      ),
    )
    .join('')
export const spaghetti = (colour = '#efc35c') =>
  oval(0, 16, 46, 22, lighter(colour, 0.1)) +
  [0, 1, 2, 3, 4]
    .map((index) =>
      line(
        `M${-40 + index * 4} ${18 - index * 5}C${-20 + index * 2} ${-10 - index * 6} ${20 - index * 2} ${-10 - index * 6} ${40 - index * 4} ${18 - index * 5}`,
        index % 2 ? darker(colour, 0.14) : colour,
        5,
      ),
    )
    .join('') +
  line('M-34 24C-10 36 16 36 34 22M-26 28C-4 14 14 18 30 28', darker(colour, 0.14), 4)
export const penne = (colour = '#efc35c') =>
  [
    [-18, -14, 30],
    [16, -10, -40],
    [0, 22, 70],
  ]
    .map(([x = 0, y = 0, turn = 0]) =>
      at(
        x,
        y,
        1,
        path('M-9 -30L9 -20V30L-9 20Z', colour) +
          path('M2 -24L9 -20V30L2 26Z', darker(colour, 0.14)) +
          line('M-4 -24V20M4 -20V24', darker(colour, 0.12), 1.5),
        turn,
      ),
    )
    .join('')
export const noodleBowl = (dish = '#c8372d') =>
  [-24, -12, 0, 12, 24]
    .map((x, index) =>
      line(
        `M${x - 8} 4C${x} -${18 + (index % 2) * 8} ${x + 8} -${16 + (index % 2) * 6} ${x + 8} 4`,
        '#f0cf78',
        6,
      ),
    )
    .join('') +
  circle(18, -10, 10, '#fff7e4') +
  circle(18, -10, 5.5, '#f2a71f') +
  path('M-30 -14C-24 -24 -14 -24 -8 -16Z', '#4f9a3f') +
  path('M-46 0H46C46 30 24 42 0 42C-24 42 -46 30 -46 0Z', dish) +
  path('M-46 0H46C46 4 45.500 7 45 10H-45C-45.500 7 -46 4 -46 0Z', lighter(dish, 0.25)) +
  line('M20 -4L44 -46M28 -4L48 -42', '#7a4a22', 3)
export const rice = () =>
  Array.from({ length: 26 }, (_, index) =>
    oval(
      ((index * 37) % 78) - 39,
      ((index * 53) % 70) - 35,
      9,
      3.6,
      index % 3 ? '#fbf8ee' : '#efe7d2',
      (index * 71) % 180,
    ),
  ).join('')
export const pizza = () =>
  path('M0 46L-38 -26C-14 -42 14 -42 38 -26Z', '#f3c667') +
  path('M-38 -26C-14 -42 14 -42 38 -26L42 -34C16 -52 -16 -52 -42 -34Z', '#c98a45') +
  [
    [-12, -18, 9],
    [14, -14, 8],
    [0, 8, 8],
  ]
    .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, '#c8372d') + circle(x - 2, y - 2, r * 0.4, '#e1665a'))
    .join('') +
  oval(2, -28, 6, 3, '#4f9a3f', 20) +
  oval(-16, -2, 5, 2.6, '#4f9a3f', 60)
export const soup = (colour = '#d9602b') => bowlWith(colour, '#f4efe6')
function bowlWith(food: string, dish: string): string {
  return (
    oval(0, -6, 46, 16, dish) +
    oval(0, -5, 39, 12, food) +
    oval(-12, -6, 7, 3, lighter(food, 0.35), 10) +
    oval(14, -3, 8, 3, darker(food, 0.2), -10) +
    path('M-4 -12C4 -18 12 -16 14 -10Z', '#4f9a3f') +
    path('M-46 -6C-46 26 -22 38 0 38C22 38 46 26 46 -6C40 14 -40 14 -46 -6Z', darker(dish, 0.06)) +
    path('M10 37C32 34 46 20 46 -6C44 4 30 9 20 10C26 20 22 32 10 37Z', darker(dish, 0.16)) +
    line('M-18 -26C-24 -34 -12 -38 -18 -47M4 -26C-2 -34 10 -38 4 -47', '#d8d0c4', 3.5)
  )
}
export const taco = () =>
  path('M-46 26C-46 -14 -20 -34 4 -34C30 -34 46 -8 46 26Z', '#d99a3b') +
  [
    [-30, -8],
    [-16, -22],
    [2, -28],
    [20, -22],
    [34, -6],
  ]
    .map(([x = 0, y = 0], index) =>
      circle(x, y, 9, ['#5aa544', '#d8352f', '#f5d660', '#5aa544', '#d8352f'][index] ?? '#5aa544'),
    )
    .join('') +
  path('M-46 28C-44 -6 -22 -20 0 -20C22 -20 44 -6 46 28Z', '#eebc62') +
  [
    [-22, 8],
    [4, 0],
    [22, 14],
    [-4, 18],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 2.6, '#c98a35'))
    .join('')
export const dumplings = () =>
  [
    [-20, 2],
    [20, 2],
    [0, 22],
  ]
    .map(([x = 0, y = 0]) =>
      at(
        x,
        y,
        0.9,
        path('M-28 14C-30 -8 -14 -20 0 -20C14 -20 30 -8 28 14C16 20 -16 20 -28 14Z', '#f6ead3') +
          path('M28 14C16 20 -16 20 -28 14C-10 14 14 12 27 4Z', '#dfcba6') +
          line('M-12 -16L-8 -4M0 -20V-6M12 -16L8 -4', '#c9b28a', 2.4),
      ),
    )
    .join('')
export const burrito = () =>
  at(
    0,
    0,
    1,
    path(
      'M-40 -16C-30 -24 30 -24 40 -16C46 -4 46 8 40 18C30 24 -30 24 -40 18C-46 8 -46 -4 -40 -16Z',
      '#ecd3a1',
    ) +
      path('M16 -22C30 -22 38 -20 40 -16C46 -4 46 8 40 18C36 22 28 23 16 23C22 8 22 -8 16 -22Z', '#c98f4c') +
      oval(41, 1, 8, 17, '#7c3428') +
      circle(40, -6, 3, '#5aa544') +
      circle(42, 6, 3, '#f5d660') +
      line('M-30 -10C-20 -6 -10 -12 0 -8', '#c9a56a', 2.5),
    -18,
  )
export const fries = () =>
  [-24, -14, -4, 6, 16, 26]
    .map((x, index) => box(x - 4, -46 + (index % 3) * 7, 9, 60, index % 2 ? '#f5cf57' : '#eabf3f', 2))
    .join('') +
  path('M-34 -4C-12 8 12 8 34 -4L28 46H-28Z', '#d8352f') +
  path('M8 4C18 3 28 0 34 -4L28 46H4Z', '#b72620')
export const jarOfSauce = (colour = '#c8372d') =>
  box(-20, -46, 40, 12, '#d8c9a5', 3) +
  path(
    'M-24 -32H24C32 -26 32 -18 32 -12V34C32 42 28 46 20 46H-20C-28 46 -32 42 -32 34V-12C-32 -18 -32 -26 -24 -32Z',
    colour,
  ) +
  box(-24, -6, 48, 34, '#fff6e2', 3) +
  shine(-24, -20, 3, 8, 0)
