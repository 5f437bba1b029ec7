import type { CategoryTexts } from '../../../src-shared/catalog/model.ts'
import { foldedWords } from '../../../src-shared/values/fold.ts'
import type { WeightedWords } from './nearest-items.ts'

const nameWeight = 1.5
const brandWeight = 1.5
const descriptionWeight = 1
/** The first ingredients are the most, so their weights fall. */
const firstIngredientWeight = 1.2
const lastIngredientWeight = 0.4
const ingredientStep = 0.05

const maxCharacters = 4000
const maxIngredients = 80
const maxWords = 150
const maxWordLength = 30

const wordsIn = (text: string): string[] =>
  foldedWords(text.slice(0, maxCharacters)).filter(
    (word) => word.length > 1 && word.length <= maxWordLength && !/^\d+$/.test(word),
  )

/** The words by which items are compared to suggest a category. A word in several texts has its highest weight. */
export function categoryWords({
  name = '',
  brand = '',
  description = '',
  ingredients = '',
}: CategoryTexts): WeightedWords {
  const found = new Map<string, number>()
  const add = (word: string, weight: number) => {
    if (found.size < maxWords || found.has(word)) found.set(word, Math.max(found.get(word) ?? 0, weight))
  }
  const brandName = wordsIn(brand).join(' ')
  // A brand makes few kinds of products; its words in a name or a text mean something else.
  if (brandName !== '') add(`brand ${brandName}`, brandWeight)
  for (const word of wordsIn(name)) add(word, nameWeight)
  for (const [place, word] of wordsIn(ingredients).slice(0, maxIngredients).entries())
    add(word, Math.max(lastIngredientWeight, firstIngredientWeight - (place + 1) * ingredientStep))
  for (const word of wordsIn(description)) add(word, descriptionWeight)
  return found
}
