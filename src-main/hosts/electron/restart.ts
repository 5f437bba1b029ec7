/**
 * Starting the app again: on request, in safe mode, and once by itself after a failure of the main process.
 */
import { app, dialog } from 'electron'
import { type StartMode, safeModeSwitch } from '../../../src-shared/desktop-bridge.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Logger } from '../../platform/log/log.ts'
import { isFromLauncher } from './start-arguments.ts'
import type { Speak } from './texts.ts'

/** The argument of an app that has been started again after a failure. */
const afterFailure = '--after-failure'

/** Whether the app was started in safe mode: nothing is synced, sent or served. */
export const isSafeMode = (): boolean => process.argv.includes(safeModeSwitch)

/** The arguments of this start without those that only this start was meant to have. */
export const lastingArguments = (): string[] =>
  process.argv
    .slice(1)
    .filter(
      (argument) => argument !== safeModeSwitch && argument !== afterFailure && !isFromLauncher(argument),
    )

/** Quits the app and starts it again. */
export type Restart = (mode: StartMode) => void

interface Services {
  log: Pick<Logger, 'error'>
  speak: Speak
  /** Whether the app is ending already. */
  hasBegun(): boolean
  /** Starts the app again with further arguments once it has ended. */
  startAgain(args: readonly string[]): void
}

/** Returns the function that starts the app again in a mode. */
export const restarter =
  ({ startAgain }: Pick<Services, 'startAgain'>): Restart =>
  (mode) => {
    startAgain(mode === 'safe' ? [safeModeSwitch] : [])
    app.quit()
  }

/**
 * After an error that nothing has caught, the state of the main process is unknown. The first time the app
 * starts again by itself; if it fails again, it explains that and lets the person choose.
 */
export function restartAfterFailure({ log, speak, hasBegun, startAgain }: Services): void {
  let isHandled = false
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    // The terminal that started the app was closed.
    if (isHandled || hasBegun() || error.code === 'EPIPE') return
    isHandled = true
    if (process.argv.includes(afterFailure)) return void explain(error, speak, restarter({ startAgain }))
    log.error({ err: error }, 'the app starts again after a failure')
    startAgain([afterFailure, ...(isSafeMode() ? [safeModeSwitch] : [])])
    app.quit()
  })
}

async function explain(error: Error, speak: Speak, restart: Restart): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: speak(say`Catalog Desk stopped working twice`),
    detail: `${speak(say`Everything that was saved is here. Safe mode starts without sync, without sending feeds and without the local API.`)}\n\n${error.message}`,
    buttons: [speak(say`Start again`), speak(say`Start in safe mode`), speak(say`Quit`)],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  })
  if (response === 2) app.quit()
  else restart(response === 1 ? 'safe' : 'normal')
}
