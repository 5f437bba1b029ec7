import type { CategoryTexts } from '../../../src-shared/catalog/model.ts'
import { categoryWords } from './category-words.ts'
import { NearestItems, type WeightedWords } from './nearest-items.ts'

/** Number of similar items that vote for a category. */
const voters = 20
const maxSuggested = 3
/** A suggestion is sure if at least this share of the catalog's own items is right with its share of votes. */
const minRight = 0.95
/** Items with which this is measured; with fewer, no suggestion is sure. */
const minTried = 20
const maxTried = 400
/** An item that is less similar to others than nearly all of these is of a new kind: no suggestion is sure. */
const maxStrange = 0.1
/** Similarity that is always enough, however alike the items of the catalog are. */
const enoughSimilarity = 0.3

/** An item of the catalog with a category. */
export interface CategorizedItem {
  texts: CategoryTexts
  category: string
}

/** A category with its share of the votes, from 0 to 1, and the index of its most similar item. */
interface Vote {
  category: string
  share: number
  like: number
  /** Similarity of that item. */
  similarity: number
}

/**
 * Suggests categories by the most similar items of a catalog (k-nearest neighbours): each votes for its
 * category with the square of its similarity.
 */
export function trainCategories(items: readonly CategorizedItem[]) {
  const words = items.map(({ texts }) => categoryWords(texts))
  const index = new NearestItems(words)

  function votesFor(own: WeightedWords, except?: number): Vote[] {
    const near = index.nearest(own, voters, except)
    const votes = new Map<string, { sum: number; like: number; similarity: number }>()
    for (const { index: like, similarity } of near) {
      const category = items[like]?.category ?? ''
      const vote = votes.get(category) ?? { sum: 0, like, similarity }
      votes.set(category, { ...vote, sum: vote.sum + similarity ** 2 })
    }
    const total = [...votes.values()].reduce((sum, vote) => sum + vote.sum, 0)
    return [...votes]
      .map(([category, { sum, ...nearest }]) => ({ category, share: sum / total, ...nearest }))
      .sort((one, other) => other.share - one.share)
  }

  /** From which share of votes and which similarity suggestions are sure, tried with items of the catalog itself. */
  function tryOut(): Pick<Vote, 'share' | 'similarity'> {
    const step = Math.max(1, Math.floor(items.length / maxTried))
    const tried: (Vote & { isRight: boolean })[] = []
    for (let at = 0; at < items.length && tried.length < maxTried; at += step) {
      const [first] = votesFor(words[at] ?? new Map(), at)
      if (first) tried.push({ ...first, isRight: first.category === items[at]?.category })
    }
    tried.sort((one, other) => other.share - one.share)
    let share = Number.POSITIVE_INFINITY
    let right = 0
    for (const [place, one] of tried.entries()) {
      if (one.isRight) right++
      if (place + 1 >= minTried && right >= (place + 1) * minRight) share = one.share
    }
    const similarities = tried.map(({ similarity }) => similarity).sort((one, other) => one - other)
    const strange = similarities[Math.floor(tried.length * maxStrange)] ?? 0
    return { share, similarity: Math.min(enoughSimilarity, strange) }
  }

  const least = tryOut()
  return {
    /** At most three suggestions, the likeliest first. `like` is the index of the most similar item. */
    suggest: (texts: CategoryTexts): (Vote & { isSure: boolean })[] =>
      votesFor(categoryWords(texts))
        .slice(0, maxSuggested)
        .map((vote, place) => ({
          ...vote,
          isSure: place === 0 && vote.share >= least.share && vote.similarity >= least.similarity,
        })),
  }
}
