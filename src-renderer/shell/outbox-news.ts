import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { OutboxEntry } from '../../src-shared/feeds/outbox/model.ts'
import { outboxStateDescriptions } from '../../src-shared/feeds/outbox/outbox-state.ts'
import { rpc } from '../rpc/client.ts'
import { desktop } from '../rpc/desktop.ts'
import { toast } from '../ui/overlays/toast.tsx'
import { wholeNumber } from '../ui/text/words.ts'

/** Told one by one as long as there are few; more at once are told as a number. */
const maxAtOnce = 3

/**
 * Tells, in the page and by the system to whoever looks elsewhere, when a feed or a batch is done or needs a person;
 * and keeps the number of those that do beside the app's sign.
 */
export function useOutboxNews(): void {
  const [since] = useState(() => new Date().toISOString())
  const told = useRef(new Set<string>())
  const news = useQuery(rpc.outbox.news.queryOptions({ input: { since } })).data
  const needsYou = useQuery(rpc.outbox.overview.queryOptions()).data?.entries['needs-you']

  useEffect(() => {
    const fresh = (news ?? []).filter((entry) => !told.current.has(keyOf(entry)))
    for (const entry of fresh) told.current.add(keyOf(entry))
    if (fresh.length > maxAtOnce) {
      const needing = fresh.filter(needsPerson).length
      tell(
        needing > 0,
        t`${plural(fresh.length, { one: '# feed', other: '# feeds' })} came to an end`,
        needing > 0
          ? `${plural(needing, { one: t`# of them needs you`, other: t`# of them need you` })}.`
          : t`None of them needs you.`,
      )
    } else for (const entry of fresh) tell(needsPerson(entry), ...wordsOf(entry))
  }, [news])

  useEffect(() => {
    if (needsYou !== undefined) void desktop?.setBadge(needsYou)
  }, [needsYou])
}

const subjectOf = ({ feed, batch }: OutboxEntry) => feed ?? batch
/** The same thing in the same state is told once. */
const keyOf = (entry: OutboxEntry): string => `${subjectOf(entry).id} ${subjectOf(entry).state}`
const needsPerson = (entry: OutboxEntry): boolean =>
  outboxStateDescriptions[subjectOf(entry).state].group === 'needs-you'

function wordsOf(entry: OutboxEntry): [title: string, body: string] {
  const { name, state, counters, itemCount } = subjectOf(entry)
  const refused = counters?.failed ?? 0
  if (!needsPerson(entry)) {
    const through = counters?.succeeded ?? itemCount
    return [
      t`“${name}” is done`,
      refused > 0
        ? t`${plural(through, { one: '# item', other: '# items' })} went through, ${wholeNumber(refused)} refused.`
        : t`${plural(through, { one: '# item', other: '# items' })} went through.`,
    ]
  }
  const why =
    refused > 0
      ? t`${plural(refused, { one: '# item was', other: '# items were' })} refused.`
      : t`${outboxStateDescriptions[state].label}: look at it in the outbox.`
  return [t`“${name}” needs you`, why]
}

function tell(isUrgent: boolean, title: string, body: string): void {
  if (isUrgent) toast.tell(title, body)
  else toast.done(title, body)
  if (!document.hasFocus()) void desktop?.notify({ title: title.slice(0, 200), body: body.slice(0, 500) })
}
