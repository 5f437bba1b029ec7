import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { mediaHostOf, notAMediaHost } from '../../../src-shared/media/media-hosts.ts'
import {
  isUnencrypted,
  unencryptedWarning,
  type WorkspaceState,
} from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { ConnectForm } from './connect-form.tsx'
import { PictureTroubles } from './picture-troubles.tsx'
import { useWorkspaceChange } from './use-workspace-change.ts'

/** The service from which the catalog is copied. */
export function ConnectionPanel({ workspace }: { workspace: WorkspaceState }) {
  const queries = useQueryClient()
  const { connection, passwordMissing = false } = workspace
  const allow = useMutation(
    rpc.workspace.allowPlainHttp.mutationOptions({
      onSuccess: (state) => queries.setQueryData(rpc.workspace.state.queryKey(), state),
      onError: (error) => toast.failed(t`Not changed`, error),
    }),
  )
  const [editing, setEditing] = useState(passwordMissing)
  if (workspace.role === 'sandbox') {
    return (
      <Panel title={t`Connection`}>
        <p className="text-ink-soft">
          <Trans>
            This workspace is a sandbox: its catalog is the service, and feeds sent to its local API are
            ingested here. A workspace of its own can be connected to it, or to any other service.
          </Trans>
        </p>
      </Panel>
    )
  }
  return (
    <Panel
      title={t`Connection`}
      near={t`service, server, address, password, proxy, user`}
      description={t`The service this copy comes from, and to which feeds are sent.`}
      actions={
        !editing && (
          <Button size="small" onClick={() => setEditing(true)}>
            <Trans>Change…</Trans>
          </Button>
        )
      }
    >
      {passwordMissing && (
        <Notice tone="warn" title={t`The password is missing on this computer`} className="mb-4">
          <Trans>
            Passwords stay on the computer where they were entered: this folder came from another one, or from
            a backup. Enter the password again to sync and send.
          </Trans>
        </Notice>
      )}
      {connection && isUnencrypted(connection.address) && !editing && (
        <Notice tone="warn" title={t`Others can read this connection`} className="mb-4">
          <p>{unencryptedWarning}</p>
          {workspace.consentMissing && (
            <>
              <p className="my-3">
                <Trans>Nothing is synced or sent until you agree to that, or change the address.</Trans>
              </p>
              <Button size="small" busy={allow.isPending} onClick={() => allow.mutate({})}>
                <Trans>Go on over plain http</Trans>
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
            toast.done(t`Connected`, t`The service accepted the credentials.`)
          }}
        />
      ) : (
        <>
          <KeyValue
            entries={[
              { label: t`Address`, value: connection?.address },
              { label: t`User name`, value: connection?.username },
            ]}
          />
          {connection && <MediaHosts hosts={connection.mediaHosts} />}
        </>
      )}
    </Panel>
  )
}

/**
 * Hosts from which pictures may be fetched, besides the service. A change takes effect immediately, without
 * the password.
 */
function MediaHosts({ hosts }: { hosts: readonly string[] }) {
  const change = useMutation(
    rpc.workspace.setMediaHosts.mutationOptions(useWorkspaceChange(t`The media hosts were not changed`)),
  )
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    const host = mediaHostOf(typed)
    setWrong(host === undefined ? notAMediaHost(typed) : '')
    if (host === undefined) return
    change.mutate({ hosts: [...hosts, host] }, { onSuccess: () => setTyped('') })
  }
  return (
    <section aria-label={t`Media hosts`} className="mt-5 flex flex-col gap-3">
      <div>
        <h3 className="text-sm font-semibold">
          <Trans>Media hosts</Trans>
        </h3>
        <p className="text-sm text-ink-soft">
          <Trans>
            Pictures are fetched from the service itself
            {hosts.length === 0 ? t` alone.` : t`, and from the hosts listed here.`}
          </Trans>
        </p>
      </div>
      <PictureTroubles hosts={hosts} />
      {hosts.length > 0 && (
        <ul className="flex flex-col">
          {hosts.map((host) => (
            <li key={host} className="flex items-center justify-between border-b border-line py-1 text-sm">
              <span className="font-mono">{host}</span>
              <Button
                size="small"
                aria-label={t`Remove ${host}`}
                disabled={change.isPending}
                onClick={() => change.mutate({ hosts: hosts.filter((other) => other !== host) })}
              >
                <Trans>Remove</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form noValidate onSubmit={add} className="flex items-start gap-2">
        <TextField
          label={t`Another media host`}
          labelHidden
          className="flex-1"
          spellCheck={false}
          placeholder={t`images.example, or http://images.example`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={wrong}
        />
        <Button type="submit" busy={change.isPending} disabled={typed.trim() === ''}>
          <Trans>Add host</Trans>
        </Button>
      </form>
    </section>
  )
}
