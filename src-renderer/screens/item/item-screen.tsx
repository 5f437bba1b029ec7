/**
 * One item: its fields, pictures, nutrition label, retailer content, history and XML. The stored XML is
 * parsed here with the vocabulary.
 */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import { item as itemDescription } from '../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../src-shared/vocabulary/kit/kit.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { RetailerContent } from './content/retailer-content.tsx'
import { HistoryTab } from './history/history-tab.tsx'
import { ItemHeader } from './item-header.tsx'
import { ItemOverview } from './item-overview.tsx'
import type { ListPosition } from './item-steps.tsx'
import { XmlTab } from './xml-tab.tsx'

export type ItemTab = 'overview' | 'retailers' | 'history' | 'xml'

interface ItemScreenProps {
  itemId: string
  onClose: () => void
  /** Whether the item is shown next to the list. */
  beside: boolean
  /**
   * Whether the heading takes the focus: if the item replaces the list, or if the previous item had the
   * focus.
   */
  takesFocus?: boolean
  /** Position in the list that the item was opened from. */
  place?: ListPosition | undefined
  /** Tab of the previous item, kept while stepping through items. */
  tab?: ItemTab | undefined
  onTab?: (tab: ItemTab) => void
}

export function ItemScreen({
  itemId,
  onClose,
  beside,
  takesFocus = !beside,
  place,
  tab: previousTab,
  onTab,
}: ItemScreenProps) {
  const query = useQuery(rpc.catalog.item.queryOptions({ input: { id: itemId } }))
  // Other screens link to a version with `?tab=history&version=3`.
  const address = new URLSearchParams(useSearch())
  const [tab, setTab] = useState<ItemTab>(
    address.get('tab') === 'history' ? 'history' : (previousTab ?? 'overview'),
  )
  const view = query.data
  const parsed = useMemo(
    () => view && parseElement(itemDescription, view.xml, { namespace: view.namespace, role: 'response' }),
    [view],
  )
  if (query.isError && !view) {
    return (
      <>
        {!beside && (
          <h1 className="sr-only">
            <Trans>Item {itemId}</Trans>
          </h1>
        )}
        <ErrorState
          title={t`The item could not be shown`}
          error={query.error}
          onRetry={() => void query.refetch()}
          action={
            <Button onClick={onClose}>
              <Trans>Back to the catalog</Trans>
            </Button>
          }
        />
      </>
    )
  }
  if (!view || !parsed) {
    return (
      <>
        {!beside && (
          <h1 className="sr-only">
            <Trans>Item {itemId}</Trans>
          </h1>
        )}
        <ItemPlaceholder />
      </>
    )
  }
  return (
    <article
      aria-label={parsed.value?.name || t`Item ${view.id}`}
      className="flex h-full min-h-0 flex-col bg-canvas"
    >
      <ItemHeader
        view={view}
        item={parsed.value}
        onClose={onClose}
        beside={beside}
        takesFocus={takesFocus}
        place={place}
      />
      <Tabs
        label={t`Parts of the item`}
        value={tab}
        onValueChange={(next) => {
          setTab(next)
          onTab?.(next)
        }}
        className="flex-1"
        listClassName="bg-surface px-6"
        panelClassName="relative overflow-y-auto focus-visible:-outline-offset-2"
        tabs={[
          { value: 'overview', label: t`Overview`, panel: <ItemOverview view={view} parsed={parsed} /> },
          {
            value: 'retailers',
            label: t`Retailer content`,
            count: view.retailerContent.length,
            panel: <RetailerContent itemId={view.id} content={view.retailerContent} />,
          },
          {
            value: 'history',
            label: t`History`,
            panel: <HistoryTab itemId={view.id} version={Number(address.get('version')) || undefined} />,
          },
          { value: 'xml', label: 'XML', panel: <XmlTab xml={view.xml} /> },
        ]}
      />
    </article>
  )
}

const ItemPlaceholder = () => (
  <div role="status" aria-label={t`Loading the item`} className="flex flex-col gap-4 p-6">
    <Skeleton className="h-6 w-1/2" />
    <Skeleton className="h-4 w-1/3" />
    <Skeleton className="mt-4 h-64 w-full" />
  </div>
)
