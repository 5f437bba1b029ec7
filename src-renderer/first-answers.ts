import { queryClient, rpc } from './rpc/client.ts'
import { requestSession } from './rpc/session.ts'
import { readCatalogQuery } from './screens/catalog/catalog-address.ts'
import { catalogChoicesQuery, restoredPlace } from './screens/catalog/catalog-memory.ts'
import { prefetchFirstRows } from './screens/catalog/list/rows-query.ts'

/**
 * Requests a session, then everything that the first screen waits for. The backend answers while the browser
 * loads the app; rendering would request one answer after the other, each as soon as the parts above it are
 * drawn.
 * @returns a promise that resolves when the page has a session
 */
export async function requestFirstAnswers(): Promise<void> {
  await requestSession()
  void queryClient.prefetchQuery(rpc.workspace.state.queryOptions())
  void queryClient.prefetchQuery(rpc.workspaces.list.queryOptions())
  const settings = queryClient.fetchQuery(rpc.computer.settings.queryOptions())
  const choices = queryClient.prefetchQuery(catalogChoicesQuery)
  // Without the settings, the screen requests its rows itself, and shows what went wrong.
  Promise.all([settings, choices]).then(
    ([{ startScreen }]) => requestFirstRows(startScreen),
    () => undefined,
  )
}

/** Requests the first rows of the catalog if this page opens with it. */
function requestFirstRows(startScreen: string): void {
  const { pathname, search } = window.location
  const opensStartScreen = pathname === '/'
  const [, screen, itemId] = (opensStartScreen ? `/${startScreen}` : pathname).split('/')
  if (screen !== 'catalog') return
  const query = opensStartScreen ? '' : search
  prefetchFirstRows(readCatalogQuery(restoredPlace(query, itemId || undefined)?.address ?? query))
}
