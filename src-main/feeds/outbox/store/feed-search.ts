import type { OutboxState } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import { fold, foldedWords, isUnspaced } from '../../../../src-shared/values/fold.ts'
import { gtin14 } from '../../../../src-shared/values/gtin.ts'

export interface Wanted {
  text: string
  /** Behind every text that begins with `text`. */
  end: string
  /** `text` as a feed's items are kept: see the table `feed_code`. */
  code: string
  /** `text`, folded, as part of a name; null where nothing is left of it. */
  folded: string | null
  /** The beginning of a SHA-256 or key, and behind all of that beginning; neither where `text` cannot be one. */
  mark: string | null
  markEnd: string | null
  /** The words of `text`, as the trail is asked for them. */
  words: string
  /** The day that `text` names, milliseconds; null where it names none. */
  from: number | null
  to: number | null
  /** The states, JSON. */
  states: string
}

const inStates = '+feed.state IN (SELECT value FROM json_each(@states))'

/** Feeds by words, each way through an index of its own, so that no row is read in vain. */
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

export function wantedOf(text: string, states: readonly OutboxState[]): Wanted {
  const isMark = /^[0-9a-f-]{8,}$/i.test(text)
  const mark = isMark ? text.toLowerCase() : null
  return {
    text,
    end: behind(text),
    code: gtin14(text) ?? text,
    folded: fold(text) || null,
    mark,
    markEnd: mark === null ? null : behind(mark),
    words: trailWords(text),
    ...dayOf(text),
    states: JSON.stringify(states),
  }
}

const behind = (text: string): string => `${text}\u{10ffff}`

/** Words of a text that are looked for, at most. */
const maxWords = 20

/**
 * Every word must be there; the last, and words of scripts without spaces, as the beginning of one. Quoted, so that nothing
 * in them is syntax.
 */
function trailWords(text: string): string {
  const words = foldedWords(text).slice(0, maxWords)
  const terms = words.map((word, index) =>
    index === words.length - 1 || isUnspaced(word) ? `"${word}"*` : `"${word}"`,
  )
  return terms.length === 0 ? '""' : terms.join(' ')
}

/** A day by this computer's clock. */
function dayOf(text: string): { from: number | null; to: number | null } {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (day === undefined) return { from: null, to: null }
  const start = new Date(Number(year), Number(month) - 1, Number(day))
  const end = new Date(Number(year), Number(month) - 1, Number(day) + 1)
  return { from: start.getTime(), to: end.getTime() }
}
