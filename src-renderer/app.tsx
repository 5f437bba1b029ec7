/**
 * Root component: the providers around the shell, and the routes. Each screen is loaded on its first visit.
 * A new workspace shows only the start screen.
 */

import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { t } from '@lingui/core/macro'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { ViewerContext } from './pictures/viewer-context.ts'
import { queryClient, rpc } from './rpc/client.ts'
import { pageNonce } from './rpc/page-nonce.ts'
import { CatalogScreen } from './screens/catalog/catalog-screen.tsx'
import { originOfAddress } from './screens/changes/changes-query.ts'
import {
  archiveFromOutside,
  useArchiveOpenings,
  useDroppedArchive,
} from './screens/workspaces/archive-from-outside.ts'
import { ConnectionBanner } from './shell/banners.tsx'
import { useFirstFrameEnd } from './shell/first-frame.ts'
import { CrashScreen, Shell } from './shell/shell.tsx'
import { WorkspaceSwitcher } from './shell/workspace-switcher.tsx'
import { direction } from './texts/language.ts'
import { ErrorState } from './ui/layout/states.tsx'
import { Toaster } from './ui/overlays/toast.tsx'
import { TooltipProvider } from './ui/overlays/tooltip.tsx'
import { useTheme } from './ui/theme.ts'

const PictureViewer = lazy(() =>
  import('./screens/item/pictures/picture-viewer.tsx').then((m) => ({ default: m.PictureViewer })),
)
const StartScreen = lazy(() =>
  import('./screens/start/start-screen.tsx').then((m) => ({ default: m.StartScreen })),
)
const FeedsScreen = lazy(() =>
  import('./screens/feeds/list/feeds-screen.tsx').then((m) => ({ default: m.FeedsScreen })),
)
const DraftScreen = lazy(() =>
  import('./screens/feeds/editor/draft-screen.tsx').then((m) => ({ default: m.DraftScreen })),
)
const OutboxScreen = lazy(() =>
  import('./screens/feeds/outbox/outbox-screen.tsx').then((m) => ({ default: m.OutboxScreen })),
)
const OutboxFeedScreen = lazy(() =>
  import('./screens/feeds/outbox/feed/outbox-feed-screen.tsx').then((m) => ({ default: m.OutboxFeedScreen })),
)
const BatchScreen = lazy(() =>
  import('./screens/feeds/outbox/batch-screen.tsx').then((m) => ({ default: m.BatchScreen })),
)
const QualityScreen = lazy(() =>
  import('./screens/quality/quality-screen.tsx').then((m) => ({ default: m.QualityScreen })),
)
const SyncScreen = lazy(() =>
  import('./screens/sync/sync-screen.tsx').then((m) => ({ default: m.SyncScreen })),
)
const ChangesScreen = lazy(() =>
  import('./screens/changes/changes-screen.tsx').then((m) => ({ default: m.ChangesScreen })),
)
const ImportScreen = lazy(() =>
  import('./screens/import/import-screen.tsx').then((m) => ({ default: m.ImportScreen })),
)
const LocalApiScreen = lazy(() =>
  import('./screens/local-api/local-api-screen.tsx').then((m) => ({ default: m.LocalApiScreen })),
)
const WorkspacesScreen = lazy(() =>
  import('./screens/workspaces/workspaces-screen.tsx').then((m) => ({ default: m.WorkspacesScreen })),
)
const NoWorkspaceScreen = lazy(() =>
  import('./screens/workspaces/no-workspace-screen.tsx').then((m) => ({ default: m.NoWorkspaceScreen })),
)
const CompareScreen = lazy(() =>
  import('./screens/compare/compare-screen.tsx').then((m) => ({ default: m.CompareScreen })),
)
const DuplicatesScreen = lazy(() =>
  import('./screens/duplicates/duplicates-screen.tsx').then((m) => ({ default: m.DuplicatesScreen })),
)
const EvidenceScreen = lazy(() =>
  import('./screens/evidence/evidence-screen.tsx').then((m) => ({ default: m.EvidenceScreen })),
)
const FirstPersonScreen = lazy(() =>
  import('./screens/sign-in/first-person-screen.tsx').then((m) => ({ default: m.FirstPersonScreen })),
)
const SettingsScreen = lazy(() =>
  import('./screens/settings/settings-screen.tsx').then((m) => ({ default: m.SettingsScreen })),
)

export function App() {
  const { choice: theme } = useTheme()
  return (
    <QueryClientProvider client={queryClient}>
      <CSPProvider nonce={pageNonce}>
        <DirectionProvider direction={direction}>
          <TooltipProvider>
            <ErrorBoundary FallbackComponent={CrashScreen}>
              <ViewerContext value={PictureViewer}>
                <Suspense>
                  <Desk />
                </Suspense>
              </ViewerContext>
            </ErrorBoundary>
            <Toaster theme={theme} />
          </TooltipProvider>
        </DirectionProvider>
      </CSPProvider>
    </QueryClientProvider>
  )
}

/** The start screen for a new workspace; for any other, the shell with its screens. */
function Desk() {
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  const { trouble } = useQuery(rpc.workspaces.list.queryOptions()).data ?? {}
  const me = useQuery(rpc.people.me.queryOptions()).data
  useFirstFrameEnd(trouble !== undefined || workspace.data !== undefined || workspace.isError)
  if (trouble) return <NoWorkspaceScreen trouble={trouble} />
  if (me?.isEmpty) return <FirstPersonScreen account={me.person?.name ?? ''} />
  if (workspace.data?.role === 'new') return <NewWorkspace />
  if (workspace.isError && !workspace.data)
    return (
      <ErrorState
        title={t`Catalog Desk is not ready`}
        error={workspace.error}
        onRetry={() => void workspace.refetch()}
      />
    )
  if (!workspace.data) return null
  return (
    <Shell>
      <Screens />
    </Shell>
  )
}

/** The start screen, or the list of workspaces, in which an archive can be opened instead. */
function NewWorkspace() {
  const [location, navigate] = useLocation()
  const showWorkspaces = () => navigate('/workspaces')
  useArchiveOpenings(showWorkspaces)
  useDroppedArchive((file) => {
    archiveFromOutside.give(file)
    showWorkspaces()
  })
  return (
    <div className="flex h-full flex-col">
      <ConnectionBanner />
      <nav aria-label={t`Workspaces`} className="flex border-b border-line bg-sunken p-2">
        <WorkspaceSwitcher compact />
      </nav>
      <div className="min-h-0 flex-1">
        {location === '/workspaces' ? <WorkspacesScreen /> : <StartScreen />}
      </div>
    </div>
  )
}

/** Redirects to the screen chosen as start screen in the settings. */
function ToStart() {
  const settings = useQuery(rpc.computer.settings.queryOptions())
  if (settings.isPending) return null
  return <Redirect to={`/${settings.data?.startScreen ?? 'catalog'}`} replace />
}

function Screens() {
  return (
    <Switch>
      <Route path="/quality">
        <QualityScreen />
      </Route>
      <Route path="/catalog/:itemId?">{({ itemId }) => <CatalogScreen itemId={itemId} />}</Route>
      <Route path="/compare">
        <CompareScreen />
      </Route>
      <Route path="/duplicates">
        <DuplicatesScreen />
      </Route>
      <Route path="/evidence">
        <EvidenceScreen />
      </Route>
      <Route path="/feeds">
        <FeedsScreen />
      </Route>
      <Route path="/feeds/:draftId">{({ draftId }) => <DraftScreen key={draftId} draftId={draftId} />}</Route>
      <Route path="/outbox">
        <OutboxScreen />
      </Route>
      <Route path="/outbox/batch/:batchId">
        {({ batchId }) => <BatchScreen key={batchId} batchId={batchId} />}
      </Route>
      <Route path="/outbox/:feedId">
        {({ feedId }) => <OutboxFeedScreen key={feedId} feedId={feedId} />}
      </Route>
      <Route path="/sync">
        <SyncScreen />
      </Route>
      <Route path="/changes/:kind/:reference">
        {({ kind, reference }) => {
          const origin = originOfAddress(kind, reference)
          return origin ? (
            <ChangesScreen key={reference} origin={origin} />
          ) : (
            <Redirect to="/catalog" replace />
          )
        }}
      </Route>
      <Route path="/import">
        <ImportScreen />
      </Route>
      <Route path="/local-api/:section?/:page?">
        {({ section, page }) => <LocalApiScreen section={section} page={page} />}
      </Route>
      <Route path="/workspaces">
        <WorkspacesScreen />
      </Route>
      <Route path="/settings">
        <SettingsScreen />
      </Route>
      <Route>
        <ToStart />
      </Route>
    </Switch>
  )
}
