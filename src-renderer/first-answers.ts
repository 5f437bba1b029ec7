import { queryClient, rpc } from './rpc/client.ts'
import { catalogChoicesQuery } from './screens/catalog/catalog-memory.ts'

/**
 * Requests what the first screen waits for, all at once. Rendering would request one after the other, each as
 * soon as the parts above it are drawn.
 */
export function requestFirstAnswers(): void {
  void queryClient.prefetchQuery(rpc.workspace.state.queryOptions())
  void queryClient.prefetchQuery(rpc.workspaces.list.queryOptions())
  void queryClient.prefetchQuery(rpc.computer.settings.queryOptions())
  void queryClient.prefetchQuery(catalogChoicesQuery)
}
