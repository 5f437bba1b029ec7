/**
 * Ends the requests of a page that is gone. Electron never aborts the signal of a request to the app's own
 * scheme, so without this a long poll or a waiting search of a page outlives it.
 */
import type { WebContents } from 'electron'
import { pageHeader } from '../../../src-shared/desktop-bridge.ts'

/** The unfinished requests of each window's page. */
const unfinished = new Map<string, Set<AbortController>>()
let lastPage = 0

/** A new identifier of a window's page, which the page sends with its calls. */
export function newPageId(): string {
  lastPage += 1
  return String(lastPage)
}

/**
 * Aborts the requests of a window's page when another page replaces it, its process ends or the window is
 * closed. A navigation counts once it has replaced the page: one that is refused or becomes a download leaves
 * the page, and its requests, alive.
 */
export function endRequestsWithPage(contents: WebContents, page: string): void {
  unfinished.set(page, new Set())
  const abortAll = (): void => {
    for (const request of unfinished.get(page) ?? []) request.abort()
    unfinished.get(page)?.clear()
  }
  contents.on('did-navigate', abortAll)
  contents.on('render-process-gone', abortAll)
  contents.once('destroyed', () => {
    abortAll()
    unfinished.delete(page)
  })
}

/** Wraps the handler of the page: a request gets a signal that is aborted when its page is gone. */
export const endingWithPage =
  (handler: (request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    const ofPage = unfinished.get(request.headers.get(pageHeader) ?? '')
    if (!ofPage) return handler(request)
    const ending = new AbortController()
    ofPage.add(ending)
    try {
      return await handler(new Request(request, { signal: ending.signal }))
    } finally {
      ofPage.delete(ending)
    }
  }
