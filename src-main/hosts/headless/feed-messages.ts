/** The lines that commands print about a feed: before it is queued, and while it waits to be sent. */

import type { OutboxFeedDetail, OutboxOverview } from '../../../src-shared/feeds/outbox/model.ts'
import { outboxStateDescriptions } from '../../../src-shared/feeds/outbox/outbox-state.ts'
import { isError, type Problem } from '../../../src-shared/problem.ts'

export interface FeedToSend {
  /** The file as the person named it. */
  file: string
  problems: readonly Problem[]
  /** The product code, or identifier, of each item. */
  codes: readonly string[]
  /** Whether any warning holds the feed back. */
  strict: boolean
  /** Whether all removals of a refresh are agreed to. */
  yes: boolean
  say(line: string): void
  /** Asks the person at the terminal; absent without a terminal. */
  confirm?: ((question: string) => Promise<boolean>) | undefined
}

const reasonsToHold = ['errors', 'warnings', 'removals'] as const
type Reason = (typeof reasonsToHold)[number]
/** The exit code for each reason. */
export const heldBackCode: Record<Reason, number> = { errors: 1, warnings: 3, removals: 4 }

/**
 * Codes of problems in the text itself, for which the column is printed; other problems concern a whole
 * element.
 */
const textProblems = new Set(['not-well-formed', 'unexpected-text', 'illegal-character'])

/**
 * One problem as `file:line: path: code: message`, in the format of compilers; with the column for text
 * problems.
 */
export function problemLine(file: string, problem: Problem): string {
  const { code, path, message, line = 1, column } = problem
  const severity = isError(problem) ? '' : 'warning: '
  const where = column !== undefined && textProblems.has(code) ? ` (column ${column})` : ''
  return `${file}:${line}: ${path}: ${code}: ${severity}${message}${where}`
}

/** Whether a problem describes a value that a refresh removes from the catalog. */
const isRemoval = ({ code }: Problem): boolean => code === 'REFRESH_DROPS'

/**
 * Prints a feed's errors and warnings and, item by item, the values that a refresh removes, before the feed
 * is queued.
 * @returns the reason why the feed must not be queued, as a code and as text; undefined if it may be queued
 */
export async function heldBack(feed: FeedToSend): Promise<{ reason: Reason; words: string } | undefined> {
  const { file, problems, codes, strict, yes, say, confirm } = feed
  const errors = problems.filter(isError)
  const removals = problems.filter(isRemoval)
  const warnings = problems.filter((problem) => !isError(problem) && !isRemoval(problem))
  for (const problem of [...errors, ...warnings]) say(problemLine(file, problem))
  if (removals.length > 0) {
    say(`This refresh removes ${counted(removals.length, 'value')} from the catalog:`)
    for (const line of removalLines(removals, codes)) say(line)
  }
  if (errors.length > 0)
    return { reason: 'errors', words: `${file} cannot be sent as it is, so nothing was queued.` }
  const found = warnings.length + removals.length
  if (strict && found > 0)
    return {
      reason: 'warnings',
      words: `Nothing was queued: --strict accepts no warnings, and there ${found === 1 ? 'is one' : `are ${found}`}.`,
    }
  if (removals.length === 0 || yes) return undefined
  if (!confirm)
    return {
      reason: 'removals',
      words: 'Nothing was queued, because of what the refresh removes. To send it anyway, add --yes.',
    }
  if (await confirm(`Remove ${counted(removals.length, 'value')} and send? [y/N] `)) return undefined
  return { reason: 'removals', words: 'Nothing was queued.' }
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** One line per item, followed by one line per removed field. */
function removalLines(removals: readonly Problem[], codes: readonly string[]): string[] {
  const byItem = Map.groupBy(removals, ({ path }) => Number(/\/item\[(\d+)\]/.exec(path)?.[1] ?? 0))
  return [...byItem].flatMap(([position, itemRemovals]) => [
    `  item ${position}, ${codes[position - 1] || 'without a code'}`,
    ...itemRemovals.map(({ path, message }) => `    ${path.replace(/^.*?\/item\[\d+\]\//, '')}: ${message}`),
  ])
}

/** Why an unfinished feed waits, as text; undefined while it is being sent. */
export function waitingWords(
  { state, note, waitsFor, elsewhere }: Pick<OutboxFeedDetail, 'state' | 'note' | 'waitsFor' | 'elsewhere'>,
  { paused, needsCredentials, reachable, reason }: OutboxOverview,
): string | undefined {
  if (state === 'sending') return undefined
  if (elsewhere)
    return `Waiting: it belongs to ${elsewhere.address} (${elsewhere.username}), and another service is connected.`
  if (paused) return 'Waiting: the outbox is offline, and sends nothing until you go online again.'
  if (needsCredentials)
    return 'Waiting: the service refused the user name or password. Enter them again with "desk connect".'
  if (reachable === false)
    return `Waiting: ${reason ?? 'the service cannot be reached.'} It is tried again from time to time.`
  if (waitsFor.length > 0) {
    const names = waitsFor.map(({ id, name }) => `“${name}” (${id})`).join(', ')
    return `Waiting for ${names}, about the same items.`
  }
  return `Waiting: ${note ?? outboxStateDescriptions[state].meaning}`
}
