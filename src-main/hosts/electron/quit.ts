/** Ending the app: the desk is closed first, so that running work reaches its checkpoint. */
import { setTimeout as delay } from 'node:timers/promises'
import { app, powerMonitor } from 'electron'
import type { Desk } from '../../app/desk.ts'

/** Milliseconds after which the app quits although closing has not ended. All that was saved is on disk. */
const maxCloseTime = 15_000

/** How the app is ending. */
export interface Ending {
  /** Whether quitting has begun. */
  hasBegun(): boolean
  /** Starts the app again once it has ended. */
  startAgain(): void
}

/**
 * Closes the desk before the app quits. The end of the system's session is not delayed: a log-out that an app
 * cancels is worse for the person than work that resumes from its last checkpoint.
 */
export function closeBeforeQuitting(desk: Pick<Desk, 'close'>, limit = maxCloseTime): Ending {
  let closing: Promise<unknown> | undefined
  let isClosed = false
  let isSessionEnding = false
  let isToStartAgain = false
  const close = (): Promise<unknown> => {
    closing ??= Promise.race([desk.close().catch(() => {}), delay(limit, undefined, { ref: false })])
    return closing
  }
  const endSession = (): void => {
    isSessionEnding = true
    void close()
  }
  app.on('before-quit', (event) => {
    if (isClosed || isSessionEnding) return
    event.preventDefault()
    if (closing) return
    void close().finally(() => {
      isClosed = true
      if (isToStartAgain) app.relaunch()
      app.quit()
    })
  })
  // macOS and Linux announce log-out and shutdown here, Windows to each window.
  powerMonitor.on('shutdown', endSession)
  app.on('browser-window-created', (_event, window) => window.on('session-end', endSession))
  return {
    hasBegun: () => closing !== undefined,
    startAgain: () => {
      isToStartAgain = true
    },
  }
}
