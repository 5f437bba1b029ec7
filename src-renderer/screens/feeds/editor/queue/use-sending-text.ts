import { plural, t } from '@lingui/core/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { Draft } from '../../../../../src-shared/feeds/draft/model.ts'
import { kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import type { WorkspaceState } from '../../../../../src-shared/workspace/model.ts'
import { client, rpc } from '../../../../rpc/client.ts'

/**
 * Number of feeds in which each of some drafts is sent; undefined while it is counted, or if a draft has errors.
 * @param known result of an earlier count
 */
export function useFeedCounts(
  drafts: readonly Draft[],
  known?: { id: string; revision: number; feeds: number | undefined },
): (number | undefined)[] {
  const isKnown = ({ id, revision }: Draft) => known?.id === id && known.revision === revision
  const isSingle = ({ kind }: Draft) => kinds[kind].maxItems === 1
  const counted = useQueries({
    queries: drafts.map((draft) => ({
      queryKey: ['feeds of a draft', draft.id, draft.revision],
      queryFn: async () => (await client.feeds.checkDraft({ id: draft.id })).feeds ?? null,
      enabled: !isSingle(draft) && !isKnown(draft) && draft.uncheckedCount === 0,
    })),
  })
  return drafts.map((draft, index) => {
    if (isSingle(draft)) return draft.itemCount
    return isKnown(draft) ? known?.feeds : (counted[index]?.data ?? undefined)
  })
}

/**
 * What queueing sends, in words: the number of feeds and items, and the service. Empty while that is loading.
 * @param feeds undefined while they are counted
 */
export function useSendingText(feeds: number | undefined, items: number): string {
  const workspace = useQuery(rpc.workspace.state.queryOptions()).data
  return workspace ? sentence(feedsText(feeds, items), workspace) : ''
}

function feedsText(feeds: number | undefined, items: number): string {
  const ofItems = plural(items, { one: '# item', other: '# items' })
  if (feeds === undefined) return ofItems
  if (feeds === 1) return t`1 feed with ${ofItems}`
  const several = plural(feeds, { one: '# feed', other: '# feeds' })
  return feeds === items ? t`${several} with 1 item each` : t`${several} with ${ofItems} in all`
}

function sentence(what: string, { role, connection, sampleService }: WorkspaceState): string {
  if (role === 'sandbox') return t`Sends ${what} to this catalog, which is a sandbox.`
  if (!connection) return t`Queues ${what}, to be sent once a service is connected.`
  const { address, username } = connection
  if (sampleService) return t`Sends ${what} to the sample service on this computer, ${address}.`
  return t`Sends ${what} to ${address} as ${username}.`
}
