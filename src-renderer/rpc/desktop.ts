import type { DesktopBridge } from '../../src-shared/desktop-bridge.ts'

declare global {
  interface Window {
    catalogDesk?: DesktopBridge
  }
}

/** What the desktop window offers beyond a browser; undefined in a browser. The preload script provides it. */
export const desktop: DesktopBridge | undefined = window.catalogDesk
