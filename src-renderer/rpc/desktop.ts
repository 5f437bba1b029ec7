import type { DesktopBridge, DesktopEvents, DesktopFacts } from '../../src-shared/desktop-bridge.ts'

type Desktop = DesktopBridge & DesktopEvents & DesktopFacts

declare global {
  interface Window {
    catalogDesk?: Desktop
  }
}

/**
 * Functions of the desktop window that a browser does not have, provided by the preload script. Undefined in
 * a browser.
 */
export const desktop: Desktop | undefined = window.catalogDesk
