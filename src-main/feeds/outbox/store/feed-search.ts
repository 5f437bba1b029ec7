import type { OutboxState } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import { fold, foldedWords, isUnspaced } from '../../../../src-shared/values/fold.ts'
import { gtin14 } from '../../../../src-shared/values/gtin.ts'

export interface SearchTerms {
  text: string
  /** Exclusive upper bound of all texts that start with `text`. */
  end: string
  /** `text` in the form of the table `feed_code`. */
  code: string
  /** `text`, folded, to search in names; null if nothing is left of it. */
  folded: string | null
  /** Prefix of a SHA-256 or key, and its exclusive upper bound; both null if `text` cannot be one. */
  mark: string | null
  markEnd: string | null
  /** Full-text query for the words of `text` in the history. */
  words: string
  /** Start and end of the day that `text` names, in milliseconds since the epoch; null if it names none. */
  from: number | null
  to: number | null
  /** The states, as JSON. */
  states: string
}

const inStates = '+feed.state IN (SELECT value FROM json_each(@states))'

/** SQL for feeds that match a search text. Each part uses its own index. */
export const matchingSql = `
  SELECT sequence FROM feed WHERE state IN (SELECT value FROM json_each(@states)) AND instr(folded, @folded) > 0
  UNION SELECT sequence FROM feed WHERE id >= @text AND id < @end AND ${inStates}
  UNION SELECT sequence FROM feed WHERE upstream_feed_id >= @text AND upstream_feed_id < @end AND ${inStates}
  UNION SELECT sequence FROM feed WHERE sha256 >= @mark AND sha256 < @markEnd AND ${inStates}
  UNION SELECT sequence FROM feed WHERE idempotency_key >= @mark AND idempotency_key < @markEnd AND ${inStates}
  UNION SELECT sequence FROM feed WHERE posted_by = @text AND ${inStates}
  UNION SELECT feed.sequence FROM feed_code CROSS JOIN feed ON feed.id = feed_code.feed
    WHERE feed_code.code = @code AND ${inStates}
  UNION SELECT feed.sequence FROM outbox_trail CROSS JOIN feed ON feed.sequence = outbox_trail.feed
    WHERE outbox_trail MATCH @words AND ${inStates}
  UNION SELECT feed.sequence FROM feed_event CROSS JOIN feed ON feed.id = feed_event.feed
    WHERE feed_event.at >= @from AND feed_event.at < @to AND ${inStates}`

export function searchTermsOf(text: string, states: readonly OutboxState[]): SearchTerms {
  const isHash = /^[0-9a-f-]{8,}$/i.test(text)
  const mark = isHash ? text.toLowerCase() : null
  return {
    text,
    end: upperBound(text),
    code: gtin14(text) ?? text,
    folded: fold(text) || null,
    mark,
    markEnd: mark === null ? null : upperBound(mark),
    words: historyQuery(text),
    ...dayOf(text),
    states: JSON.stringify(states),
  }
}

const upperBound = (text: string): string => `${text}\u{10ffff}`

/** Maximum number of words in a search. */
const maxWords = 20

/**
 * FTS query: all words must match; the last one, and words of scripts without spaces, match as prefixes.
 * Words are quoted, so that they contain no query syntax.
 */
function historyQuery(text: string): string {
  const words = foldedWords(text).slice(0, maxWords)
  const terms = words.map((word, index) =>
    index === words.length - 1 || isUnspaced(word) ? `"${word}"*` : `"${word}"`,
  )
  return terms.length === 0 ? '""' : terms.join(' ')
}

/** Start and end of a day in local time. */
function dayOf(text: string): { from: number | null; to: number | null } {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (day === undefined) return { from: null, to: null }
  const start = new Date(Number(year), Number(month) - 1, Number(day))
  const end = new Date(Number(year), Number(month) - 1, Number(day) + 1)
  return { from: start.getTime(), to: end.getTime() }
}
