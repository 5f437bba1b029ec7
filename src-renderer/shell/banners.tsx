import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { DatabaseBackup, HardDrive, KeyRound, LifeBuoy, LoaderCircle, LockOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { retryNow, useBackendState } from '../rpc/changes.ts'
import { rpc } from '../rpc/client.ts'
import { desktop } from '../rpc/desktop.ts'
import { Button, ButtonLink } from '../ui/button.tsx'

/** A banner shown while the backend does not answer. */
export function ConnectionBanner() {
  if (useBackendState() !== 'lost') return null
  return (
    <div
      role="alert"
      className="flex h-10 items-center justify-center gap-3 bg-warn-wash px-4 text-sm text-warn"
    >
      <LoaderCircle className="size-4 animate-spin" aria-hidden />
      <span>
        <Trans>The program behind this window does not answer. The screen may be outdated. Retrying.</Trans>
      </span>
      <Button size="small" onClick={retryNow}>
        <Trans>Try now</Trans>
      </Button>
    </div>
  )
}

/** A banner while the app runs in safe mode. */
export function SafeModeBanner() {
  if (!desktop?.isSafeMode) return null
  return (
    <div
      role="status"
      className="flex min-h-10 items-center justify-center gap-3 border-b border-line bg-warn-wash px-4 py-1.5 text-sm text-warn"
    >
      <LifeBuoy className="size-4 shrink-0" aria-hidden />
      <span>
        <Trans>Safe mode: nothing is synced or sent, and the local API is stopped.</Trans>
      </span>
      <Button size="small" onClick={() => void desktop?.restart('normal')}>
        <Trans>Restart normally</Trans>
      </Button>
    </div>
  )
}

/** Banners for problems that block background work in this workspace, shown as long as they last. */
export function WorkspaceNotices() {
  const workspace = useQuery(rpc.workspace.state.queryOptions()).data
  const backups = useQuery(rpc.backups.state.queryOptions({ refetchInterval: 60_000 })).data
  return (
    <>
      {workspace?.unwritable && (
        <Line
          icon={<HardDrive className="size-4 shrink-0" aria-hidden />}
          href="/workspaces"
          action={t`Show`}
        >
          {workspace.unwritable.message}
        </Line>
      )}
      {workspace?.passwordMissing && (
        <Line
          icon={<KeyRound className="size-4 shrink-0" aria-hidden />}
          href="/settings"
          action={t`Enter it`}
        >
          <Trans>
            This computer does not have the password of {workspace.connection?.username} at{' '}
            {workspace.connection?.address}. Browse and draft as always; nothing is synced or sent until you
            enter it again.
          </Trans>
        </Line>
      )}
      {workspace?.consentMissing && (
        <Line icon={<LockOpen className="size-4 shrink-0" aria-hidden />} href="/settings" action={t`Show`}>
          <Trans>
            {workspace.connection?.address} is plain http: others on the way can read the password and the
            catalog. Nothing is synced or sent until you agree to that.
          </Trans>
        </Line>
      )}
      {backups?.failure && (
        <Line
          icon={<DatabaseBackup className="size-4 shrink-0" aria-hidden />}
          href="/workspaces"
          action={t`Show`}
        >
          <Trans>The last backup was not made. {backups.failure.message}</Trans>
        </Line>
      )}
    </>
  )
}

function Line({
  icon,
  href,
  action,
  children,
}: {
  icon: ReactNode
  href: string
  action: string
  children: ReactNode
}) {
  return (
    <div
      role="alert"
      className="flex min-h-10 items-center justify-center gap-3 border-b border-line bg-warn-wash px-4 py-1.5 text-sm text-warn"
    >
      {icon}
      <span>{children}</span>
      <ButtonLink size="small" href={href}>
        {action}
      </ButtonLink>
    </div>
  )
}
