import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Draft, DraftRow } from '../../../../../src-shared/feeds/draft/model.ts'
import { kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { rpc } from '../../../../rpc/client.ts'
import { CodeView } from '../../../../ui/inputs/code-view.tsx'
import { Segmented } from '../../../../ui/inputs/segmented.tsx'
import { ScrollRegion } from '../../../../ui/layout/scroll-region.tsx'
import { ErrorState, Skeleton } from '../../../../ui/layout/states.tsx'
import { itemName } from '../items/item-name.ts'

/** The exact XML: of one item with its problems marked, or of the entire feed as sent. */
export function FeedXml({ draft, row }: { draft: Draft; row: DraftRow }) {
  const [shownXml, setShownXml] = useState<'item' | 'feed'>('item')
  return (
    <div className="flex h-full min-h-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t`How the XML is shown`}
          labelHidden
          value={shownXml}
          onValueChange={setShownXml}
          options={[
            { value: 'item', label: t`This item, with lines` },
            { value: 'feed', label: t`Raw, as it is sent` },
          ]}
        />
        {kinds[draft.kind].maxItems === 1 && draft.itemCount > 1 && shownXml === 'feed' && (
          <span className="text-xs text-ink-faint">
            <Trans>
              Each item of an update is sent as a separate feed. This is the feed of {itemName(row)}.
            </Trans>
          </span>
        )}
      </div>
      {shownXml === 'item' ? <ItemLines draft={draft} row={row} /> : <RawFeed draft={draft} row={row} />}
    </div>
  )
}

function ItemLines({ draft, row }: { draft: Draft; row: DraftRow }) {
  const input = { id: draft.id, key: row.key }
  const text = useQuery(rpc.feeds.draftItemText.queryOptions({ input }))
  const item = useQuery(rpc.feeds.draftItem.queryOptions({ input }))
  const marks = (item.data?.problems ?? []).flatMap(({ line, message, severity = 'error' }) =>
    line === undefined ? [] : [{ line, message, severity }],
  )
  return (
    <CodeView
      label={t`XML of ${itemName(row)}`}
      value={text.data?.text ?? ''}
      marks={marks}
      className="min-h-0 flex-1 rounded-lg border border-line"
    />
  )
}

function RawFeed({ draft, row }: { draft: Draft; row: DraftRow }) {
  const isSingleItemFeed = kinds[draft.kind].maxItems === 1
  const entireFeed = useQuery(
    rpc.feeds.draftText.queryOptions({ input: { id: draft.id }, enabled: !isSingleItemFeed }),
  )
  const single = useQuery(
    rpc.feeds.draftItemFeed.queryOptions({
      input: { id: draft.id, key: row.key },
      enabled: isSingleItemFeed,
    }),
  )
  const query = isSingleItemFeed ? single : entireFeed
  if (query.isError) return <ErrorState title={t`The feed cannot be shown`} error={query.error} />
  if (!query.data) return <Skeleton className="h-40" />
  return (
    <>
      {entireFeed.data && !entireFeed.data.isWhole && (
        <p className="text-xs text-ink-faint">
          <Trans>This is the beginning; the whole is too long to be shown.</Trans>
        </p>
      )}
      <ScrollRegion
        aria-label={t`Raw XML of the feed`}
        className="min-h-0 flex-1 rounded-lg border border-line bg-surface p-3"
      >
        <pre className="font-mono text-xs break-all whitespace-pre-wrap">{query.data.text}</pre>
      </ScrollRegion>
    </>
  )
}
