import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../../rpc/client.ts'
import { ErrorState, Skeleton } from '../../../ui/layout/states.tsx'
import { ShopPage } from './shop-page.tsx'

/** A draft item as a shop could show it after the feed. */
export function DraftPreview({ id, itemKey, name }: { id: string; itemKey: number; name: string }) {
  const preview = useQuery(rpc.feeds.previewItem.queryOptions({ input: { id, key: itemKey } }))
  if (preview.isError && !preview.data)
    return (
      <ErrorState
        title={t`The preview cannot be shown`}
        error={preview.error}
        onRetry={() => void preview.refetch()}
      />
    )
  if (!preview.data) return <Skeleton className="m-4 h-60" />
  const { before, isWhole } = preview.data
  return (
    <div className="flex flex-col gap-4">
      <p className="text-xs text-ink-soft">
        {isWhole
          ? before
            ? t`What a shop could show after this feed. The feed replaces the whole item; what changes is marked.`
            : t`A new item, as a shop could show it: the catalog on this computer has none with this code.`
          : before
            ? t`What a shop could show after this feed. Only the parts marked “Sent” are in the feed; the others come from the catalog on this computer.`
            : t`Only what the feed contains: the catalog on this computer does not have this item.`}
      </p>
      <ShopPage preview={preview.data} name={name} isPart={!isWhole && !before} />
    </div>
  )
}
