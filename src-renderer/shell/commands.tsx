import { useMutation, useQuery } from '@tanstack/react-query'
import { Keyboard, Layers, Monitor, Moon, Package, Plus, RefreshCw, Sun, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { CatalogRow } from '../../src-shared/catalog/model.ts'
import { rpc } from '../rpc/client.ts'
import { useTheme } from '../ui/theme.ts'
import { toast } from '../ui/toast.tsx'
import { destinations } from './shortcuts.tsx'

export interface Command {
  id: string
  label: string
  detail?: string
  icon: ReactNode
  keys?: string[]
  run: () => void
}

/** The commands of the palette, besides items. */
export function useCommands(showShortcuts: () => void): {
  groups: { label: string; items: Command[] }[]
  openItem: (row: CatalogRow) => Command
} {
  const [, navigate] = useLocation()
  const { choose } = useTheme()
  const connected = useQuery(rpc.workspace.state.queryOptions()).data?.role === 'connected'
  const paused = useQuery(rpc.outbox.overview.queryOptions({ enabled: connected })).data?.paused ?? false

  const createDraft = useMutation(
    rpc.feeds.createDraft.mutationOptions({
      onSuccess: (draft) => navigate(`/feeds/${draft.id}`),
      onError: (error) => toast.failed('The draft could not be made', error),
    }),
  )
  const startSync = useMutation(
    rpc.sync.start.mutationOptions({
      onSuccess: () => navigate('/sync'),
      onError: (error) => toast.failed('The sync did not start', error),
    }),
  )
  const setPaused = useMutation(
    rpc.outbox.setPaused.mutationOptions({
      onError: (error) => toast.failed('Working offline was not switched', error),
    }),
  )

  const icon = 'size-4'
  const screens = destinations
    .filter(({ path }) => path !== '/sync' || connected)
    .map(({ path, label, icon: Icon, key }) => ({
      id: path,
      label,
      icon: <Icon className={icon} />,
      keys: ['G', key],
      run: () => navigate(path),
    }))
  const actions: Command[] = [
    {
      id: 'new-item-feed',
      label: 'New feed: create items',
      icon: <Plus className={icon} />,
      run: () => createDraft.mutate({ kind: 'create' }),
    },
    {
      id: 'new-content-feed',
      label: 'New feed: Content+',
      icon: <Plus className={icon} />,
      run: () => createDraft.mutate({ kind: 'contentplus' }),
    },
    ...(connected
      ? [
          {
            id: 'sync',
            label: 'Sync now',
            icon: <RefreshCw className={icon} />,
            run: () => startSync.mutate({ full: false }),
          },
          {
            id: 'offline',
            label: paused ? 'Work online' : 'Work offline',
            icon: <WifiOff className={icon} />,
            run: () => setPaused.mutate({ paused: !paused }),
          },
        ]
      : []),
    {
      id: 'workspaces',
      label: 'Workspaces and backups',
      icon: <Layers className={icon} />,
      run: () => navigate('/workspaces'),
    },
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      icon: <Keyboard className={icon} />,
      keys: ['?'],
      run: showShortcuts,
    },
  ]
  const themes: Command[] = [
    { id: 'light', label: 'Appearance: light', icon: <Sun className={icon} />, run: () => choose('light') },
    { id: 'dark', label: 'Appearance: dark', icon: <Moon className={icon} />, run: () => choose('dark') },
    {
      id: 'system',
      label: 'Appearance: follow the system',
      icon: <Monitor className={icon} />,
      run: () => choose('system'),
    },
  ]
  return {
    groups: [
      { label: 'Go to', items: screens },
      { label: 'Do', items: actions },
      { label: 'Appearance', items: themes },
    ],
    openItem: (row) => ({
      id: `item-${row.id}`,
      label: row.name,
      detail: [row.brand, row.code].filter(Boolean).join(' · '),
      icon: <Package className={icon} />,
      run: () => navigate(`/catalog/${encodeURIComponent(row.id)}`),
    }),
  }
}
