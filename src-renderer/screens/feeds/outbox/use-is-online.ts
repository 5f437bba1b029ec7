import { useEffect, useState } from 'react'
import { type OutboxOverview, onlineLeft } from '../../../../src-shared/feeds/outbox/model.ts'

/** Whether the service counts as online. Renders again when it no longer does. */
export function useIsOnline(outbox: OutboxOverview | undefined): boolean {
  const [, setNow] = useState(0)
  const millisecondsLeft = outbox ? onlineLeft(outbox, Date.now()) : 0
  useEffect(() => {
    if (millisecondsLeft === 0) return
    const timer = setTimeout(() => setNow(Date.now()), millisecondsLeft)
    return () => clearTimeout(timer)
  }, [millisecondsLeft])
  return millisecondsLeft > 0
}
