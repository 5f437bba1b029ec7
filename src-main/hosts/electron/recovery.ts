/** A page that stops or hangs: it is loaded again where it was, and the person is told. */
import { type BrowserWindow, dialog, type MessageBoxOptions, type WebContents } from 'electron'
import { say } from '../../../src-shared/texts/say.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Speak } from './texts.ts'

/** A page that stops this often within `crashWindow` is only loaded again when the person asks for it. */
const maxCrashes = 3
/** Milliseconds. */
const crashWindow = 60_000

interface Services {
  log: Pick<Logger, 'error' | 'warn'>
  speak: Speak
  quit: () => void
  /** Starts the app again in safe mode; absent if it runs in that mode. */
  startSafely?: (() => void) | undefined
  now?: () => number
}

/** Loads the window's page again when its process ends, and offers that when it does not respond. */
export function recoverPage(
  window: BrowserWindow,
  { log, speak, quit, startSafely, now = () => performance.now() }: Services,
): void {
  const { webContents } = window
  let crashes: number[] = []
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    log.error({ reason, exitCode }, 'the page has stopped')
    const time = now()
    crashes = [...crashes.filter((earlier) => time - earlier < crashWindow), time]
    if (crashes.length >= maxCrashes) return void offerReload(window, { speak, quit, startSafely })
    webContents.reload()
    webContents.once('did-finish-load', () => void explain(window, speak))
  })

  let question: AbortController | undefined
  window.on('unresponsive', () => {
    if (question) return
    log.warn({}, 'the page does not respond')
    const asked = new AbortController()
    question = asked
    void askWhileHanging(window, speak, asked.signal).then((isToReload) => {
      if (question === asked) question = undefined
      if (isToReload) stopAndReload(webContents)
    })
  })
  window.on('responsive', () => {
    question?.abort()
    question = undefined
  })
}

/** A page that hangs does not answer a reload, so its process is ended first; that loads the page again. */
const stopAndReload = (contents: WebContents): void => contents.forcefullyCrashRenderer()

/** What is lost when a page stops: text in an open field. Edits are saved as they are made. */
const kept = say`Everything that was saved is here. Text typed in the last second may be missing.`

async function explain(window: BrowserWindow, speak: Speak): Promise<void> {
  if (window.isDestroyed()) return
  await dialog.showMessageBox(window, {
    type: 'info',
    message: speak(say`The window stopped working and was loaded again`),
    detail: speak(kept),
    buttons: [speak(say`Continue`)],
    noLink: true,
  })
}

async function offerReload(
  window: BrowserWindow,
  { speak, quit, startSafely }: Pick<Services, 'speak' | 'quit' | 'startSafely'>,
): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: speak(say`The window stopped working several times`),
    detail: speak(kept),
    buttons: [
      speak(say`Load again`),
      speak(say`Quit`),
      ...(startSafely ? [speak(say`Start in safe mode`)] : []),
    ],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  if (response === 0) window.webContents.reload()
  else if (response === 2) startSafely?.()
  else quit()
}

/** Resolves with whether the person wants the page loaded again; false once the page responds. */
async function askWhileHanging(window: BrowserWindow, speak: Speak, signal: AbortSignal): Promise<boolean> {
  const options: MessageBoxOptions = {
    type: 'question',
    message: speak(say`The window does not respond`),
    detail: speak(kept),
    buttons: [speak(say`Wait`), speak(say`Load again`)],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  }
  const { response } = await dialog.showMessageBox(window, options)
  return response === 1
}
