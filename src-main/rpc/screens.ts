import type { Desk } from '../app/desk.ts'
import { withPageHeaders } from './page-headers.ts'
import { serveStaticFiles } from './static-files.ts'

/** Answers for the screens: the same for everyone, with no data in them but the theme. */
export function createScreens(desk: Desk, renderer: string): (request: Request) => Promise<Response> {
  const answer = serveStaticFiles(renderer, async () => (await desk.computer.read()).theme)
  return async (request) => withPageHeaders(await answer(new URL(request.url).pathname))
}
