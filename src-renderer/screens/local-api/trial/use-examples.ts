import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../../rpc/client.ts'
import { type Examples, newGtin } from './sample-bodies.ts'

/** Identifiers out of the catalog at hand; undefined until they are known. An empty catalog has made-up ones. */
export function useExamples(): Examples | undefined {
  const items = useQuery(rpc.catalog.search.queryOptions({ input: { offset: 0, limit: 1 } }))
  const manufacturers = useQuery(
    rpc.catalog.lookup.queryOptions({ input: { kind: 'manufacturer', limit: 1 } }),
  )
  const retailers = useQuery(rpc.catalog.lookup.queryOptions({ input: { kind: 'retailer', limit: 1 } }))
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  if ([items, manufacturers, retailers, workspace].some(({ isPending }) => isPending)) return undefined
  const item = items.data?.rows[0]
  return {
    itemId: item?.id ?? '1',
    code: item?.code || newGtin(() => 0),
    manufacturerId: manufacturers.data?.entries[0]?.id ?? '1',
    retailerId: retailers.data?.entries[0]?.id ?? '1',
    namespaceBase: workspace.data?.connection?.namespaceBase,
  }
}
