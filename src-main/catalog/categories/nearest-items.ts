/** The words of an item with their weights. */
export type WeightedWords = ReadonlyMap<string, number>

/** A word in more than this share of many items says nothing about an item. */
const maxShare = 0.2
const fewItems = 50

interface Near {
  /** Index of the item. */
  index: number
  /** Cosine of the word vectors, from 0 to 1. */
  similarity: number
}

/**
 * An index of items by their words that finds the most similar ones. Words are weighted by their rarity
 * (TF-IDF); similarity is the cosine. All numbers are in typed arrays: about 8 bytes per word of an item.
 */
export class NearestItems {
  readonly #words = new Map<string, number>()
  readonly #rarity: Float32Array
  /** Rarity of a word that no item has. */
  readonly #most: number
  /** The items of word `w` are at `#starts[w]` to `#starts[w + 1]`. */
  readonly #starts: Uint32Array
  readonly #items: Uint32Array
  readonly #weights: Float32Array
  readonly #scores: Float32Array

  constructor(items: readonly WeightedWords[]) {
    const counts: number[] = []
    const numbered = items.map((words) => {
      const numbers = new Uint32Array(words.size)
      let at = 0
      for (const word of words.keys()) {
        const number = this.#words.get(word) ?? counts.push(0) - 1
        if (!this.#words.has(word)) this.#words.set(word, number)
        counts[number] = (counts[number] ?? 0) + 1
        numbers[at++] = number
      }
      return numbers
    })
    const most = Math.max(fewItems, items.length * maxShare)
    const rarityOf = (count: number) => Math.log(1 + items.length / (count + 0.5))
    this.#most = rarityOf(0)
    this.#rarity = Float32Array.from(counts, (count) => (count > most ? 0 : rarityOf(count)))
    this.#starts = new Uint32Array(counts.length + 1)
    for (const [number, count] of counts.entries())
      this.#starts[number + 1] = (this.#starts[number] ?? 0) + (count > most ? 0 : count)
    const total = this.#starts.at(-1) ?? 0
    this.#items = new Uint32Array(total)
    this.#weights = new Float32Array(total)
    const next = this.#starts.slice()
    for (const [item, words] of items.entries()) {
      const numbers = numbered[item] ?? new Uint32Array()
      const weights = [...words.values()].map((weight, at) => weight * this.#rarityOf(numbers[at]))
      const length = lengthOf(weights)
      for (const [at, weight] of weights.entries()) {
        if (weight === 0) continue
        const number = numbers[at] ?? 0
        const place = next[number] ?? 0
        next[number] = place + 1
        this.#items[place] = item
        this.#weights[place] = weight / length
      }
    }
    this.#scores = new Float32Array(items.length)
  }

  #rarityOf(number: number | undefined): number {
    return number === undefined ? 0 : (this.#rarity[number] ?? 0)
  }

  /**
   * The most similar items, the most similar first.
   * @param except index of an item that is left out
   */
  nearest(words: WeightedWords, count: number, except = -1): Near[] {
    const scores = this.#scores
    const touched: number[] = []
    const own = [...words].map(([word, weight]) => {
      const number = this.#words.get(word)
      return { number, weight: weight * (number === undefined ? this.#most : this.#rarityOf(number)) }
    })
    // A word that no item has makes the others less similar.
    const length = lengthOf(own.map(({ weight }) => weight))
    for (const { number, weight } of own) {
      if (number === undefined || weight === 0) continue
      for (let place = this.#starts[number] ?? 0; place < (this.#starts[number + 1] ?? 0); place++) {
        const item = this.#items[place] ?? 0
        if (scores[item] === 0) touched.push(item)
        scores[item] = (scores[item] ?? 0) + ((this.#weights[place] ?? 0) * weight) / length
      }
    }
    const found: Near[] = []
    for (const index of touched) {
      const similarity = scores[index] ?? 0
      scores[index] = 0
      if (index === except || (found.length === count && similarity <= (found.at(-1)?.similarity ?? 0)))
        continue
      const at = found.findIndex((one) => one.similarity < similarity)
      found.splice(at < 0 ? found.length : at, 0, { index, similarity })
      if (found.length > count) found.pop()
    }
    return found
  }
}

const lengthOf = (weights: readonly number[]): number =>
  Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0)) || 1
