import type { Desk, OpenWorkspace } from '../app/desk.ts'
import type { FaceSession, Grants } from '../platform/face-session.ts'
import { type Answer, closedFace, openFace } from './face-routes.ts'
import { withPageHeaders } from './page.ts'
import { createScreens } from './screens.ts'
import { type FaceLimits, faceLimits } from './uploads.ts'

interface FaceOptions {
  /** The built screens. */
  renderer: string
  /** The paths that the person chose, in a host with one session: the desktop's window. */
  grants: Grants
  /** The host's own question before a typed folder is used; without it the page's button is the answer. */
  confirm?: FaceSession['confirm']
  /** The usual limits when absent. */
  limits?: FaceLimits
}

/** @param session of a host with several sessions; the session of the options when absent */
export type Face = (request: Request, session?: FaceSession) => Promise<Response>

/**
 * Answers every request of the face: typed calls (`/rpc`), pictures, uploads and the screens, of whichever workspace is
 * open. The caller has made sure that the request comes from our own page. While another workspace is being opened,
 * requests wait.
 */
export function createFace(
  desk: Desk,
  { renderer, grants, confirm, limits = faceLimits }: FaceOptions,
): Face {
  const only: FaceSession = { grants, addressOf: (path) => path, confirm }
  const screens = createScreens(desk, renderer)
  let made: { of: OpenWorkspace | undefined; cause: string | undefined; answer: Answer } | undefined
  return async (request, session = only) => {
    await desk.settled()
    const of = desk.current()
    const cause = of ? undefined : desk.trouble()?.message
    if (!made || made.of !== of || made.cause !== cause)
      made = { of, cause, answer: of ? openFace(desk, of, screens, limits) : closedFace(desk, screens) }
    return withPageHeaders(await made.answer(request, session))
  }
}
