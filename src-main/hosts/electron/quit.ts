/** Ending the app: the desk is closed first, so that running work reaches its checkpoint. */
import { setTimeout as delay } from 'node:timers/promises'
import { app, powerMonitor } from 'electron'
import type { Desk } from '../../app/desk.ts'
import { lastingArguments } from './restart.ts'

/** Milliseconds. */
export const endLimits = {
  /** Closing the desk. After it the app quits anyway: all that was saved is on disk. */
  close: 15_000,
  /** The same when the session of the system ends. Linux waits five seconds, Windows as long. */
  session: 4000,
  /** Closing the windows afterwards. After it the app exits without them. */
  quit: 5000,
}

/** How the app is ending. */
export interface Ending {
  /** Whether quitting has begun. */
  hasBegun(): boolean
  /** Starts the app again once it has ended. @param args further arguments of that start */
  startAgain(args?: readonly string[]): void
  /**
   * Calls the listener when the person quits, after the desk is closed or the time for that is over. The end of the
   * system's session does not call it.
   */
  whenClosed(listener: (isClosed: boolean) => void): void
}

/**
 * Closes the desk before the app quits, within a time limit. The end of the system's session is delayed only
 * where the system offers a delay, and never cancelled: a log-out that an app cancels is worse for the person
 * than work that resumes from its last checkpoint.
 */
export function closeBeforeQuitting(desk: Pick<Desk, 'close'>, limits = endLimits): Ending {
  let closing: Promise<unknown> | undefined
  let isDeskClosed = false
  let afterClosing = (_isClosed: boolean): void => {}
  let isClosed = false
  let isSessionEnding = false
  let nextStart: string[] | undefined
  const wait = (limit: number): Promise<void> => delay(limit, undefined, { ref: false })

  const close = (): Promise<unknown> => {
    const closeDesk = async (): Promise<void> => {
      await desk.close().catch(() => {})
      isDeskClosed = true
    }
    closing ??= Promise.race([closeDesk(), wait(limits.close)])
    return closing
  }
  const quit = (): void => {
    if (isClosed) return
    isClosed = true
    app.quit()
    void wait(limits.quit).then(() => {
      relaunch()
      app.exit(0)
    })
  }
  const endSession = (): void => {
    if (isSessionEnding) return
    isSessionEnding = true
    void Promise.race([close(), wait(limits.session)]).then(quit)
  }
  function relaunch(): void {
    if (nextStart) startWhenEnded(nextStart)
    nextStart = undefined
  }

  app.on('before-quit', (event) => {
    // On macOS, preventing this would cancel a log-out.
    if (isClosed || isSessionEnding) return
    event.preventDefault()
    if (closing) return
    void close().then(() => {
      // The end of a session leaves no time.
      if (!isSessionEnding) afterClosing(isDeskClosed)
      quit()
    })
  })
  app.on('will-quit', relaunch)
  // macOS and Linux announce log-out and shutdown here. Preventing it delays the system until the app has quit.
  powerMonitor.on('shutdown', ((event: Electron.Event) => {
    event.preventDefault()
    endSession()
  }) as () => void)
  // Windows asks and then tells each window. The session nearly always ends after the question, which leaves
  // more time; if another program prevents it, this app has ended nevertheless.
  app.on('browser-window-created', (_event, window) => {
    window.on('query-session-end', endSession)
    window.on('session-end', endSession)
  })
  return {
    hasBegun: () => closing !== undefined,
    startAgain(args = []) {
      nextStart = [...(nextStart ?? []), ...args]
    },
    whenClosed(listener) {
      afterClosing = listener
    },
  }
}

/** Starts the app again as soon as this process has ended. @param args further arguments of that start */
export function startWhenEnded(args: readonly string[]): void {
  // An AppImage is mounted only while it runs; the variable contains the path of the file itself.
  const execPath = process.env['APPIMAGE']
  app.relaunch({ args: [...lastingArguments(), ...args], ...(execPath && { execPath }) })
}
