import type { Json } from '../chromium.ts'

/** What `app` needs of a window; it lets the two modules not know each other. */
interface OpenWindow {
  onEvent(method: string, parameters: Json): Promise<void>
  close(): void
  /** Forgets the window; false when it was forgotten already. */
  gone(): boolean
}

/** By DevTools session. */
export const openWindows = new Map<string, OpenWindow>()

export function dispatch(method: string, parameters: Json, sessionId: string): void {
  openWindows.get(sessionId)?.onEvent(method, parameters).catch(console.error)
}
