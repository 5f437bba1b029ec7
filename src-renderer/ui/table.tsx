import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

/** A plain table for a few hundred rows at most. The catalog list is virtual and has its own. */
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
    // A window drawn large has no room for every column: the table moves sideways, and nothing else does.
    <div className="overflow-x-auto">
      <table aria-label={label} className={clsx('w-full border-collapse text-left text-sm', className)}>
        <thead>
          <tr className="border-b border-line text-xs text-ink-faint">
            {columns.map((column, index) => (
              <th
                // Columns stand still; their place is their identity.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                key={index}
                scope="col"
                className={clsx(
                  'h-8 px-3 font-medium whitespace-nowrap first:pl-4 last:pr-4',
                  column.numeric && 'text-right',
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
      className={clsx('h-10 px-3 py-2 first:pl-4 last:pr-4', numeric && 'tabular text-right', className)}
    />
  )
}
