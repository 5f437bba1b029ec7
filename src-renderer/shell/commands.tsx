import { useMutation, useQuery } from '@tanstack/react-query'
import {
  Copy,
  DatabaseBackup,
  Download,
  History,
  Keyboard,
  Layers,
  type LucideIcon,
  Monitor,
  Moon,
  RefreshCw,
  Search,
  Sun,
  WifiOff,
} from 'lucide-react'
import { useLocation } from 'wouter'
import { rpc } from '../rpc/client.ts'
import { allFeedKinds } from '../screens/feeds/feed-kinds.ts'
import { useTheme } from '../ui/theme.ts'
import { toast } from '../ui/toast.tsx'
import { type Command, useCommands } from './command-registry.ts'
import { destinations, paletteKeys } from './shortcuts.tsx'

interface DeskActions {
  openPalette: () => void
  openShortcuts: () => void
  openExport: () => void
}

const iconOf = (Icon: LucideIcon) => <Icon className="size-4" />

/** Other words for the screens. */
const screenWords: Record<string, string> = {
  '/quality': 'morning findings missing completeness charts',
  '/catalog': 'items products browse list find home',
  '/feeds': 'drafts write templates',
  '/outbox': 'sending queue sent waiting',
  '/sync': 'download copy runs schedule',
  '/import': 'upload file excel csv workbook paste',
  '/local-api': 'server port users programs requests reference',
  '/settings': 'preferences options connection pictures profiles password about version',
}

/** Offers what can be done on every screen. */
export function useDeskCommands({ openPalette, openShortcuts, openExport }: DeskActions): void {
  const [, navigate] = useLocation()
  const connected = useQuery(rpc.workspace.state.queryOptions()).data?.role === 'connected'
  const screens = destinations.filter(({ path }) => path !== '/sync' || connected)
  const go = (path: string) => () => navigate(path)
  useCommands(
    'Go to',
    [
      ...screens.map(({ path, label, icon, key }) => ({
        id: path,
        label,
        words: screenWords[path] ?? '',
        icon: iconOf(icon),
        keys: `G ${key}`,
        run: go(path),
      })),
      {
        id: 'workspaces',
        label: 'Workspaces and backups',
        words: 'switch folder catalogs archive',
        icon: iconOf(Layers),
        run: go('/workspaces'),
      },
      {
        id: 'duplicates',
        label: 'Find duplicates',
        words: 'twice same double equal gtin',
        icon: iconOf(Copy),
        run: go('/duplicates'),
      },
    ],
    1,
  )
  const work = useWorkCommands(connected)
  useCommands(
    'Do',
    [
      {
        id: 'palette',
        label: 'Search or go to…',
        words: 'palette find command',
        icon: iconOf(Search),
        keys: paletteKeys,
        run: openPalette,
      },
      ...work,
      {
        id: 'export',
        label: 'Export all items…',
        words: 'save download xlsx csv excel spreadsheet file',
        icon: iconOf(Download),
        run: openExport,
      },
      {
        id: 'restore',
        label: 'Restore a backup…',
        words: 'recover bring back',
        icon: iconOf(History),
        run: go('/workspaces?do=restore'),
      },
      {
        id: 'shortcuts',
        label: 'Keyboard shortcuts',
        words: 'keys help hotkeys',
        icon: iconOf(Keyboard),
        keys: '?',
        run: openShortcuts,
      },
      {
        id: 'change-keys',
        label: 'Change keys…',
        words: 'shortcuts rebind',
        icon: iconOf(Keyboard),
        run: go('/settings#keys'),
      },
    ],
    2,
  )
  const { choose } = useTheme()
  useCommands(
    'Appearance',
    [
      {
        id: 'light',
        label: 'Appearance: light',
        words: 'theme day bright',
        icon: iconOf(Sun),
        run: () => choose('light'),
      },
      {
        id: 'dark',
        label: 'Appearance: dark',
        words: 'theme night',
        icon: iconOf(Moon),
        run: () => choose('dark'),
      },
      {
        id: 'system',
        label: 'Appearance: follow the system',
        words: 'theme automatic',
        icon: iconOf(Monitor),
        run: () => choose('system'),
      },
    ],
    3,
  )
}

const kindWords = {
  create: 'add product draft',
  update: 'change product draft description',
  refresh: 'replace product record draft',
  contentplus: 'draft rich retailer enhanced',
}

/** The commands that ask the backend for something. */
function useWorkCommands(connected: boolean): Command[] {
  const [, navigate] = useLocation()
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
  const backUp = useMutation(
    rpc.backups.make.mutationOptions({
      onSuccess: () => toast.done('The backup is made and verified'),
      onError: (error) => toast.failed('No backup was made', error),
    }),
  )
  return [
    ...allFeedKinds.map(({ kind, label, icon, newName }) => ({
      id: `new-${kind}`,
      label: `New feed: ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
      words: kindWords[kind],
      icon: iconOf(icon),
      run: () => createDraft.mutate({ kind, name: newName }),
    })),
    ...(connected
      ? [
          {
            id: 'sync',
            label: 'Sync now',
            words: 'download get changes',
            icon: iconOf(RefreshCw),
            run: () => startSync.mutate({ full: false }),
          },
          {
            id: 'offline',
            label: paused ? 'Work online' : 'Work offline',
            words: 'network pause sending connection',
            icon: iconOf(WifiOff),
            run: () => setPaused.mutate({ paused: !paused }),
          },
        ]
      : []),
    {
      id: 'backup',
      label: 'Make a backup now',
      words: 'save copy archive',
      icon: iconOf(DatabaseBackup),
      run: () => backUp.mutate(undefined),
    },
  ]
}
