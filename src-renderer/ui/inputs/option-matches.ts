import { fold } from '../../../src-shared/values/fold.ts'
import { matchRank, nearNameMatcher } from '../../../src-shared/values/name-match.ts'
import type { Option } from './select.tsx'

/**
 * The options whose label or value contains a typed text, the best match first. If there is none, those with
 * similar labels, unless the text itself can be stored.
 */
export function optionMatches(
  options: readonly Option[],
  text: string,
  { withSimilar = true } = {},
): readonly Option[] {
  const typed = fold(text.trim())
  if (typed === '') return options
  const matches = sortedBy(
    options,
    ({ value, label }) => matchRank(fold(label), typed) ?? matchRank(fold(value), typed),
  )
  const near = matches.length === 0 && withSimilar ? nearNameMatcher(typed) : undefined
  return near ? sortedBy(options, ({ label }) => near.stepsTo(fold(label))) : matches
}

/** The options with a rank, in its order. */
function sortedBy(options: readonly Option[], rankOf: (option: Option) => number | undefined): Option[] {
  return options
    .flatMap((option) => {
      const rank = rankOf(option)
      return rank === undefined ? [] : [{ option, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ option }) => option)
}

/** Whether a text is the value or the label of an option. */
export const isExactly = ({ value, label }: Option, text: string): boolean =>
  value === text.trim() || fold(label) === fold(text.trim())

/** Whether neither the value nor the label of an option contains a text. */
export const isSimilar = ({ value, label }: Option, text: string): boolean =>
  value !== text && matchRank(fold(label), fold(text)) === undefined
