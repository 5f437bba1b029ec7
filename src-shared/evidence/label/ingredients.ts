/** The list of ingredients on a label, and what it has in common with the list in a record. */
import { type AllergenId, allergensIn } from '../../allergens/find-allergens.ts'
import { foldedWords } from '../../values/fold.ts'
import type { Label } from './label.ts'
import type { ReadText } from './read-text.ts'
import { beginsIngredients, lettersOf, nutrientNamed } from './terms.ts'

/** Lines of a list; more are the small print after it. */
const maxLines = 40
/** The share of the words of a record that the pictures must show, because no list is read without errors. */
const wordsNeeded = 0.7
const minLetters = 4
/** Lines with a lower certainty name no allergen. */
const minCertainty = 0.9

/** The lines of each list of ingredients, from its heading to the end of its column. */
export function printedIngredients({ texts }: Label): ReadText[][] {
  return texts.flatMap((heading, index) => {
    if (!beginsIngredients(lettersOf(heading.text.split(/[:.]/)[0] ?? ''))) return []
    const list = [heading]
    let last = heading
    for (const text of texts.slice(index + 1)) {
      if (list.length === maxLines || nutrientNamed(text.text.replace(/\d.*$/s, ''))) break
      if (!isBelow(text, last)) continue
      list.push(text)
      last = text
    }
    return [list]
  })
}

/** Whether a line continues a column: no more than two lines below, and not beside it. */
function isBelow({ box }: ReadText, { box: above }: ReadText): boolean {
  const gap = box.y - above.y
  const isNear = gap > 0 && gap < 2.5 * Math.max(box.height, above.height)
  return isNear && Math.abs(box.x - above.x) < (box.width + above.width) / 2
}

/** Whether the texts show the list of a record: most of its words, in any order. */
export function showsIngredients({ texts }: Label, recorded: string): boolean {
  const words = foldedWords(recorded).filter((word) => word.length >= minLetters && !/\d/.test(word))
  if (words.length < 2) return false
  // Spaces are often lost, and a word is often split between two lines.
  const letters = texts.map(({ text }) => lettersOf(text)).join('')
  const seen = words.filter((word) => letters.includes(word))
  return seen.length >= wordsNeeded * words.length
}

/** The allergens that a printed list names and a text of the record does not, with their lines. */
export function allergensOnlyPrinted(label: Label, recorded: string): { id: AllergenId; line: ReadText }[] {
  const known = new Set(allergensIn(recorded))
  // The cereals of the EU include wheat.
  if (known.has('wheat')) known.add('cereals')
  if (known.has('cereals')) known.add('wheat')
  const found = new Map<AllergenId, ReadText>()
  for (const line of printedIngredients(label).flat())
    if (line.certainty >= minCertainty)
      for (const id of allergensIn(line.text)) if (!known.has(id) && !found.has(id)) found.set(id, line)
  return Array.from(found, ([id, line]) => ({ id, line }))
}
