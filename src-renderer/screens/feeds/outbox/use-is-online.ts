import { useEffect, useState } from 'react'
import { type OutboxOverview, onlineLeft } from '../../../../src-shared/feeds/outbox/model.ts'

/** Whether the service counts as online. Draws anew at the moment when it no longer does. */
export function useIsOnline(outbox: OutboxOverview | undefined): boolean {
  const [, setNow] = useState(0)
  const left = outbox ? onlineLeft(outbox, Date.now()) : 0
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setNow(Date.now()), left)
    return () => clearTimeout(timer)
  }, [left])
  return left > 0
}
