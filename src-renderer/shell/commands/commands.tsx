import { t } from '@lingui/core/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import {
  Copy,
  CornerDownLeft,
  DatabaseBackup,
  Download,
  History,
  Keyboard,
  Languages,
  Layers,
  type LucideIcon,
  Monitor,
  Moon,
  Printer,
  RefreshCw,
  ScanSearch,
  Search,
  Sun,
  WifiOff,
} from 'lucide-react'
import { useLocation } from 'wouter'
import { checkForUpdatesCommand } from '../../../src-shared/desktop-bridge.ts'
import { spoken } from '../../../src-shared/texts/spoken.ts'
import { languageNames, offeredLanguages } from '../../../src-shared/workspace/languages.ts'
import { rpc } from '../../rpc/client.ts'
import { desktop } from '../../rpc/desktop.ts'
import { useUpdate } from '../../rpc/update.ts'
import { chooseLanguage } from '../../texts/choose-language.ts'
import { allFeedKinds } from '../../texts/feed-kinds.ts'
import { pageLanguage } from '../../texts/language.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { useTheme } from '../../ui/theme.ts'
import { previewPrint, printScreen } from '../print/printing.ts'
import { type Command, groupOrders, useCommands } from './command-registry.ts'
import { mainAction, runMainAction } from './main-action.ts'
import { destinations, paletteKeys } from './shortcuts.tsx'

interface DeskActions {
  openPalette: () => void
  openShortcuts: () => void
  openExport: () => void
  /** Opens the file dialog for a photograph. */
  choosePhotograph: () => void
}

const iconOf = (Icon: LucideIcon) => <Icon className="size-4" />

/** Search synonyms for the screens, by path. */
const screenWords: Record<string, string> = {
  '/quality': t`morning findings missing completeness charts`,
  '/catalog': t`items products browse list find home`,
  '/evidence': t`pictures barcodes labels evidence review read findings`,
  '/feeds': t`drafts write templates`,
  '/outbox': t`sending queue sent waiting`,
  '/sync': t`download copy runs schedule`,
  '/import': t`upload file excel csv workbook paste`,
  '/local-api': t`server port users programs requests reference`,
  '/settings': t`preferences options connection pictures profiles password about version`,
}

/** Offers the commands that are available on every screen. */
export function useDeskCommands({
  openPalette,
  openShortcuts,
  openExport,
  choosePhotograph,
}: DeskActions): void {
  const [, navigate] = useLocation()
  const connected = useQuery(rpc.workspace.state.queryOptions()).data?.role === 'connected'
  const screens = destinations.filter(({ path }) => path !== '/sync' || connected)
  const go = (path: string) => () => navigate(path)
  useCommands(
    t`Go to`,
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
        label: t`Workspaces and backups`,
        words: t`switch folder catalogs archive`,
        icon: iconOf(Layers),
        run: go('/workspaces'),
      },
      {
        id: 'duplicates',
        label: t`Find duplicates`,
        words: t`twice same double equal gtin`,
        icon: iconOf(Copy),
        run: go('/duplicates'),
      },
    ],
    groupOrders.go,
  )
  const work = useWorkCommands(connected)
  const isUpdated = Boolean(useUpdate())
  useCommands(
    t`Do`,
    [
      {
        id: 'palette',
        label: t`Search or go to…`,
        words: t`palette find command`,
        icon: iconOf(Search),
        keys: paletteKeys,
        run: openPalette,
      },
      {
        ...mainAction,
        label: t`Main action of the screen or dialog`,
        words: t`submit confirm queue save send`,
        icon: iconOf(CornerDownLeft),
        run: runMainAction,
      },
      ...work,
      {
        id: 'look-up-photograph',
        label: t`Look up a photograph…`,
        words: t`picture camera barcode label scan ocr product`,
        icon: iconOf(ScanSearch),
        run: choosePhotograph,
      },
      {
        id: 'export',
        label: t`Export all items…`,
        words: t`save download xlsx csv excel spreadsheet file`,
        icon: iconOf(Download),
        run: openExport,
      },
      {
        id: 'print',
        label: t`Print…`,
        words: t`paper printer sheet pdf`,
        icon: iconOf(Printer),
        keys: 'Mod+P',
        run: () => void printScreen(),
      },
      // The print dialog of a browser has a preview.
      ...(desktop
        ? [
            {
              id: 'print-preview',
              label: t`Print preview…`,
              words: t`paper printer sheet pdf`,
              icon: iconOf(Printer),
              run: () => void previewPrint(),
            },
          ]
        : []),
      {
        id: 'restore',
        label: t`Restore a backup…`,
        words: t`recover bring back`,
        icon: iconOf(History),
        run: go('/workspaces?do=restore'),
      },
      {
        id: 'shortcuts',
        label: t`Keyboard shortcuts`,
        words: t`keys help hotkeys`,
        icon: iconOf(Keyboard),
        keys: '?',
        run: openShortcuts,
      },
      {
        id: 'change-keys',
        label: t`Change keys…`,
        words: t`shortcuts rebind`,
        icon: iconOf(Keyboard),
        run: go('/settings#keys'),
      },
      ...(isUpdated
        ? [
            {
              id: checkForUpdatesCommand,
              label: t`Check for updates`,
              words: t`upgrade new version`,
              icon: iconOf(RefreshCw),
              run() {
                void desktop?.actOnUpdate('check')
                navigate('/settings#updates')
              },
            },
          ]
        : []),
    ],
    groupOrders.actions,
  )
  const { choose } = useTheme()
  useCommands(
    t`Appearance`,
    [
      ...offeredLanguages
        .filter((language) => language !== pageLanguage)
        .map((language) => ({
          id: `language-${language}`,
          label: t`Language: ${languageNames[language]}`,
          words: t`translate`,
          icon: iconOf(Languages),
          run: () =>
            void chooseLanguage(language).catch((error: unknown) =>
              toast.failed(t`The language was not changed`, error),
            ),
        })),
      {
        id: 'light',
        label: t`Appearance: light`,
        words: t`theme day bright`,
        icon: iconOf(Sun),
        run: () => choose('light'),
      },
      {
        id: 'dark',
        label: t`Appearance: dark`,
        words: t`theme night`,
        icon: iconOf(Moon),
        run: () => choose('dark'),
      },
      {
        id: 'system',
        label: t`Appearance: follow the system`,
        words: t`theme automatic`,
        icon: iconOf(Monitor),
        run: () => choose('system'),
      },
    ],
    groupOrders.appearance,
  )
}

/** The commands that call the backend. */
function useWorkCommands(connected: boolean): Command[] {
  const [, navigate] = useLocation()
  const paused = useQuery(rpc.outbox.overview.queryOptions({ enabled: connected })).data?.paused ?? false
  const createDraft = useMutation(
    rpc.feeds.createDraft.mutationOptions({
      onSuccess: (draft) => navigate(`/feeds/${draft.id}`),
      onError: (error) => toast.failed(t`The draft could not be made`, error),
    }),
  )
  const startSync = useMutation(
    rpc.sync.start.mutationOptions({
      onSuccess: () => navigate('/sync'),
      onError: (error) => toast.failed(t`The sync did not start`, error),
    }),
  )
  const setPaused = useMutation(
    rpc.outbox.setPaused.mutationOptions({
      onError: (error) => toast.failed(t`Working offline was not switched`, error),
    }),
  )
  const backUp = useMutation(
    rpc.backups.make.mutationOptions({
      onSuccess: () => toast.done(t`The backup is made and verified`),
      onError: (error) => toast.failed(t`No backup was made`, error),
    }),
  )
  return [
    ...allFeedKinds.map(({ kind, label, icon, searchWords }) => ({
      id: `new-${kind}`,
      label: t`New feed: ${spoken(label)}`,
      words: searchWords,
      icon: iconOf(icon),
      run: () => createDraft.mutate({ kind }),
    })),
    ...(connected
      ? [
          {
            id: 'sync',
            label: t`Sync now`,
            words: t`download get changes`,
            icon: iconOf(RefreshCw),
            run: () => startSync.mutate({ full: false }),
          },
          {
            id: 'offline',
            label: paused ? t`Work online` : t`Work offline`,
            words: t`network pause sending connection`,
            icon: iconOf(WifiOff),
            run: () => setPaused.mutate({ paused: !paused }),
          },
        ]
      : []),
    {
      id: 'backup',
      label: t`Make a backup now`,
      words: t`save copy archive`,
      icon: iconOf(DatabaseBackup),
      run: () => backUp.mutate(undefined),
    },
  ]
}
