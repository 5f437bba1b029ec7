import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, Megaphone, Store } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { ItemView } from '../../../../src-shared/catalog/model.ts'
import { contentPlusFeedRetailer } from '../../../../src-shared/vocabulary/elements/content-plus.ts'
import { parseElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../ui/layout/states.tsx'
import { Term } from '../../../ui/overlays/term.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { dateAndTime, relativeTime, useTick } from '../../../ui/text/words.ts'
import { useExport } from '../../export/use-export.ts'
import { FeedStateBadge } from '../../feeds/outbox/feed-table.tsx'
import { ContentPreview } from './content-preview.tsx'
import { PublishedContent } from './published-content.tsx'

interface RetailerContentProps {
  itemId: string
  content: ItemView['retailerContent']
}

/** The Content+ of each retailer in a panel, and the Content+ feeds sent from this workspace. */
export function RetailerContent({ itemId, content }: RetailerContentProps) {
  // A copy has no retailer content, because the service does not send it.
  const isCopy = useQuery(rpc.workspace.state.queryOptions()).data?.role === 'connected'
  // Content for every retailer has no retailer id, so a feed cannot contain it.
  const ofSingleRetailers = content.filter(({ retailerId }) => retailerId !== '')
  const sent = useQuery(
    rpc.outbox.publishedContentPlus.queryOptions({
      input: { itemId },
      enabled: isCopy && content.length === 0,
    }),
  ).data
  return (
    <div className="flex max-w-4xl flex-col gap-4 p-6">
      {content.length === 0 && sent && sent.retailers.length > 0 ? (
        <PublishedContent
          sent={sent}
          actions={<DraftContentPlus itemId={itemId} label={t`Draft a Content+ feed`} />}
        />
      ) : content.length === 0 ? (
        <EmptyState
          icon={Store}
          title={isCopy ? t`Not in this copy` : t`No retailer content`}
          action={<DraftContentPlus itemId={itemId} label={t`Draft a Content+ feed`} />}
        >
          {isCopy
            ? t`Single retailers can have their own texts, pictures and videos for this item. The service does not return them with its items.`
            : t`Single retailers can have their own texts, pictures and videos for this item. A Content+ feed adds them.`}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <p className="min-w-40 flex-1 text-sm text-ink-soft">
              <Trans>
                Content for <Plural value={ofSingleRetailers.length} one="# retailer" other="# retailers" />
              </Trans>{' '}
              <Term name="Content+" />
            </p>
            {ofSingleRetailers.length > 0 && (
              <ExportContentPlus itemId={itemId} label={t`Export all retailers`} />
            )}
            <DraftContentPlus itemId={itemId} label={t`Draft a Content+ feed`} />
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
          ? t`Came with an item feed. A Content+ feed names single retailers and cannot carry it.`
          : t`Retailer ${retailerId}`
      }
      actions={
        retailerId !== '' && (
          <>
            <ExportContentPlus itemId={itemId} retailer={content} label={t`Export`} />
            <DraftContentPlus itemId={itemId} retailer={content} label={t`Draft a feed`} />
          </>
        )
      }
    >
      {value ? (
        <ContentPreview content={value} />
      ) : (
        <p className="text-sm text-bad">{problems[0]?.message ?? t`This content could not be read.`}</p>
      )}
    </Panel>
  )
}

interface ActionProps {
  itemId: string
  /** Absent: all retailers that have content. */
  retailer?: { retailerId: string; retailerName: string }
  label: string
}

/** Button that exports the content of one or all retailers as a Content+ feed. */
function ExportContentPlus({ itemId, retailer, label }: ActionProps) {
  const { job, starting, start } = useExport(`content ${itemId} ${retailer?.retailerId ?? ''}`, (error) =>
    toast.failed(t`The content was not exported`, error),
  )
  const run = async (): Promise<void> => {
    const ended = await start({
      source: { itemIds: [itemId] },
      format: 'contentplus',
      cells: 'safe',
      retailerIds: retailer ? [retailer.retailerId] : undefined,
    })
    if (ended?.state === 'completed') toast.done(t`Exported as a Content+ feed`, ended.file ?? ended.fileName)
    else if (ended?.note) toast.failed(t`The content was not exported`, ended.note)
  }
  return (
    <Button
      size={retailer ? 'small' : 'medium'}
      icon={<Download className={retailer ? 'size-3.5' : 'size-4'} aria-hidden />}
      busy={starting || job?.state === 'running'}
      aria-label={retailer ? t`Export the content of ${retailer.retailerName}` : undefined}
      onClick={() => void run()}
    >
      {label}
    </Button>
  )
}

/** Button that creates a Content+ draft with the stored content of one or all retailers. */
function DraftContentPlus({ itemId, retailer, label }: ActionProps) {
  const [, navigate] = useLocation()
  const createDraft = useMutation(
    rpc.feeds.createDraft.mutationOptions({
      onSuccess: (draft) => navigate(`/feeds/${draft.id}`),
      onError: (error) => toast.failed(t`The draft could not be made`, error),
    }),
  )
  return (
    <Button
      size={retailer ? 'small' : 'medium'}
      icon={<Megaphone className={retailer ? 'size-3.5' : 'size-4'} aria-hidden />}
      busy={createDraft.isPending}
      aria-label={retailer ? t`Draft a feed for ${retailer.retailerName}` : undefined}
      onClick={() =>
        createDraft.mutate({
          kind: 'contentplus',
          fromItemIds: [itemId],
          retailerIds: retailer ? [retailer.retailerId] : undefined,
        })
      }
    >
      {label}
    </Button>
  )
}

/**
 * Content+ feeds in the outbox that contain the item. In a copy, this is the only source of retailer content.
 */
function SentContentPlus({ itemId, isCopy }: { itemId: string; isCopy: boolean }) {
  useTick()
  const feeds = useQuery(rpc.outbox.contentPlusOf.queryOptions({ input: { itemId } })).data
  if (!feeds || (feeds.length === 0 && !isCopy)) return null
  return (
    <Panel
      title={t`Content+ feeds from here`}
      description={
        feeds.length === 0
          ? t`No Content+ feed for this item is in the outbox.`
          : t`Feeds of this workspace that name the item. What other programs sent is not known here.`
      }
      flush
    >
      {feeds.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {feeds.map((feed) => (
            <li key={feed.id} className="flex items-center gap-4 px-4 py-2 text-sm">
              <Link
                href={`/outbox/${feed.id}`}
                className="min-w-0 flex-1 truncate font-medium hover:underline"
              >
                {feed.name}
              </Link>
              <FeedStateBadge feed={feed} />
              <time
                dateTime={feed.updatedAt}
                title={dateAndTime(feed.updatedAt)}
                className="w-28 text-end text-xs whitespace-nowrap text-ink-faint"
              >
                {relativeTime(feed.updatedAt)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
