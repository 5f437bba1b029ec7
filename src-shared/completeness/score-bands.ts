/**
 * The score of an item in percent, and its bands: the same in the filters and the column of the catalog, in
 * Quality, on the page of an item and in drafts.
 */

/** A score in percent, rounded down, so that only a complete score is 100. */
export const scorePercent = (score: number): number => Math.floor(score * 100)

/** Instead of a percentage: the profile does not apply to the item, or its record cannot be read. */
export const notScored = 126
/** Instead of a percentage: the score is not counted yet. */
export const uncounted = 127

/** Bands of the score, in percent, inclusive. */
export const scoreBands = [
  { id: '0-49', label: 'Under half', least: 0, most: 49 },
  { id: '50-79', label: '50 to 79 %', least: 50, most: 79 },
  { id: '80-99', label: '80 to 99 %', least: 80, most: 99 },
  { id: '100', label: 'Complete', least: 100, most: 100 },
] as const

/** Items without a score, as values of the filter. */
export const withoutScore = [
  { id: 'none', label: 'No score', least: notScored, most: notScored },
  { id: 'uncounted', label: 'Not counted yet', least: uncounted, most: uncounted },
] as const

/** All values of the filter by score. */
export const scoreChoices = [...scoreBands, ...withoutScore] as const
