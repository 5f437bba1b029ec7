/**
 * The frame around every screen: the rail on the left, the status line below, the command palette and the keys that
 * work everywhere. Owns no data of its own.
 */
import { type ReactNode, Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useLocation } from 'wouter'
import { CommandPalette } from './command-palette.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { CrashScreen } from './crash-screen.tsx'
import { Rail } from './rail.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { StatusLine } from './status-line.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import { WorkspaceNotices } from './workspace-notices.tsx'

export function Shell({ children }: { children: ReactNode }) {
  const [location, navigate] = useLocation()
  const [paletteOpen, setPaletteOpen] = useState(false)
  const [shortcutsOpen, setShortcutsOpen] = useState(false)
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
