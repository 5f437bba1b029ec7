import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { NewPassword } from '../../../../src-shared/local-api/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { LimitDialog } from './limit-dialog.tsx'
import { NewUserDialog } from './new-user-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { DeleteUserDialog, RotateDialog } from './user-questions.tsx'
import { UserTable, type UserTask } from './user-table.tsx'

/** What is being done about a user, in a dialog of its own. */
/** Who may ask: each program with a name, a password and a limit of its own. */
export function UsersView() {
  const users = useQuery(rpc.localApi.users.queryOptions())
  const service = useQuery(rpc.localApi.conditions.queryOptions())
  const [task, setTask] = useState<UserTask>()
  const [made, setMade] = useState<NewPassword>()
  const close = () => setTask(undefined)
  const show = (password: NewPassword) => {
    setTask(undefined)
    setMade(password)
  }
  if (users.isError && !users.data)
    return (
      <ErrorState
        title="The users cannot be shown"
        error={users.error}
        onRetry={() => void users.refetch()}
      />
    )
  return (
    <>
      <Panel
        flush
        title="Users"
        description="Give each program its own user: its requests and downloads are then told apart, limited and logged by name."
        actions={
          <Button
            variant="primary"
            icon={<Plus className="size-4" aria-hidden />}
            onClick={() => setTask({ kind: 'new' })}
          >
            New user
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
      {task?.kind === 'new' && <NewUserDialog onClose={close} onMade={show} />}
      {task?.kind === 'limit' && <LimitDialog user={task.user} onClose={close} />}
      {task?.kind === 'rotate' && <RotateDialog user={task.user} onClose={close} onMade={show} />}
      {task?.kind === 'delete' && <DeleteUserDialog user={task.user} onClose={close} />}
      {made && <PasswordDialog made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}
