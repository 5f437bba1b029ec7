import type { Desk, OpenWorkspace } from '../app/desk.ts'
import type { Grants, PageSession } from '../platform/page-session.ts'
import { withPageHeaders } from './page.ts'
import { type Answer, closedPage, openPage } from './page-routes.ts'
import { createScreens } from './screens.ts'
import { type PageLimits, pageLimits } from './uploads.ts'

interface PageOptions {
  /** Folder of the built screens. */
  renderer: string
  /** The paths chosen by the person, in a host with one session: the desktop's window. */
  grants: Grants
  /**
   * The host's own confirmation before a typed folder is used; without it, the page's button is sufficient.
   */
  confirm?: PageSession['confirm']
  /** Default: the usual limits. */
  limits?: PageLimits
}

/** @param session for a host with several sessions; default: the session of the options */
export type PageHandler = (request: Request, session?: PageSession) => Promise<Response>

/**
 * Handles all requests of the user interface for the open workspace: typed calls (`/rpc`), pictures, uploads
 * and the screens. The caller has checked that the request comes from our own page. Requests wait while
 * another workspace is being opened.
 */
export function createPageHandler(
  desk: Desk,
  { renderer, grants, confirm, limits = pageLimits }: PageOptions,
): PageHandler {
  const only: PageSession = { grants, addressOf: (path) => path, confirm }
  const screens = createScreens(desk, renderer)
  let cached: { of: OpenWorkspace | undefined; cause: string | undefined; answer: Answer } | undefined
  return async (request, session = only) => {
    await desk.settled()
    const of = desk.current()
    const cause = of ? undefined : desk.trouble()?.message
    if (!cached || cached.of !== of || cached.cause !== cause)
      cached = { of, cause, answer: of ? openPage(desk, of, screens, limits) : closedPage(desk, screens) }
    return withPageHeaders(await cached.answer(request, session))
  }
}
