/**
 * Confines the page in our windows, whatever it contains: no navigation to another address, new windows,
 * frames, access to devices, or loading from outside the app.
 */
import type { App, Event, Session, WebContents } from 'electron'
import { isMadeByUs, isOurs } from './app-scheme.ts'
import { checksSpelling } from './spelling.ts'

type OpenLink = (address: string) => Promise<boolean>

/** Guards every page of this app before it can load anything. */
export function guardApp(app: App, openLink: OpenLink): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, openLink))
  // A server gets no client certificate, and cannot make the app accept an invalid certificate of its own.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault()
    answer()
  })
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault()
    answer(false)
  })
}

function guardContents(contents: WebContents, openLink: OpenLink): void {
  contents.setWindowOpenHandler(({ url }) => {
    void openLink(url)
    return { action: 'deny' }
  })
  /** The window shows only our own page, and that page has no frames. */
  const stay = (event: Event<{ url: string; isMainFrame: boolean }>): void => {
    if (!event.isMainFrame || !isOurs(event.url)) event.preventDefault()
  }
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** Whether a page may have a permission: only our own page, and only to write text to the clipboard. */
const isAllowed = (permission: string, requester: string, isMainFrame: boolean): boolean =>
  permission === 'clipboard-sanitized-write' && isMainFrame && isOurs(requester)

/** Whether a page may load an address: the app's own, blobs of the page, and data URLs. */
const isLoadable = (address: string): boolean =>
  isOurs(address) || isMadeByUs(address) || address.startsWith('data:') || address.startsWith('devtools:')

export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isAllowed(permission, details.requestingUrl, details.isMainFrame)),
  )
  session.setPermissionCheckHandler((_contents, permission, requester, details) =>
    isAllowed(permission, requester, details.isMainFrame),
  )
  session.setDevicePermissionHandler(() => false)
  session.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }))
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null))
  session.setSpellCheckerEnabled(checksSpelling)
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isLoadable(url) }))
  session.on('will-download', (event, item) => {
    if (!isOurs(item.getURL()) && !isMadeByUs(item.getURL())) event.preventDefault()
  })
}
