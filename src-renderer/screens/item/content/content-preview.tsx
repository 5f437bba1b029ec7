import type { ReactNode } from 'react'
import {
  type ContentPlusFeedRetailer,
  contentPlusFeedRetailer,
  mediaGroups,
} from '../../../../src-shared/vocabulary/elements/content-plus.ts'
import { Badge } from '../../../ui/badge.tsx'
import { RecordFields } from '../record-fields.tsx'

const labelOf = (key: string): string => contentPlusFeedRetailer.elements.get(key)?.label ?? key

/**
 * Content+ of one retailer as a shopper sees it: sell copy, bullet points, descriptions, keywords and media
 * files.
 */
export function ContentPreview({ content }: { content: ContentPlusFeedRetailer }) {
  const { sellCopy, bulletPoints = [], ecommerceDescription, longDescription, keywords = [] } = content
  const files = mediaGroups.filter((group) => (content[group]?.length ?? 0) > 0)
  const shownAbove = contentPlusFeedRetailer.members
    .map(({ key }) => key)
    .filter((key) => !files.some((group) => group === key))
  return (
    <div className="flex max-w-prose flex-col gap-4 text-sm break-words">
      {sellCopy && (
        <Part label={labelOf('sellCopy')}>
          <p className="text-base font-medium whitespace-pre-line">{sellCopy}</p>
        </Part>
      )}
      {bulletPoints.length > 0 && (
        <Part label={labelOf('bulletPoints')}>
          <ul className="list-disc ps-5">
            {bulletPoints.map((point, index) => (
              // The same bullet point can occur twice.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={index}>{point}</li>
            ))}
          </ul>
        </Part>
      )}
      {[
        ['ecommerceDescription', ecommerceDescription] as const,
        ['longDescription', longDescription] as const,
      ].map(
        ([key, text]) =>
          text && (
            <Part key={key} label={labelOf(key)}>
              <p className="whitespace-pre-line">{text}</p>
            </Part>
          ),
      )}
      {keywords.length > 0 && (
        <Part label={labelOf('keywords')}>
          <p className="flex flex-wrap gap-1.5">
            {keywords.map((keyword, index) => (
              // The same keyword can occur twice.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Badge key={index}>{keyword}</Badge>
            ))}
          </p>
        </Part>
      )}
      {(files.length > 0 || content.unknown) && (
        <RecordFields group={contentPlusFeedRetailer} value={content} except={shownAbove} />
      )}
    </div>
  )
}

const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-0.5 text-xs text-ink-faint">{label}</h3>
    {children}
  </div>
)
