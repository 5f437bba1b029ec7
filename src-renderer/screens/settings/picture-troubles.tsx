import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { PictureTrouble } from '../../../src-shared/media/media-hosts.ts'
import { rpc } from '../../rpc/client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { useWorkspaceChange } from './use-workspace-change.ts'

/**
 * Pictures that could not be fetched, by host and reason. A host that the connection does not allow can be
 * allowed here.
 */
export function PictureTroubles({ hosts }: { hosts: readonly string[] }) {
  const troubles = useQuery(rpc.media.troubles.queryOptions())
  const allow = useMutation(
    rpc.workspace.setMediaHosts.mutationOptions(useWorkspaceChange(t`The host was not allowed`)),
  )
  const all = troubles.data ?? []
  const others = all.filter((trouble) => trouble.allow === undefined)
  return (
    <>
      {unknownHosts(all).map(({ host, count }) => (
        <Notice
          key={host}
          tone="warn"
          title={
            count === 1
              ? t`${plural(count, { one: '# picture', other: '# pictures' })} is on ${host}, which this connection does not allow`
              : t`${plural(count, { one: '# picture', other: '# pictures' })} are on ${host}, which this connection does not allow`
          }
          actions={
            <Button
              size="small"
              busy={allow.isPending && allow.variables.hosts.includes(host)}
              disabled={allow.isPending}
              onClick={() => allow.mutate({ hosts: [...hosts, host] })}
            >
              <Trans>Allow {host}</Trans>
            </Button>
          }
        >
          <Trans>
            No requests have been sent to it yet. Allow it if you trust it: the pictures are then fetched.
            User name and password never go there.
            {host.startsWith('http://') &&
              t` It is plain http: others on the way can see the pictures, and change them.`}
          </Trans>
        </Notice>
      ))}
      {others.length > 0 && (
        <Notice
          tone="warn"
          title={t`${plural(sum(others), { one: '# picture', other: '# pictures' })} could not be fetched`}
          actions={
            <ButtonLink size="small" href="/settings">
              <Trans>Pictures in Settings</Trans>
            </ButtonLink>
          }
        >
          <ul>
            {others.map(({ host, reason, count }) => (
              <li key={`${host} ${reason}`}>
                <Plural value={count} one="# picture" other="# pictures" />
                {host !== '' && t` at ${host}`}: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

const sum = (troubles: readonly PictureTrouble[]): number =>
  troubles.reduce((whole, { count }) => whole + count, 0)

/** Each host that is not allowed, with its number of pictures. */
function unknownHosts(troubles: readonly PictureTrouble[]): { host: string; count: number }[] {
  const hosts = new Map<string, number>()
  for (const { allow, count } of troubles)
    if (allow !== undefined) hosts.set(allow, (hosts.get(allow) ?? 0) + count)
  return [...hosts].map(([host, count]) => ({ host, count }))
}
