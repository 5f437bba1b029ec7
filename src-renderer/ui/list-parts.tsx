import { Link } from 'wouter'
import { Panel } from './panel.tsx'
import { Skeleton } from './states.tsx'
import { TableCell } from './table.tsx'
import { dateAndTime, relativeTime } from './words.ts'

/** The name of what a row opens. The row can be clicked anywhere; this is what the keyboard reaches. */
export const RowLink = ({ href, children }: { href: string; children: string }) => (
  <Link
    href={href}
    onClick={(event) => event.stopPropagation()}
    className="block truncate font-medium hover:underline"
  >
    {children}
  </Link>
)

/** How long ago, with the moment itself on hover. The table around it keeps time with `useTick`. */
export const TimeCell = ({ at }: { at: string }) => (
  <TableCell className="whitespace-nowrap text-ink-soft">
    <time dateTime={at} title={dateAndTime(at)}>
      {relativeTime(at)}
    </time>
  </TableCell>
)

/** A list that is on its way. */
export const ListSkeleton = () => (
  <Panel>
    <div className="flex flex-col gap-3">
      {['w-2/3', 'w-1/2', 'w-3/5'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  </Panel>
)
