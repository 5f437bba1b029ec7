import { motif } from '../motifs/index.ts'
import { at, oval } from '../svg.ts'

/** Drawings that stand alone; of others two smaller ones are put behind. */
const alone = new Set([
  'milkGlass',
  'cup',
  'bowl',
  'noodleBowl',
  'soup',
  'cat',
  'dog',
  'teddy',
  'duck',
  'tooth',
  'plate',
  'shirt',
  'paperRoll',
  'tissue',
  'mountain',
  'sun',
  'moon',
  'pizza',
  'loaf',
  'toast',
  'croissant',
  'butter',
  'cheese',
  'yogurt',
  'scoop',
  'chocolate',
  'battery',
  'bulb',
  'plaster',
  'heart',
  'aloe',
  'lavender',
  'babyBottle',
  'burrito',
  'taco',
  'spaghetti',
  'rice',
  'popcorn',
  'chips',
  'cereal',
  'oats',
  'beans',
  'chickpeas',
  'almond',
  'cashew',
  'coffee',
  'farfalle',
  'penne',
  'blueberries',
  'bubbles',
  'sparkle',
  'tablets',
  'capsule',
  'fish',
  'pancakes',
  'bone',
  'leaves',
  'egg',
  'honey',
  'bee',
  'tea',
  'tortilla',
  'jelly',
  'fries',
  'pretzel',
  'hazelnut',
  'corn',
  'drop',
  'wheat',
])

/** The illustrations of a product as one group around a point; `size` is the width it takes. */
export function artwork(art: string, x: number, y: number, size: number, shadow = true): string {
  const names = art.split(' ')
  const [first = '', second, third] = names
  const scale = size / 100
  const ground = shadow ? oval(x, y + size * 0.44, size * 0.4, size * 0.055, 'rgba(0,0,0,0.16)') : ''
  const place = (name: string, dx: number, dy: number, share: number, turn = 0) =>
    at(x + dx * size, y + dy * size, scale * share, motif(name), turn)
  if (third !== undefined && second !== undefined)
    return (
      ground +
      place(second, -0.3, 0.08, 0.66, -10) +
      place(third, 0.32, 0.1, 0.66, 10) +
      place(first, 0, 0, 0.86)
    )
  if (second !== undefined)
    return ground + place(first, -0.13, -0.03, 0.86) + place(second, 0.28, 0.16, 0.6, 8)
  if (alone.has(first.split(':')[0] ?? '')) return ground + place(first, 0, 0, 0.98)
  return (
    ground +
    place(first, -0.32, 0.1, 0.56, -16) +
    place(first, 0.33, 0.11, 0.56, 14) +
    place(first, 0, 0, 0.84)
  )
}
