import type { Json } from '../chromium.ts'

/** The part of a window that `app` uses; it avoids a circular import of the two modules. */
interface OpenWindow {
  onEvent(method: string, parameters: Json): Promise<void>
  close(): void
  /** Removes the window; returns false if it was removed already. */
  gone(): boolean
}

/** By DevTools session. */
export const openWindows = new Map<string, OpenWindow>()

export function dispatch(method: string, parameters: Json, sessionId: string): void {
  openWindows.get(sessionId)?.onEvent(method, parameters).catch(console.error)
}
