import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  isReadableOnTheWay,
  readableOnTheWay,
  type WorkspaceState,
} from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.tsx'
import { ConnectForm } from './connect-form.tsx'
import { MediaHosts } from './media-hosts.tsx'

/** Where the catalog comes from. */
export function ConnectionPanel({ workspace }: { workspace: WorkspaceState }) {
  const queries = useQueryClient()
  const { connection, passwordMissing = false } = workspace
  const allow = useMutation(
    rpc.workspace.allowPlainHttp.mutationOptions({
      onSuccess: (state) => queries.setQueryData(rpc.workspace.state.queryKey(), state),
      onError: (error) => toast.failed('Not changed', error),
    }),
  )
  const [editing, setEditing] = useState(passwordMissing)
  if (workspace.role === 'sandbox') {
    return (
      <Panel title="Connection">
        <p className="text-ink-soft">
          This workspace is a sandbox: its catalog is the service, and feeds sent to its local API are
          ingested here. A workspace of its own can be connected to it, or to any other service.
        </p>
      </Panel>
    )
  }
  return (
    <Panel
      title="Connection"
      description="The service this copy comes from, and to which feeds are sent."
      actions={
        !editing && (
          <Button size="small" onClick={() => setEditing(true)}>
            Change…
          </Button>
        )
      }
    >
      {passwordMissing && (
        <Notice tone="warn" title="The password is missing on this computer" className="mb-4">
          Passwords stay on the computer where they were entered: this folder came from another one, or from a
          backup. Enter the password again to sync and send.
        </Notice>
      )}
      {connection && isReadableOnTheWay(connection.address) && !editing && (
        <Notice tone="warn" title="Others can read along" className="mb-4">
          <p>{readableOnTheWay}</p>
          {workspace.consentMissing && (
            <>
              <p className="my-3">
                Nothing is synced or sent until you agree to that, or change the address.
              </p>
              <Button size="small" busy={allow.isPending} onClick={() => allow.mutate({})}>
                Go on over plain http
              </Button>
            </>
          )}
        </Notice>
      )}
      {editing ? (
        <ConnectForm
          connection={connection}
          onCancel={() => setEditing(false)}
          onConnected={(state) => {
            queries.setQueryData(rpc.workspace.state.queryKey(), state)
            setEditing(false)
            toast.done('Connected', 'The service accepted the credentials.')
          }}
        />
      ) : (
        <>
          <KeyValue
            entries={[
              { label: 'Address', value: connection?.address },
              { label: 'User name', value: connection?.username },
              { label: 'Namespace base', value: connection?.namespaceBase },
            ]}
          />
          {connection && <MediaHosts hosts={connection.mediaHosts} />}
        </>
      )}
    </Panel>
  )
}
