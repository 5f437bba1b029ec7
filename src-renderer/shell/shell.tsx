/**
 * The frame around every screen: the rail on the left, the status line below, the command palette and the keys that
 * work everywhere. Owns no data of its own.
 */
import { type ReactNode, Suspense, useState } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { useLocation } from 'wouter'
import { isOutdatedPage } from '../rpc/errors.ts'
import { ErrorState } from '../ui/states.tsx'
import { ConnectionBanner, WorkspaceNotices } from './banners.tsx'
import { CommandPalette } from './command-palette.tsx'
import { useOutboxNews } from './outbox-news.ts'
import { Rail } from './rail.tsx'
import { ShortcutsDialog, useShortcuts } from './shortcuts.tsx'
import { StatusLine } from './status-line.tsx'

export function Shell({ children }: { children: ReactNode }) {
  const [location, navigate] = useLocation()
  const [paletteOpen, setPaletteOpen] = useState(false)
  const [shortcutsOpen, setShortcutsOpen] = useState(false)
  useOutboxNews()
  useShortcuts({
    openPalette: () => setPaletteOpen(true),
    openShortcuts: () => setShortcutsOpen(true),
    navigate,
  })
  const screen = location.split('/')[1]
  return (
    <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]">
      <div className="col-span-2">
        <ConnectionBanner />
        <WorkspaceNotices />
      </div>
      <Rail onOpenPalette={() => setPaletteOpen(true)} />
      <main className="min-h-0 min-w-0">
        <ErrorBoundary FallbackComponent={CrashScreen} resetKeys={[screen]}>
          <Suspense>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <StatusLine />
      <CommandPalette
        open={paletteOpen}
        onOpenChange={setPaletteOpen}
        onShowShortcuts={() => setShortcutsOpen(true)}
      />
      <ShortcutsDialog open={shortcutsOpen} onOpenChange={setShortcutsOpen} />
    </div>
  )
}

/** Shown in place of a screen that failed while it was drawn. */
export const CrashScreen = ({ error, resetErrorBoundary }: FallbackProps) => (
  <ErrorState
    title="This screen stopped working"
    error={error}
    onRetry={isOutdatedPage(error) ? () => location.reload() : resetErrorBoundary}
  />
)
