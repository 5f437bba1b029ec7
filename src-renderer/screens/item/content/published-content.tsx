import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { PublishedContent as Published } from '../../../../src-shared/feeds/outbox/model.ts'
import { contentPlusFeedRetailer } from '../../../../src-shared/vocabulary/elements/content-plus.ts'
import { parseElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Notice } from '../../../ui/layout/notice.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { dateAndTime } from '../../../ui/text/words.ts'
import { ContentPreview } from './content-preview.tsx'

/**
 * Content+ that this workspace has published for an item. Shown in a copy of a service, because the service
 * does not return retailer content.
 */
export function PublishedContent({ sent, actions }: { sent: Published; actions: ReactNode }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-40 flex-1 text-sm text-ink-soft">
          <Trans>Published from here for</Trans>{' '}
          <Plural value={sent.retailers.length} one="# retailer" other="# retailers" />
        </p>
        {actions}
      </div>
      <Notice title={t`What this workspace sent, not what the service has`}>
        <p>
          <Trans>
            The service does not return Content+. This preview combines the accepted feeds of this workspace.
            Content from other programs and later changes by the service are not included.
          </Trans>
        </p>
        {sent.isPart && (
          <p>
            <Trans>Only the newest feeds were read; older ones may have given more.</Trans>
          </p>
        )}
        {sent.unread > 0 && (
          <p>
            <Trans>
              <Plural value={sent.unread} one="# feed" other="# feeds" /> could not be read again.
            </Trans>
          </p>
        )}
      </Notice>
      {sent.retailers.map(({ retailerId, retailerName, xml, feeds }) => {
        const { value } = parseElement(contentPlusFeedRetailer, xml)
        return (
          <Panel
            key={retailerId}
            title={retailerName}
            description={t`Retailer ${retailerId}`}
            actions={
              <Badge tone="good">
                <Trans>Accepted</Trans>
              </Badge>
            }
          >
            {value && <ContentPreview content={value} />}
            <ul className="mt-4 border-t border-line pt-2 text-xs text-ink-faint">
              {feeds.map(({ id, name, sentAt }) => (
                <li key={id}>
                  <Trans>
                    Sent from this workspace on {dateAndTime(sentAt)}, accepted:{' '}
                    <Link href={`/outbox/${id}`} className="underline hover:text-ink">
                      {name}
                    </Link>
                  </Trans>
                </li>
              ))}
            </ul>
          </Panel>
        )
      })}
    </>
  )
}
