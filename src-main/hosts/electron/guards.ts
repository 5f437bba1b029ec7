/**
 * What a page in a window of ours cannot do, whatever is in it: go elsewhere, open windows, embed frames, ask for the
 * computer's devices, load from anywhere but the app. Nothing here trusts the page.
 */
import type { App, Event, Session, WebContents } from 'electron'
import { isMadeByUs, isOurs } from './app-scheme.ts'

type OpenLink = (address: string) => Promise<boolean>

/** Every page that this app ever shows is guarded, before it can load anything. */
export function guardApp(app: App, openLink: OpenLink): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, openLink))
  // The app answers no server by itself: no certificate of the person is offered, no password asked for.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault()
    answer()
  })
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault()
    answer(false)
  })
  // Neither files nor addresses are opened from outside.
  app.on('open-file', (event) => event.preventDefault())
  app.on('open-url', (event) => event.preventDefault())
}

function guardContents(contents: WebContents, openLink: OpenLink): void {
  contents.setWindowOpenHandler(({ url }) => {
    void openLink(url)
    return { action: 'deny' }
  })
  /** The window shows our own page, and that page has no frames. */
  const stay = (event: Event<{ url: string; isMainFrame: boolean }>): void => {
    if (!event.isMainFrame || !isOurs(event.url)) event.preventDefault()
  }
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** The one thing that a screen asks for: to put a text on the clipboard. */
const isAllowed = (permission: string, asking: string, isMainFrame: boolean): boolean =>
  permission === 'clipboard-sanitized-write' && isMainFrame && isOurs(asking)

/** What a page may load: the app's own, what was made in it, and pictures within a text. */
const isLoadable = (address: string): boolean =>
  isOurs(address) || isMadeByUs(address) || address.startsWith('data:') || address.startsWith('devtools:')

export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isAllowed(permission, details.requestingUrl, details.isMainFrame)),
  )
  session.setPermissionCheckHandler((_contents, permission, asking, details) =>
    isAllowed(permission, asking, details.isMainFrame),
  )
  session.setDevicePermissionHandler(() => false)
  session.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }))
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null))
  session.setSpellCheckerEnabled(false)
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isLoadable(url) }))
  session.on('will-download', (event, item) => {
    if (!isOurs(item.getURL()) && !isMadeByUs(item.getURL())) event.preventDefault()
  })
}
