/**
 * Compares two to six items field by field, one column per item. The items and their order are in the URL.
 */
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueries } from '@tanstack/react-query'
import { Columns3 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { item as itemDescription } from '../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../src-shared/vocabulary/kit/kit.ts'
import { rpc } from '../../rpc/client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { DraftItems } from '../feeds/editor/items/draft-items.tsx'
import { AddItem } from './add-item.tsx'
import { comparisonOf, maxCompared } from './compare-button.tsx'
import { compareItems } from './comparison.ts'
import { type ComparedColumn, ComparisonTable } from './comparison-table.tsx'

export function CompareScreen() {
  const [, navigate] = useLocation()
  const search = useSearch()
  const ids = useMemo(
    () => [...new Set(new URLSearchParams(search).getAll('id'))].slice(0, maxCompared),
    [search],
  )
  const navigateTo = (next: readonly string[]) => navigate(comparisonOf(next), { replace: true })
  const [onlyDifferences, setOnlyDifferences] = useState(true)
  const queries = useQueries({ queries: ids.map((id) => rpc.catalog.item.queryOptions({ input: { id } })) })
  const failed = queries.find(({ isError, data }) => isError && !data)
  const views = queries.flatMap(({ data }) => data ?? [])
  const key = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  // `key` represents the views, which are a new array at each render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const columns = useMemo(
    () =>
      views.map((view): ComparedColumn => {
        const { value } = parseElement(itemDescription, view.xml, {
          namespace: view.namespace,
          role: 'response',
        })
        return value ? { view, item: value } : { view }
      }),
    [key, search],
  )
  const unreadable = columns.find(({ item }) => !item)
  const sections = useMemo(() => compareItems(columns.flatMap(({ item }) => item ?? [])), [columns])
  const differences = sections.reduce(
    (sum, { fields }) => sum + fields.filter(({ differs }) => differs).length,
    0,
  )
  const createDraft = useMutation(
    rpc.feeds.createDraft.mutationOptions({
      onSuccess: (draft) => navigate(`/feeds/${draft.id}`),
      onError: (error) => toast.failed(t`The draft could not be made`, error),
    }),
  )
  const isReady = views.length === ids.length
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader
        title={t`Compare`}
        description={
          ids.length < 2 ? t`Two to six items, field by field` : t`${ids.length} items, field by field`
        }
        back={{ href: '/catalog', label: t`Catalog` }}
        measure="full"
        actions={
          <>
            {ids.length > 1 && isReady && !unreadable && (
              <>
                <p role="status" className="text-sm text-ink-soft">
                  {differences === 0
                    ? t`Nothing differs`
                    : plural(differences, { one: '# field differs', other: '# fields differ' })}
                </p>
                <Checkbox
                  label={t`Only differences`}
                  checked={onlyDifferences}
                  onCheckedChange={setOnlyDifferences}
                />
              </>
            )}
            {ids.length > 1 && isReady && (
              <DraftItems label={t`Compared items`} listed={ids.length} idsOf={async () => [...ids]} />
            )}
            {ids.length < maxCompared && <AddItem except={ids} onAdd={(id) => navigateTo([...ids, id])} />}
          </>
        }
      />
      {failed ? (
        <ErrorState
          title={t`An item could not be shown`}
          error={failed.error}
          onRetry={() => void failed.refetch()}
          action={
            <ButtonLink href="/catalog">
              <Trans>Back to the catalog</Trans>
            </ButtonLink>
          }
        />
      ) : ids.length < 2 ? (
        <EmptyState
          icon={Columns3}
          title={ids.length === 0 ? t`Nothing to compare yet` : t`Add one more item to compare`}
          action={
            <>
              <ButtonLink href="/catalog" variant="primary">
                <Trans>Choose in the catalog</Trans>
              </ButtonLink>
              <ButtonLink href="/duplicates">
                <Trans>Look at duplicates</Trans>
              </ButtonLink>
            </>
          }
        >
          <Trans>
            Tick two to six items in the catalog and press Compare, or add them here, above on the right, by
            name or product code.
          </Trans>
        </EmptyState>
      ) : !isReady ? (
        <div role="status" aria-label={t`Loading the items`} className="p-6">
          <Skeleton className="h-64 w-full" />
        </div>
      ) : unreadable ? (
        <ErrorState
          title={t`A record could not be read`}
          error={
            new Error(
              t`The XML of item ${unreadable.view.id} is not well-formed. Leave it out to compare the others.`,
            )
          }
          action={
            <ButtonLink href={comparisonOf(ids.filter((id) => id !== unreadable.view.id))}>
              <Trans>Leave it out</Trans>
            </ButtonLink>
          }
        />
      ) : (
        <ComparisonTable
          columns={columns}
          sections={sections}
          onlyDifferences={onlyDifferences}
          onOrder={navigateTo}
          onDraft={(id) => createDraft.mutate({ kind: 'update', fromItemIds: [id] })}
          isDrafting={createDraft.isPending}
        />
      )}
    </div>
  )
}
