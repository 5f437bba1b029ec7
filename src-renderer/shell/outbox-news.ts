import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { OutboxEntry } from '../../src-shared/feeds/outbox/model.ts'
import { outboxStateDescriptions } from '../../src-shared/feeds/outbox/outbox-state.ts'
import { rpc } from '../rpc/client.ts'
import { desktop } from '../rpc/desktop.ts'
import { toast } from '../ui/overlays/toast.tsx'
import { wholeNumber } from '../ui/text/words.ts'

/** Up to this many entries are reported one by one; more are reported as a count. */
const maxAtOnce = 3

/**
 * Reports a feed or batch that is done or needs a person, on the page and, if the page has no focus, by a
 * system notification. Shows the number of entries that need a person as a badge of the app.
 */
export function useOutboxNews(): void {
  const [since] = useState(() => new Date().toISOString())
  const reported = useRef(new Set<string>())
  const news = useQuery(rpc.outbox.news.queryOptions({ input: { since } })).data
  const needsYou = useQuery(rpc.outbox.overview.queryOptions()).data?.entries['needs-you']

  useEffect(() => {
    const newEntries = (news ?? []).filter((entry) => !reported.current.has(keyOf(entry)))
    for (const entry of newEntries) reported.current.add(keyOf(entry))
    if (newEntries.length > maxAtOnce) {
      const needing = newEntries.filter(needsPerson).length
      report(
        needing > 0,
        t`${plural(newEntries.length, { one: '# feed', other: '# feeds' })} came to an end`,
        needing > 0
          ? `${plural(needing, { one: t`# of them needs you`, other: t`# of them need you` })}.`
          : t`None of them needs you.`,
      )
    } else for (const entry of newEntries) report(needsPerson(entry), ...messageOf(entry), entry.feed?.id)
  }, [news])

  useEffect(() => {
    if (needsYou !== undefined) void desktop?.setBadge(needsYou)
  }, [needsYou])
}

const subjectOf = ({ feed, batch }: OutboxEntry) => feed ?? batch
/** The same entry in the same state is reported once. */
const keyOf = (entry: OutboxEntry): string => `${subjectOf(entry).id} ${subjectOf(entry).state}`
const needsPerson = (entry: OutboxEntry): boolean =>
  outboxStateDescriptions[subjectOf(entry).state].group === 'needs-you'

function messageOf(entry: OutboxEntry): [title: string, body: string] {
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
  const reason =
    refused > 0
      ? t`${plural(refused, { one: '# item was', other: '# items were' })} refused.`
      : t`${outboxStateDescriptions[state].label}: look at it in the outbox.`
  return [t`“${name}” needs you`, reason]
}

/** @param feed the feed that a click on the notification opens; without it, the click only shows the app */
function report(isUrgent: boolean, title: string, body: string, feed?: string): void {
  if (isUrgent) toast.tell(title, body)
  else toast.done(title, body)
  if (!document.hasFocus())
    void desktop?.notify({ title: title.slice(0, 200), body: body.slice(0, 500), feed })
}
