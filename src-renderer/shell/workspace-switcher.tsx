import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Check, ChevronsUpDown, Layers } from 'lucide-react'
import { useLocation } from 'wouter'
import { rpc } from '../rpc/client.ts'
import { useOpenWorkspace } from '../screens/workspaces/workspace-list.ts'
import { Menu } from '../ui/overlays/menu.tsx'
import { Mark } from './mark.tsx'

/** Maximum number of workspaces in the menu; the workspaces screen lists all. */
const maxListed = 8

/** The name of the open workspace, with a menu to open another one. */
export function WorkspaceSwitcher({ compact = false }: { compact?: boolean }) {
  const [, navigate] = useLocation()
  const list = useQuery(rpc.workspaces.list.queryOptions())
  const open = useOpenWorkspace()
  const known = list.data?.workspaces ?? []
  const current = known.find((workspace) => workspace.open)
  const name = current?.name ?? t`Catalog Desk`
  const icon = 'size-4'
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          title={current ? `${name}\n${current.directory}` : name}
          aria-busy={open.isPending || undefined}
          className={clsx(
            'flex h-10 items-center gap-2 rounded-md px-2 text-start hover:bg-pressed data-popup-open:bg-pressed',
            compact ? 'max-w-72' : 'mb-2 max-lg:justify-center max-lg:px-0',
          )}
        >
          <Mark />
          <span className={clsx('min-w-0 flex-1', !compact && 'max-lg:sr-only')}>
            <span className="block truncate text-sm leading-tight font-semibold tracking-tight">{name}</span>
            <span className="block truncate text-xs leading-tight text-ink-faint">
              <Trans>Catalog Desk</Trans>
            </span>
            <span className="sr-only">
              <Trans>Switch workspace</Trans>
            </span>
          </span>
          <ChevronsUpDown
            className={clsx('size-3.5 shrink-0 text-ink-faint', !compact && 'max-lg:hidden')}
            aria-hidden
          />
        </button>
      }
      actions={[
        ...known
          .filter((workspace) => workspace.open || !workspace.missing)
          .slice(0, maxListed)
          .map((workspace) => ({
            label: workspace.name,
            id: workspace.directory,
            icon: workspace.open ? <Check className={icon} aria-hidden /> : <span className="block size-4" />,
            disabled: open.isPending,
            onSelect: () => {
              if (!workspace.open) open.mutate({ directory: workspace.directory })
            },
          })),
        null,
        {
          label: t`Workspaces and backups…`,
          icon: <Layers className={icon} aria-hidden />,
          onSelect: () => navigate('/workspaces'),
        },
      ]}
    />
  )
}
