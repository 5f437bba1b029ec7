import { counted, say } from '../../texts/say.ts'
import type { OutboxEntry } from './model.ts'
import { type OutboxState, outboxStateDescriptions } from './outbox-state.ts'

/** A feed or batch that is done or needs a person, or several of them, in words. */
export interface OutboxNews {
  isUrgent: boolean
  title: string
  body: string
  /** The feed that the words are about; undefined for a batch and for several feeds. */
  feed?: string | undefined
}

/** Up to this many entries are reported one by one; more are reported as a count. */
const maxAtOnce = 3

/** Returns a function that describes those entries which it has not described before in the same state. */
export function createNewsReader(): (entries: readonly OutboxEntry[]) => OutboxNews[] {
  const seen = new Set<string>()
  return (entries) => {
    const added = entries.filter((entry) => !seen.has(keyOf(entry)))
    for (const entry of added) seen.add(keyOf(entry))
    return added.length > maxAtOnce ? [countOf(added)] : added.map(newsOf)
  }
}

const subjectOf = ({ feed, batch }: OutboxEntry) => feed ?? batch
const keyOf = (entry: OutboxEntry): string => `${subjectOf(entry).id} ${subjectOf(entry).state}`
const needsPerson = (entry: OutboxEntry): boolean =>
  outboxStateDescriptions[subjectOf(entry).state].group === 'needs-you'

function countOf(entries: readonly OutboxEntry[]): OutboxNews {
  const needing = entries.filter(needsPerson).length
  return {
    isUrgent: needing > 0,
    title: say`${counted(entries.length, 'feed')} came to an end`,
    body:
      needing > 0
        ? say`${counted(needing, 'of them needs you', 'of them need you')}.`
        : say`None of them needs you.`,
  }
}

function newsOf(entry: OutboxEntry): OutboxNews {
  const { name, state, counters, itemCount } = subjectOf(entry)
  const refused = counters?.failed ?? 0
  const feed = entry.feed?.id
  if (needsPerson(entry))
    return {
      isUrgent: true,
      title: say`“${name}” needs you`,
      body: refused > 0 ? say`${counted(refused, 'item was', 'items were')} refused.` : reasonOf(state),
      feed,
    }
  const through = counters?.succeeded ?? itemCount
  return {
    isUrgent: false,
    title: say`“${name}” is done`,
    body:
      refused > 0
        ? say`${counted(through, 'item')} went through, ${refused} refused.`
        : say`${counted(through, 'item')} went through.`,
    feed,
  }
}

/** Why a feed without refused items needs a person. */
function reasonOf(state: OutboxState): string {
  if (state === 'failed') return say`It failed. The outbox shows the reason.`
  if (state === 'uncertain') return say`It may have arrived. Check it in the outbox.`
  return say`Review its results in the outbox.`
}
