import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import type { OutboxFeedDetail } from '../../../../src-shared/feeds/outbox/model.ts'
import { sentPreview } from '../../../../src-shared/feeds/preview/model.ts'
import { IconButton } from '../../../ui/button.tsx'
import { wholeNumber } from '../../../ui/text/words.ts'
import { ShopPage } from './shop-page.tsx'

/** The items of a frozen feed, one at a time, as a shop could show what the feed contains. */
export function SentPreview({ feed, initialItem }: { feed: OutboxFeedDetail; initialItem: number }) {
  const [number, setNumber] = useState(initialItem)
  const { kind, xml, itemCount } = feed
  const item = useMemo(() => itemAt(kind, xml, number - 1), [kind, xml, number])
  const { title, givenCode } = item ? kinds[kind].payload.subject(item) : { title: '', givenCode: '' }
  const name = title || (itemCount === 1 && feed.name) || givenCode || t`Item ${number}`
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-40 flex-1 text-xs text-ink-soft">
          {feed.attempts === 0
            ? t`What this feed contains and will be sent, as a shop could show it.`
            : t`What this feed contained when it was sent, as a shop could show it.`}
        </p>
        {itemCount > 1 && (
          <span className="flex items-center gap-1">
            <IconButton
              size="small"
              label={t`Previous item`}
              icon={<ChevronLeft className="size-4" aria-hidden />}
              disabled={number <= 1}
              onClick={() => setNumber(number - 1)}
            />
            <output className="tabular text-xs">
              <Trans>
                {wholeNumber(number)} of {wholeNumber(itemCount)}
              </Trans>
            </output>
            <IconButton
              size="small"
              label={t`Next item`}
              icon={<ChevronRight className="size-4" aria-hidden />}
              disabled={number >= itemCount}
              onClick={() => setNumber(number + 1)}
            />
          </span>
        )}
      </div>
      {item ? (
        <ShopPage
          key={number}
          preview={sentPreview(kind, item)}
          name={name}
          isPart={kinds[kind].ifPresent === 'changed'}
        />
      ) : (
        <p className="text-sm text-ink-soft">
          <Trans>This item cannot be read from the XML of the feed.</Trans>
        </p>
      )}
    </div>
  )
}

/** The item at an index of a payload; only that one is kept. */
function itemAt(kind: OutboxFeedDetail['kind'], xml: string, position: number): PayloadItem | undefined {
  let found: PayloadItem | undefined
  kinds[kind].payload.read(xml, {
    keep: false,
    each(item, index) {
      if (index === position) found = item
      return []
    },
  })
  return found
}
