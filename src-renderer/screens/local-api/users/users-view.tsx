import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Gauge, KeyRound, List, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { LocalApiUser, NewPassword } from '../../../../src-shared/local-api/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { ErrorState, Skeleton } from '../../../ui/layout/states.tsx'
import { NameCell, Table, TableCell, TableRow } from '../../../ui/layout/table.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { dateOnly, wholeNumber } from '../../../ui/text/words.ts'
import { sectionPath } from '../use-local-api.ts'
import {
  DeleteUserDialog,
  LimitDialog,
  NewUserDialog,
  PasswordDialog,
  RotateDialog,
} from './user-dialogs.tsx'

/** The users of the local API, one for each program, with name, password and limit. */
export function UsersView() {
  const users = useQuery(rpc.localApi.users.queryOptions())
  const service = useQuery(rpc.localApi.conditions.queryOptions())
  const [task, setTask] = useState<UserTask>()
  const [newPassword, setNewPassword] = useState<NewPassword>()
  const close = () => setTask(undefined)
  const show = (password: NewPassword) => {
    setTask(undefined)
    setNewPassword(password)
  }
  if (users.isError && !users.data)
    return (
      <ErrorState
        title={t`The users cannot be shown`}
        error={users.error}
        onRetry={() => void users.refetch()}
      />
    )
  return (
    <>
      <Panel
        flush
        title={t`Users`}
        description={t`Give each program its own user: its requests and downloads are then counted, limited and logged by name.`}
        actions={
          <Button
            variant="primary"
            icon={<Plus className="size-4" aria-hidden />}
            onClick={() => setTask({ kind: 'new' })}
          >
            <Trans>New user</Trans>
          </Button>
        }
      >
        {users.data ? (
          <UserTable
            users={users.data}
            serviceLimit={service.data?.conditions.dailyItemLimit ?? null}
            onTask={setTask}
          />
        ) : (
          <Skeleton className="m-4 h-24" />
        )}
      </Panel>
      {task?.kind === 'new' && <NewUserDialog onClose={close} onCreated={show} />}
      {task?.kind === 'limit' && <LimitDialog user={task.user} onClose={close} />}
      {task?.kind === 'rotate' && <RotateDialog user={task.user} onClose={close} onCreated={show} />}
      {task?.kind === 'delete' && <DeleteUserDialog user={task.user} onClose={close} />}
      {newPassword && <PasswordDialog created={newPassword} onClose={() => setNewPassword(undefined)} />}
    </>
  )
}

/** The open dialog: an action for one user, or a new user. */
type UserTask = { kind: 'limit' | 'rotate' | 'delete'; user: LocalApiUser } | { kind: 'new' }

interface UserTableProps {
  users: readonly LocalApiUser[]
  /** The daily limit for users without their own; null if there is none. */
  serviceLimit: number | null
  onTask: (task: UserTask) => void
}

const requestsOf = (username: string) => `${sectionPath('requests')}?user=${encodeURIComponent(username)}`

function UserTable({ users, serviceLimit, onTask }: UserTableProps) {
  const [, navigate] = useLocation()
  const icon = 'size-4'
  return (
    <Table
      label={t`Users of the local API`}
      className="border-t border-line"
      columns={[
        { label: t`User` },
        { label: t`Requests today`, numeric: true, className: 'w-32' },
        { label: t`Items today`, className: 'w-64' },
        { label: t`Since`, className: 'w-32' },
        {
          label: (
            <span className="sr-only">
              <Trans>Actions</Trans>
            </span>
          ),
          className: 'w-14',
        },
      ]}
    >
      {users.map((user) => (
        <TableRow key={user.username}>
          <NameCell>
            <div className="flex items-center gap-2">
              <span className="truncate font-medium">{user.username}</span>
              {user.isDefault && (
                <Badge>
                  <Trans>Default</Trans>
                </Badge>
              )}
            </div>
          </NameCell>
          <TableCell numeric>
            <Link href={requestsOf(user.username)} className="hover:underline">
              {wholeNumber(user.requestsToday)}
              <span className="sr-only">
                {' '}
                <Trans>requests of {user.username}</Trans>
              </span>
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
                  label={t`Actions for ${user.username}`}
                  icon={<Ellipsis className={icon} aria-hidden />}
                />
              }
              actions={[
                {
                  label: t`Show its requests`,
                  icon: <List className={icon} aria-hidden />,
                  onSelect: () => navigate(requestsOf(user.username)),
                },
                {
                  label: t`Daily limit…`,
                  icon: <Gauge className={icon} aria-hidden />,
                  onSelect: () => onTask({ kind: 'limit', user }),
                },
                {
                  label: t`New password…`,
                  icon: <KeyRound className={icon} aria-hidden />,
                  onSelect: () => onTask({ kind: 'rotate', user }),
                },
                null,
                {
                  label: t`Delete…`,
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

/** The number of downloaded items, and its share of the limit. */
function Usage({ user, serviceLimit }: { user: LocalApiUser; serviceLimit: number | null }) {
  const limit = user.dailyItemLimit ?? serviceLimit
  const used = user.itemsToday
  if (limit === null)
    return (
      <>
        <span className="tabular">{wholeNumber(used)}</span>
        <span className="text-ink-faint">
          {' '}
          <Trans>· no limit</Trans>
        </span>
      </>
    )
  const reached = used >= limit
  return (
    <div className="flex flex-col gap-1">
      <span>
        <span className="tabular">
          <Trans>
            {wholeNumber(used)} of {wholeNumber(limit)}
          </Trans>
        </span>
        <span className={reached ? 'text-warn' : 'text-ink-faint'}>
          {reached ? t` · limit reached` : user.dailyItemLimit === null ? t` · limit for all` : ''}
        </span>
      </span>
      <ProgressBar
        value={limit === 0 ? 1 : used / limit}
        label={t`Daily limit of ${user.username}`}
        detail={t`${wholeNumber(used)} of ${plural(limit, { one: '# item', other: '# items' })}`}
      />
    </div>
  )
}
