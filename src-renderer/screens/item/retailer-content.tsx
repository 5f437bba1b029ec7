import { Store } from 'lucide-react'
import type { ItemView } from '../../../src-shared/rpc/catalog-contract.ts'
import { contentPlusFeedRetailer } from '../../../src-shared/vocabulary/content-plus.ts'
import { parseElement } from '../../../src-shared/vocabulary/kit/kit.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RecordFields } from './record-fields.tsx'

/** The Content+ kept for single retailers, one panel each. */
export function RetailerContent({ content }: { content: ItemView['retailerContent'] }) {
  if (content.length === 0) {
    return (
      <EmptyState icon={Store} title="No retailer content">
        Content+ feeds can give single retailers their own texts and media for this item. Only a sandbox keeps
        them; an item search does not bring them along.
      </EmptyState>
    )
  }
  return (
    <div className="flex max-w-4xl flex-col gap-4 p-6">
      {content.map((one) => {
        const { value, problems } = parseElement(contentPlusFeedRetailer, one.xml)
        return (
          <Panel
            key={one.retailerId}
            title={one.retailerName || one.retailerId}
            description={`Retailer ${one.retailerId}`}
          >
            {value ? (
              <RecordFields group={contentPlusFeedRetailer} value={value} except={['id']} />
            ) : (
              <p className="text-sm text-bad">{problems[0]?.message ?? 'This content could not be read.'}</p>
            )}
          </Panel>
        )
      })}
    </div>
  )
}
