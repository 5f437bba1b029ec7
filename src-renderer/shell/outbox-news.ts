import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createNewsReader } from '../../src-shared/feeds/outbox/outbox-news.ts'
import { rpc } from '../rpc/client.ts'
import { toast } from '../ui/overlays/toast.tsx'

/**
 * Reports a feed or batch that is done or needs a person on the page. While no window of the desktop app has
 * the focus, the app also shows a notification of the system.
 */
export function useOutboxNews(): void {
  const [since] = useState(() => new Date().toISOString())
  const [read] = useState(createNewsReader)
  const entries = useQuery(rpc.outbox.news.queryOptions({ input: { since } })).data

  useEffect(() => {
    for (const { isUrgent, title, body } of read(entries ?? []))
      if (isUrgent) toast.tell(title, body)
      else toast.done(title, body)
  }, [entries, read])
}
