import { useQuery } from '@tanstack/react-query'
import { Store } from 'lucide-react'
import type { ItemView } from '../../../src-shared/catalog/model.ts'
import { contentPlusFeedRetailer } from '../../../src-shared/vocabulary/content-plus.ts'
import { parseElement } from '../../../src-shared/vocabulary/kit/kit.ts'
import { rpc } from '../../rpc/client.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { counted } from '../../ui/words.ts'
import { RecordFields } from './record-fields.tsx'
import { DraftContentPlus, ExportContentPlus } from './retailer-content-actions.tsx'
import { SentContentPlus } from './sent-content-plus.tsx'

export interface RetailerContentProps {
  itemId: string
  content: ItemView['retailerContent']
}

/** The Content+ kept for single retailers, one panel each, and the Content+ feeds that were sent from here. */
export function RetailerContent({ itemId, content }: RetailerContentProps) {
  // A copy of a service's catalog holds none: the service does not hand it out.
  const isCopy = useQuery(rpc.workspace.state.queryOptions()).data?.role === 'connected'
  // Content for every retailer has no identifier; a feed cannot name it.
  const ofSingle = content.filter(({ retailerId }) => retailerId !== '')
  return (
    <div className="flex max-w-4xl flex-col gap-4 p-6">
      {content.length === 0 ? (
        <EmptyState
          icon={Store}
          title={isCopy ? 'Not in this copy' : 'No retailer content'}
          action={<DraftContentPlus itemId={itemId} label="Draft a Content+ feed" />}
        >
          {isCopy
            ? 'An item search does not bring retailer content along. What retailers have been given for this item is known to the service only.'
            : 'A Content+ feed gives single retailers their own texts and media for this item.'}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <p className="min-w-40 flex-1 text-sm text-ink-soft">
              Content for {counted(ofSingle.length, 'retailer')}
            </p>
            {ofSingle.length > 0 && <ExportContentPlus itemId={itemId} label="Export all retailers" />}
            <DraftContentPlus itemId={itemId} label="Draft a Content+ feed" />
          </div>
          {content.map((one) => (
            <RetailerPanel key={one.retailerId} itemId={itemId} content={one} />
          ))}
        </>
      )}
      <SentContentPlus itemId={itemId} isCopy={isCopy} />
    </div>
  )
}

function RetailerPanel({
  itemId,
  content,
}: {
  itemId: string
  content: ItemView['retailerContent'][number]
}) {
  const { retailerId, retailerName, xml } = content
  const { value, problems } = parseElement(contentPlusFeedRetailer, xml)
  return (
    <Panel
      title={retailerName || retailerId}
      description={
        retailerId === ''
          ? 'Came with an item feed. A Content+ feed names single retailers and cannot carry it.'
          : `Retailer ${retailerId}`
      }
      actions={
        retailerId !== '' && (
          <>
            <ExportContentPlus itemId={itemId} retailer={content} label="Export" />
            <DraftContentPlus itemId={itemId} retailer={content} label="Draft a feed" />
          </>
        )
      }
    >
      {value ? (
        <RecordFields group={contentPlusFeedRetailer} value={value} except={['id']} />
      ) : (
        <p className="text-sm text-bad">{problems[0]?.message ?? 'This content could not be read.'}</p>
      )}
    </Panel>
  )
}
