import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Skeleton } from '../../../ui/layout/states.tsx'

/** Target of the back link of a draft. */
export const feedsBack = { href: '/feeds', label: t`Feeds` }

/** A draft whose item is still being loaded; it has no actions, because they would need the item. */
export function DraftSkeleton({ name, notice }: { name?: string; notice?: ReactNode }) {
  return (
    <div className="flex h-full flex-col">
      <PageHeader back={feedsBack} title={name ?? <Skeleton className="my-1 h-4 w-48" />} />
      {notice}
      <div className="flex flex-col gap-3 p-6">
        {['w-2/3', 'w-1/2', 'w-3/5', 'w-1/3'].map((width) => (
          <Skeleton key={width} className={`h-8 ${width}`} />
        ))}
      </div>
    </div>
  )
}
