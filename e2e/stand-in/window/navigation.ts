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
 * Emits Electron's navigation events for navigations and redirects of the page, and applies the application's
 * decision and the session's request filter.
 */
export class Navigation {
  #contents: Contents
  /** The refused address, by frame id. */
  #refused = new Map<string, string>()
  constructor(contents: Contents) {
    this.#contents = contents
  }

  /** The page requests a navigation; its network request follows. */
  onRequested({ frameId, url, disposition }: Json): void {
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

  /** Decides about a paused request. */
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
