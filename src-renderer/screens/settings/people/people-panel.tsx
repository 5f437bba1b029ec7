import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, Ellipsis, KeyRound, Plus, ShieldCheck, Trash2, UserCheck } from 'lucide-react'
import { useState } from 'react'
import type { MadePassword, PersonEntry } from '../../../../src-shared/team/people-model.ts'
import { rpc } from '../../../rpc/client.ts'
import { useMe } from '../../../rpc/me.ts'
import { roleWords } from '../../../texts/role-words.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/layout/states.tsx'
import { NameCell, Table, TableCell, TableRow } from '../../../ui/layout/table.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { dateAndTime } from '../../../ui/text/words.ts'
import {
  MadePasswordDialog,
  NewPasswordDialog,
  NewPersonDialog,
  RemovePersonDialog,
  RoleDialog,
} from './people-dialogs.tsx'

/** The open dialog: an action for one person, or a new one. */
type Task = { kind: 'role' | 'password' | 'remove'; person: PersonEntry } | { kind: 'new' }

/** The people of the team, for administrators. Nothing without a team. */
export function PeoplePanel() {
  const me = useMe()
  if (!me) return null
  return me.role === 'administrator' ? (
    <PeopleOfTeam />
  ) : (
    <Panel
      title={t`People`}
      description={t`Only administrators of the team see and change the people. Your role: ${roleWords[me.role]}.`}
    />
  )
}

function PeopleOfTeam() {
  const people = useQuery(rpc.people.list.queryOptions())
  const [task, setTask] = useState<Task>()
  const [made, setMade] = useState<MadePassword>()
  const close = () => setTask(undefined)
  const show = (password: MadePassword) => {
    setTask(undefined)
    setMade(password)
  }
  return (
    <>
      <Panel
        flush
        title={t`People`}
        near={t`team, users, roles, passwords, sign in`}
        description={t`Each person signs in by name and has one role. A role includes the ones before it.`}
        actions={
          <Button
            size="small"
            icon={<Plus className="size-4" aria-hidden />}
            onClick={() => setTask({ kind: 'new' })}
          >
            <Trans>Add person</Trans>
          </Button>
        }
      >
        {people.data ? (
          people.data.length > 0 ? (
            <PeopleTable people={people.data} onTask={setTask} />
          ) : (
            <EmptyState title={t`No people`}>
              <Trans>Add the first person of the team.</Trans>
            </EmptyState>
          )
        ) : people.isError ? (
          <ErrorState
            title={t`The people cannot be shown`}
            error={people.error}
            onRetry={() => void people.refetch()}
          />
        ) : (
          <Skeleton className="m-4 h-24" />
        )}
      </Panel>
      {task?.kind === 'new' && <NewPersonDialog onClose={close} onMade={show} />}
      {task?.kind === 'role' && <RoleDialog person={task.person} onClose={close} />}
      {task?.kind === 'password' && <NewPasswordDialog person={task.person} onClose={close} onMade={show} />}
      {task?.kind === 'remove' && <RemovePersonDialog person={task.person} onClose={close} />}
      {made && <MadePasswordDialog made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}

function PeopleTable({ people, onTask }: { people: readonly PersonEntry[]; onTask: (task: Task) => void }) {
  const queries = useQueryClient()
  const setDisabled = useMutation(
    rpc.people.setDisabled.mutationOptions({
      onSuccess: (list) => queries.setQueryData(rpc.people.list.queryKey(), list),
      onError: (error) => toast.failed(t`The person was not changed`, error),
    }),
  )
  const icon = 'size-4'
  return (
    <Table
      label={t`People of the team`}
      className="border-t border-line"
      columns={[
        { label: t`Name` },
        { label: t`Role`, className: 'w-36' },
        { label: t`Last sign-in`, className: 'w-44' },
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
      {people.map((person) => (
        <TableRow key={person.name}>
          <NameCell>
            <div className="flex items-center gap-2">
              <span className="truncate font-medium">{person.name}</span>
              {person.isDisabled && (
                <Badge>
                  <Trans>Disabled</Trans>
                </Badge>
              )}
            </div>
          </NameCell>
          <TableCell>{roleWords[person.role]}</TableCell>
          <TableCell className="whitespace-nowrap text-ink-soft">
            {person.signedInAt === null ? t`never` : dateAndTime(person.signedInAt)}
          </TableCell>
          <TableCell>
            <Menu
              trigger={
                <IconButton
                  size="small"
                  label={t`Actions for ${person.name}`}
                  icon={<Ellipsis className={icon} aria-hidden />}
                />
              }
              actions={[
                {
                  label: t`Role…`,
                  icon: <ShieldCheck className={icon} aria-hidden />,
                  onSelect: () => onTask({ kind: 'role', person }),
                },
                {
                  label: t`New password…`,
                  icon: <KeyRound className={icon} aria-hidden />,
                  onSelect: () => onTask({ kind: 'password', person }),
                },
                {
                  label: person.isDisabled ? t`Enable` : t`Disable`,
                  icon: person.isDisabled ? (
                    <UserCheck className={icon} aria-hidden />
                  ) : (
                    <Ban className={icon} aria-hidden />
                  ),
                  onSelect: () => setDisabled.mutate({ name: person.name, isDisabled: !person.isDisabled }),
                },
                null,
                {
                  label: t`Remove…`,
                  icon: <Trash2 className={icon} aria-hidden />,
                  dangerous: true,
                  onSelect: () => onTask({ kind: 'remove', person }),
                },
              ]}
            />
          </TableCell>
        </TableRow>
      ))}
    </Table>
  )
}
