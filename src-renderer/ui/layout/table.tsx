import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import { dateAndTime, relativeTime } from '../text/words.ts'
import { Panel } from './panel.tsx'
import { Skeleton } from './states.tsx'

/** A table for at most a few hundred rows. The catalog list has its own grid. */
export function Table({
  label,
  columns,
  children,
  className,
}: {
  label: string
  columns: readonly { label: ReactNode; numeric?: boolean; className?: string }[]
  children: ReactNode
  className?: string
}) {
  return (
    // If a narrow window has no room for every column, only the table scrolls sideways.
    <div className="relative overflow-x-auto">
      <table aria-label={label} className={clsx('w-full border-collapse text-start text-sm', className)}>
        <thead>
          <tr className="border-b border-line text-xs text-ink-faint">
            {columns.map((column, index) => (
              <th
                // The index can be the key: columns do not move.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                key={index}
                scope="col"
                className={clsx(
                  'h-8 px-3 font-medium whitespace-nowrap first:ps-4 last:pe-4',
                  column.numeric && 'text-end',
                  column.className,
                )}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

export function TableRow({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      {...rest}
      className={clsx('border-b border-line last:border-0', rest.onClick && 'hover:bg-hover', className)}
    />
  )
}

export function TableCell({ numeric, className, ...rest }: ComponentProps<'td'> & { numeric?: boolean }) {
  return (
    <td
      {...rest}
      className={clsx('h-10 px-3 py-2 first:ps-4 last:pe-4', numeric && 'tabular text-end', className)}
    />
  )
}

/**
 * The cell with the name of a row. It takes the remaining width, and truncates its content. In a narrow
 * window the table scrolls sideways, so that the name keeps a readable width.
 */
export const NameCell = ({ className, ...rest }: ComponentProps<'td'>) => (
  <TableCell {...rest} className={clsx('max-w-0 min-w-48', className)} />
)

/** The link of a row, for keyboard users. A click anywhere in the row does the same. */
export const RowLink = ({ href, children }: { href: string; children: string }) => (
  <Link
    href={href}
    onClick={(event) => event.stopPropagation()}
    className="block truncate font-medium hover:underline"
  >
    {children}
  </Link>
)

/** A relative time, with the exact time on hover. The table needs `useTick` to update it. */
export const TimeCell = ({ at }: { at: string }) => (
  <TableCell className="whitespace-nowrap text-ink-soft">
    <time dateTime={at} title={dateAndTime(at)}>
      {relativeTime(at)}
    </time>
  </TableCell>
)

/** Shown while a list is loading. */
export const ListSkeleton = () => (
  <Panel>
    <div className="flex flex-col gap-3">
      {['w-2/3', 'w-1/2', 'w-3/5'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  </Panel>
)
