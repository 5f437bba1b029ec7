import { Link } from 'wouter'
import type { Problem } from '../../../src-shared/problem.ts'

/** What is said of a feed in the outbox; its name leads there. */
export function FeedWarning({ problem: { message, feed } }: { problem: Problem }) {
  const quoted = `“${feed?.name}”`
  const at = message.indexOf(quoted)
  if (!feed || at < 0) return message
  return (
    <>
      {message.slice(0, at)}“
      <Link href={`/outbox/${feed.id}`} className="font-medium text-accent-strong underline">
        {feed.name}
      </Link>
      ”{message.slice(at + quoted.length)}
    </>
  )
}
