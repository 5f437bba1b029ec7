/**
 * The shell around every screen: the navigation rail, the status line, the command palette and the global
 * shortcuts. It has no data of its own.
 */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { useLocation } from 'wouter'
import type { ExportSource } from '../../src-shared/export/model.ts'
import { isOutdatedPage } from '../rpc/errors.ts'
import { PhotographLookup } from '../screens/photograph/photograph-lookup.tsx'
import { ErrorState } from '../ui/layout/states.tsx'
import { keepFocus, screenStart } from '../ui/overlays/last-focus.ts'
import { hasOpenOverlay } from '../ui/text/keys.tsx'
import { ConnectionBanner, SafeModeBanner, WorkspaceNotices } from './banners.tsx'
import { CommandPalette } from './commands/command-palette.tsx'
import { useDeskCommands } from './commands/commands.tsx'
import { DesktopMenu } from './commands/desktop-menu.tsx'
import { ShortcutsDialog, useShortcuts } from './commands/shortcuts.tsx'
import { useFirstFrameEnd } from './first-frame.ts'
import { FirstSteps } from './first-steps.tsx'
import { useOpenings } from './openings.ts'
import { useOutboxNews } from './outbox-news.ts'
import { PrintSheet } from './print/print-sheet.tsx'
import { Rail } from './rail.tsx'
import { useScannedCode } from './scanned-codes.ts'
import { StatusLine } from './status-line.tsx'
import { UpdateNotice } from './update-notice.tsx'
import { useScanner } from './use-scanner.ts'

const ExportDialog = lazy(() =>
  import('../screens/export/export-dialog.tsx').then((m) => ({ default: m.ExportDialog })),
)
const everything: ExportSource = { selection: { text: '', brandIds: [], manufacturerIds: [] } }

export function Shell({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  const [paletteOpen, setPaletteOpen] = useState(false)
  const [shortcutsOpen, setShortcutsOpen] = useState(false)
  const photographChooser = useRef<HTMLInputElement>(null)
  useOutboxNews()
  const [exportOpen, setExportOpen] = useState(false)
  useDeskCommands({
    openPalette: () => setPaletteOpen(true),
    openShortcuts: () => setShortcutsOpen(true),
    openExport: () => setExportOpen(true),
    // Later, because no file dialog opens during the key press that closes the palette.
    choosePhotograph: () => setTimeout(() => photographChooser.current?.click()),
  })
  useShortcuts()
  useFocusOnArrival(location)
  const [, navigate] = useLocation()
  const onCode = useScannedCode({
    open: (id) => navigate(`/catalog/${encodeURIComponent(id)}`),
    list: (code) => navigate(`/catalog?q=${code}`),
  })
  useOpenings(onCode)
  // The catalog keeps its search when it opens an item.
  useScanner(onCode, { isActive: location.split('/')[1] !== 'catalog' })
  const screenRoot = useRef<HTMLElement>(null)
  useEffect(() => (screenRoot.current ? keepFocus(screenRoot.current) : undefined), [])
  const screen = location.split('/')[1]
  return (
    <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]">
      <a
        href="#main"
        className="sr-only z-40 rounded-md bg-accent px-3 py-2 text-accent-ink focus:not-sr-only focus:absolute focus:top-2 focus:start-2"
      >
        <Trans>Skip to the screen</Trans>
      </a>
      <div className="col-span-2">
        <ConnectionBanner />
        <SafeModeBanner />
        <WorkspaceNotices />
        <UpdateNotice />
        <FirstSteps />
      </div>
      <Rail onOpenPalette={() => setPaletteOpen(true)} />
      <main ref={screenRoot} id="main" tabIndex={-1} className="min-h-0 min-w-0 outline-none">
        <ErrorBoundary FallbackComponent={CrashScreen} resetKeys={[screen]}>
          <Suspense>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <StatusLine />
      <CommandPalette open={paletteOpen} onOpenChange={setPaletteOpen} />
      <DesktopMenu />
      <PrintSheet />
      <PhotographLookup chooser={photographChooser} />
      <ShortcutsDialog open={shortcutsOpen} onOpenChange={setShortcutsOpen} />
      {exportOpen && (
        <Suspense>
          <ExportDialog
            open
            onOpenChange={setExportOpen}
            source={everything}
            what={t`items of the whole catalog`}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Shown instead of a screen that failed to render. */
export function CrashScreen({ error, resetErrorBoundary }: FallbackProps) {
  useFirstFrameEnd()
  return (
    <ErrorState
      title={t`This screen stopped working`}
      error={error}
      onRetry={isOutdatedPage(error) ? () => location.reload() : resetErrorBoundary}
    />
  )
}

const main = (): HTMLElement | null => document.querySelector('main')

/** Maximum number of frames in which a screen that is loaded on its first visit replaces the earlier one. */
const maxFrames = 300

/**
 * Moves the focus to a screen when it is opened, unless the screen has set the focus itself. While the screen
 * is loaded, the earlier one stays and then takes the focus with it, so the focus is checked until the next
 * key or click. Within the catalog the focus stays in the list; within Local API it stays on the tab.
 */
function useFocusOnArrival(path: string): void {
  const before = useRef(path)
  useEffect(() => {
    const [, from] = before.current.split('/')
    const [, to] = path.split('/')
    const isSame = before.current === path || (from === to && (to === 'catalog' || to === 'local-api'))
    before.current = path
    if (isSame) return
    let frame = 0
    let request = 0
    const tryFocus = () => {
      const screen = main()
      // A closing dialog or menu restores the focus first, and the heading may still be loading.
      const isLast = frame++ >= maxFrames
      const isReady = !hasOpenOverlay() && (isLast || screen?.querySelector('h1'))
      if (isReady && screen && !screen.contains(document.activeElement)) screenStart()?.focus()
      if (!isLast) request = requestAnimationFrame(tryFocus)
    }
    request = requestAnimationFrame(tryFocus)
    const stop = () => cancelAnimationFrame(request)
    window.addEventListener('keydown', stop, { capture: true, once: true })
    window.addEventListener('pointerdown', stop, { capture: true, once: true })
    return () => {
      stop()
      window.removeEventListener('keydown', stop, { capture: true })
      window.removeEventListener('pointerdown', stop, { capture: true })
    }
  }, [path])
}
