import type { EventEmitter } from 'node:events'
import { prevented } from '../app.ts'
import { type Json, send } from '../chromium.ts'
import { fromPage, serve } from '../protocol.ts'
import type { session } from '../session.ts'
import type { Frames } from './frames.ts'

interface Contents extends EventEmitter {
  frames: Frames
  session: typeof session.defaultSession
}

/**
 * Where a page goes and what it loads, as the application decides it: Electron's events for a navigation that the page
 * itself began and for its redirects, and the session's word on every request.
 */
export class Navigation {
  #contents: Contents
  /** By frame: the address it may not go to. */
  #refused = new Map<string, string>()
  constructor(contents: Contents) {
    this.#contents = contents
  }

  /** The page asks; the request itself comes after this. */
  asked({ frameId, url, disposition }: Json): void {
    this.#refused.delete(frameId)
    if (disposition !== 'currentTab') return
    const frame = this.#contents.frames.get(frameId)
    const details = { url: fromPage(url), isSameDocument: false, isMainFrame: !frame?.parent, frame }
    const events = details.isMainFrame ? ['will-frame-navigate', 'will-navigate'] : ['will-frame-navigate']
    if (events.some((name) => prevented(this.#contents, name, details, details.url)))
      this.#refused.set(frameId, url)
  }

  #isRedirectedAway({ frameId, redirectedRequestId, request }: Json): boolean {
    if (!redirectedRequestId) return false
    const frame = this.#contents.frames.get(frameId)
    const details = { url: fromPage(request.url), isSameDocument: false, isMainFrame: !frame?.parent, frame }
    return prevented(this.#contents, 'will-redirect', details, details.url)
  }

  /** Chromium waits with this request for the application's word. */
  async paused(parameters: Json, sessionId: string): Promise<void> {
    const { requestId, resourceType, frameId, request } = parameters
    const isRefused =
      resourceType === 'Document' &&
      (this.#refused.get(frameId) === request.url || this.#isRedirectedAway(parameters))
    const details = { url: fromPage(request.url), method: request.method, resourceType }
    if (isRefused || (await this.#contents.session.cancels(details)))
      await send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }, sessionId)
    else if (/^https:\/\/[^/]+\.invalid\//.test(request.url))
      await serve(parameters, this.#contents.session.protocol, sessionId)
    else await send('Fetch.continueRequest', { requestId }, sessionId)
  }
}
