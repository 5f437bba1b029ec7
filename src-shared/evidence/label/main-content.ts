/** Whether a picture shows a nutrition table or a list of ingredients, and little else. */
import type { PictureContent } from '../../media/picture-checks.ts'
import { printedIngredients } from './ingredients.ts'
import { readLabel } from './read-label.ts'
import type { ReadText, TurnedBox } from './read-text.ts'

/*
 * In 138 pictures of fronts, values of six nutrients or more extend over at most 16 % of the picture. In all of eight
 * photographs of nutrition tables, they extend over 32 % and more.
 */
const minNutrients = 6
/** Share of the height or width of the picture that the values of a table extend over. */
const minExtent = 0.4
const minLines = 5
/** Share of a picture that the lines of a list of ingredients cover, and of the area of all its text. */
const minCovered = 0.3
const minOfText = 0.5

/** What takes up most of a picture; undefined if that is not certain. */
export function mainContent({
  width,
  height,
  texts,
}: {
  width: number
  height: number
  texts: readonly ReadText[]
}): PictureContent | undefined {
  const label = readLabel(texts)
  const boxes = label.nutrients.map(({ box }) => box)
  const extent = (middle: (box: TurnedBox) => number, of: number): number =>
    (Math.max(...boxes.map(middle)) - Math.min(...boxes.map(middle))) / of
  if (
    new Set(label.nutrients.map(({ name }) => name)).size >= minNutrients &&
    Math.max(
      extent(({ y }) => y, height),
      extent(({ x }) => x, width),
    ) >= minExtent
  )
    return 'nutrition-table'
  const list = printedIngredients(label).flat()
  const covered = areaOf(list)
  return list.length >= minLines &&
    covered >= minCovered * width * height &&
    covered >= minOfText * areaOf(texts)
    ? 'ingredients'
    : undefined
}

const areaOf = (texts: readonly { box: TurnedBox }[]): number =>
  texts.reduce((sum, { box }) => sum + box.width * box.height, 0)
