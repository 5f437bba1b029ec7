/** A word that is not written here, and the standard term to write instead. */
interface BannedWord {
  pattern: RegExp
  instead: string
}

const limits = 'max… or min…'

/** Names of values, not of limits; and names in stored JSON: `largestPage`, `mostItems`. */
const isNameOfValue =
  /^(?:longestSide|largestWithin|largestFrom|largestPage|mostFrequent|mostUrgent|highestNumber|mostItems)$/

const bannedWords: readonly BannedWord[] = [
  {
    pattern: /\b(?:most|longest|shortest|fewest|least|largest|smallest|widest|greatest)[A-Z]\w*/g,
    instead: limits,
  },
  { pattern: /\b[Dd]eeds?\b|\w+Deeds?\b/g, instead: 'action' },
  { pattern: /\b[Ww]aker\b/g, instead: 'event' },
  { pattern: /\b(?:\w+V|[Vv])eil\b/g, instead: 'placeholder' },
  { pattern: /\blikest\b/g, instead: 'most similar' },
  { pattern: /\b[Ww]hereabouts\b/g, instead: 'location, place' },
  { pattern: /\b[Aa]skers?\b/g, instead: 'caller' },
  { pattern: /\bat a glance\b/gi, instead: 'key facts, summary' },
  { pattern: /\bwhat can follow\b/gi, instead: 'completions' },
]

interface Finding {
  /** 1-based. */
  line: number
  word: string
  instead: string
}

/** The banned words in a text of source code: in names, comments and texts alike. */
export function bannedWordsIn(text: string): Finding[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) =>
    bannedWords.flatMap(({ pattern, instead }) =>
      [...line.matchAll(pattern)]
        .filter(([word]) => !isNameOfValue.test(word))
        .map(([word]) => ({ line: index + 1, word, instead })),
    ),
  )
}
