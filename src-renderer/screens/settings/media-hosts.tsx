import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { mediaHostOf, noMediaHost } from '../../../src-shared/media/media-hosts.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { PictureTroubles } from './picture-troubles.tsx'
import { useWorkspaceChange } from './use-workspace-change.ts'

/** The hosts that pictures may be fetched from, beside the service: changed at once, without the password. */
export function MediaHosts({ hosts }: { hosts: readonly string[] }) {
  const change = useMutation(
    rpc.workspace.setMediaHosts.mutationOptions(useWorkspaceChange('The media hosts were not changed')),
  )
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    const host = mediaHostOf(typed)
    setWrong(host === undefined ? noMediaHost(typed) : '')
    if (host === undefined) return
    change.mutate({ hosts: [...hosts, host] }, { onSuccess: () => setTyped('') })
  }
  return (
    <section aria-label="Media hosts" className="mt-5 flex flex-col gap-3">
      <div>
        <h3 className="text-sm font-semibold">Media hosts</h3>
        <p className="text-sm text-ink-soft">
          Pictures are fetched from the service itself
          {hosts.length === 0 ? ' alone.' : ', and from the hosts listed here.'}
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
                aria-label={`Remove ${host}`}
                disabled={change.isPending}
                onClick={() => change.mutate({ hosts: hosts.filter((other) => other !== host) })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form noValidate onSubmit={add} className="flex items-start gap-2">
        <TextField
          label="Another media host"
          labelHidden
          className="flex-1"
          spellCheck={false}
          placeholder="images.example, or http://images.example"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={wrong}
        />
        <Button type="submit" busy={change.isPending} disabled={typed.trim() === ''}>
          Add host
        </Button>
      </form>
    </section>
  )
}
