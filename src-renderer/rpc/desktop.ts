import type { DesktopBridge, DesktopEvents } from '../../src-shared/desktop-bridge.ts'

declare global {
  interface Window {
    catalogDesk?: DesktopBridge & DesktopEvents
  }
}

/**
 * Functions of the desktop window that a browser does not have, provided by the preload script. Undefined in
 * a browser.
 */
export const desktop: (DesktopBridge & DesktopEvents) | undefined = window.catalogDesk
