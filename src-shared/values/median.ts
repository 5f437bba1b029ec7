/** The median; of an even number of values the upper one of the two in the middle. 0 without values. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
