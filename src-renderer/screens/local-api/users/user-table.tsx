import { Ellipsis, Gauge, KeyRound, List, Trash2 } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { LocalApiUser } from '../../../../src-shared/local-api/model.ts'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Table, TableCell, TableRow } from '../../../ui/table.tsx'
import { counted, dateOnly, wholeNumber } from '../../../ui/words.ts'
import { sectionPath } from '../sections.ts'

/** What a person wants to do with one user, or that there be one more. */
export type UserTask = { kind: 'limit' | 'rotate' | 'delete'; user: LocalApiUser } | { kind: 'new' }

interface UserTableProps {
  users: readonly LocalApiUser[]
  /** The daily limit of those without one of their own; null: none. */
  serviceLimit: number | null
  onTask: (task: UserTask) => void
}

const requestsOf = (username: string) => `${sectionPath('requests')}?user=${encodeURIComponent(username)}`

export function UserTable({ users, serviceLimit, onTask }: UserTableProps) {
  const [, navigate] = useLocation()
  const icon = 'size-4'
  return (
    <Table
      label="Users of the local API"
      className="border-t border-line"
      columns={[
        { label: 'User' },
        { label: 'Requests today', numeric: true, className: 'w-32' },
        { label: 'Items today', className: 'w-64' },
        { label: 'Since', className: 'w-32' },
        { label: <span className="sr-only">Actions</span>, className: 'w-14' },
      ]}
    >
      {users.map((user) => (
        <TableRow key={user.username}>
          <TableCell className="max-w-0">
            <div className="flex items-center gap-2">
              <span className="truncate font-medium">{user.username}</span>
              {user.isDefault && <Badge>Default</Badge>}
            </div>
          </TableCell>
          <TableCell numeric>
            <Link href={requestsOf(user.username)} className="hover:underline">
              {wholeNumber(user.requestsToday)}
              <span className="sr-only"> requests of {user.username}</span>
            </Link>
          </TableCell>
          <TableCell>
            <Usage user={user} serviceLimit={serviceLimit} />
          </TableCell>
          <TableCell className="whitespace-nowrap text-ink-soft">{dateOnly(user.createdAt)}</TableCell>
          <TableCell>
            <Menu
              trigger={
                <IconButton
                  size="small"
                  label={`Actions for ${user.username}`}
                  icon={<Ellipsis className={icon} aria-hidden />}
                />
              }
              actions={[
                {
                  label: 'Show its requests',
                  icon: <List className={icon} aria-hidden />,
                  onSelect: () => navigate(requestsOf(user.username)),
                },
                {
                  label: 'Daily limit…',
                  icon: <Gauge className={icon} aria-hidden />,
                  onSelect: () => onTask({ kind: 'limit', user }),
                },
                {
                  label: 'New password…',
                  icon: <KeyRound className={icon} aria-hidden />,
                  onSelect: () => onTask({ kind: 'rotate', user }),
                },
                null,
                {
                  label: 'Delete…',
                  icon: <Trash2 className={icon} aria-hidden />,
                  dangerous: true,
                  disabled: user.isDefault,
                  onSelect: () => onTask({ kind: 'delete', user }),
                },
              ]}
            />
          </TableCell>
        </TableRow>
      ))}
    </Table>
  )
}

/** How many items were downloaded, and how much of the limit that is. */
function Usage({ user, serviceLimit }: { user: LocalApiUser; serviceLimit: number | null }) {
  const limit = user.dailyItemLimit ?? serviceLimit
  const used = user.itemsToday
  if (limit === null)
    return (
      <>
        <span className="tabular">{wholeNumber(used)}</span>
        <span className="text-ink-faint"> · no limit</span>
      </>
    )
  const reached = used >= limit
  return (
    <div className="flex flex-col gap-1">
      <span>
        <span className="tabular">
          {wholeNumber(used)} of {wholeNumber(limit)}
        </span>
        <span className={reached ? 'text-warn' : 'text-ink-faint'}>
          {reached ? ' · limit reached' : user.dailyItemLimit === null ? ' · limit for all' : ''}
        </span>
      </span>
      <ProgressBar
        value={limit === 0 ? 1 : used / limit}
        label={`Daily limit of ${user.username}`}
        detail={`${wholeNumber(used)} of ${counted(limit, 'item')}`}
      />
    </div>
  )
}
