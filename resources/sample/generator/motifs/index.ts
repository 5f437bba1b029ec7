import * as bakedAndSweet from './baked-and-sweet.ts'
import * as fruit from './fruit.ts'
import * as homeAndCare from './home-and-care.ts'
import * as mealsAndDairy from './meals-and-dairy.ts'
import * as vegetables from './vegetables.ts'

/** Every illustration by name. Some take a colour: `citrus:#7ab648` draws a lime. */
const motifs: Record<string, (colour?: string) => string> = {
  ...fruit,
  ...vegetables,
  ...bakedAndSweet,
  ...mealsAndDairy,
  ...homeAndCare,
}

/** Draws a motif named `name` or `name:#rrggbb` in a box from -50 to 50. */
export function motif(name: string): string {
  const [word = '', colour] = name.split(':')
  const draw = motifs[word]
  if (!draw) throw new Error(`No illustration is called ${word}`)
  return colour ? draw(colour) : draw()
}
