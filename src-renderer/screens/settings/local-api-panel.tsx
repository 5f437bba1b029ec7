import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { WorkspaceState } from '../../../src-shared/rpc/workspace-contract.ts'
import { rpc } from '../../rpc/client.ts'
import { errorMessage, problemsOf } from '../../rpc/errors.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWorkspaceChange } from './use-workspace-change.ts'

type LocalApi = WorkspaceState['localApi']

/** The service this computer offers to other programs here, and the credentials they need. */
export function LocalApiPanel({ localApi }: { localApi: LocalApi }) {
  const change = useWorkspaceChange('The local API could not be switched')
  const set = useMutation(rpc.workspace.setLocalApi.mutationOptions({ onSuccess: change.onSuccess }))
  const failed = set.error && problemsOf(set.error).length === 0
  return (
    <Panel
      title="Local API"
      description="Lets other programs on this computer read the catalog and hand in feeds."
    >
      <div className="flex flex-col gap-4">
        <Switch
          label="Local API running"
          help="Only programs on this computer can reach it, and only with its credentials."
          checked={localApi.running}
          disabled={set.isPending}
          onCheckedChange={(running) => set.mutate({ running })}
        />
        {failed ? (
          <Notice tone="bad">{errorMessage(set.error)}</Notice>
        ) : (
          localApi.reason && <Notice tone="warn">{localApi.reason}</Notice>
        )}
        <PortForm
          // A new address is a new form: what was typed has been taken.
          key={localApi.address}
          localApi={localApi}
          busy={set.isPending}
          error={problemsOf(set.error)[0]?.message}
          onPort={(port) => set.mutate({ running: localApi.running, port })}
        />
        <Credentials localApi={localApi} />
      </div>
    </Panel>
  )
}

interface PortFormProps {
  localApi: LocalApi
  busy: boolean
  error: string | undefined
  onPort: (port: number) => void
}

function PortForm({ localApi, busy, error, onPort }: PortFormProps) {
  const current = localApi.address ? new URL(localApi.address).port : ''
  const [port, setPort] = useState(current)
  const [wrong, setWrong] = useState<string>()
  return (
    <form
      noValidate
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const number = Number(port)
        const fits = /^\d{1,5}$/.test(port) && number <= 65_535
        setWrong(fits ? undefined : 'A port is a number from 0 to 65535. With 0 a free one is picked.')
        if (fits) onPort(number)
      }}
    >
      <TextField
        label="Port"
        inputMode="numeric"
        className="w-28"
        autoComplete="off"
        value={port}
        error={wrong ?? error}
        onChange={(event) => setPort(event.target.value)}
      />
      <Button type="submit" className="mt-5" busy={busy} disabled={port === current}>
        Change port
      </Button>
    </form>
  )
}

function Credentials({ localApi }: { localApi: LocalApi }) {
  const queries = useQueryClient()
  const [shown, setShown] = useState(false)
  const [rotating, setRotating] = useState(false)
  const credentials = useQuery(rpc.workspace.localApiCredentials.queryOptions())
  const rotate = useMutation(
    rpc.workspace.rotateLocalApiCredentials.mutationOptions({
      onSuccess: (fresh) => {
        queries.setQueryData(rpc.workspace.localApiCredentials.queryKey(), fresh)
        toast.done('New credentials', 'Programs that use the old ones are refused from now on.')
      },
      onError: (error) => toast.failed('The credentials were not changed', error),
    }),
  )
  const password = credentials.data?.password
  return (
    <div className="flex flex-col gap-3">
      <KeyValue
        entries={[
          {
            label: 'Address',
            value: localApi.address ? (
              <Copyable text={localApi.address} label="Copy the address" />
            ) : (
              'not running'
            ),
          },
          {
            label: 'User name',
            value: (
              <Copyable text={credentials.data?.username ?? localApi.username} label="Copy the user name" />
            ),
          },
          {
            label: 'Password',
            value: password && (
              <Copyable text={password} shown={shown ? password : '•'.repeat(12)} label="Copy the password">
                <IconButton
                  size="small"
                  label={shown ? 'Hide the password' : 'Show the password'}
                  icon={
                    shown ? (
                      <EyeOff className="size-3.5" aria-hidden />
                    ) : (
                      <Eye className="size-3.5" aria-hidden />
                    )
                  }
                  onClick={() => setShown(!shown)}
                />
              </Copyable>
            ),
          },
        ]}
      />
      <div>
        <Button size="small" onClick={() => setRotating(true)}>
          New credentials…
        </Button>
      </div>
      <ConfirmDialog
        open={rotating}
        onOpenChange={setRotating}
        title="Make new credentials?"
        description="Every program that uses the present ones is refused until it has the new ones."
        confirmLabel="Make new credentials"
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate(undefined, { onSettled: () => setRotating(false) })}
      />
    </div>
  )
}

interface CopyableProps {
  text: string
  /** What is seen instead of the text. */
  shown?: string
  label: string
  children?: ReactNode
}

const Copyable = ({ text, shown = text, label, children }: CopyableProps) => (
  <span className="flex items-center gap-1">
    <code className="min-w-0 truncate font-mono text-xs">{shown}</code>
    <span className="-my-1 flex">
      {children}
      <CopyButton text={text} label={label} />
    </span>
  </span>
)
