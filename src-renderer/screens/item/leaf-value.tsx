import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { isEmptyWord } from '../../../src-shared/catalog/empty-word.ts'
import type { Member } from '../../../src-shared/vocabulary/kit/description.ts'
import { AddressPicture } from '../../pictures/address-picture.tsx'
import { isWebAddress } from '../../pictures/web-address.ts'
import { inputOf, isUnnamedCode, leafText } from './field-text.ts'

/** A leaf value formatted by its input type. */
export function LeafValue({ member, text }: { member: Member; text: string }) {
  if (isEmptyWord(text)) return <EmptyWord text={text} />
  if (isUnnamedCode(member, text))
    return (
      <span className="break-all">
        <Trans>
          code {text}, <span className="text-ink-faint">not in the lookups</span>
        </Trans>
      </span>
    )
  const formatted = leafText(member, text)
  switch (inputOf(member)) {
    case 'timestamp':
      return (
        <time dateTime={text} title={text} className="tabular">
          {formatted}
        </time>
      )
    case 'url':
      return isWebAddress(text) ? (
        <span className="flex items-center gap-2">
          <AddressPicture url={text} className="size-10" />
          <a
            href={text}
            target="_blank"
            rel="noreferrer"
            // Signed URLs are long and are truncated.
            title={text}
            className="line-clamp-2 break-all text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
          >
            {text}
          </a>
        </span>
      ) : (
        <span className="break-all">{text}</span>
      )
    case 'country':
    case 'language':
    case 'unit':
      return <span title={text}>{formatted}</span>
    case 'gtin':
    case 'decimal':
    case 'integer':
      return <span className="tabular break-all">{formatted}</span>
    case 'view':
    case 'flag':
    case 'choice':
      return <span>{formatted}</span>
    case 'paragraph':
      // `dir="auto"`, because the text may be in any language. Line breaks are kept.
      return (
        <p dir="auto" className="max-w-[72ch] whitespace-pre-line">
          {text}
        </p>
      )
    case 'identifier':
      return <span className="break-all">{text}</span>
    default:
      return <span dir="auto">{text}</span>
  }
}

/**
 * Shows a value such as "null" as not given, with the original text, because the record may need to be
 * corrected.
 */
const EmptyWord = ({ text }: { text: string }) => (
  <span className="text-ink-faint" title={t`The record says “${text}”.`}>
    <Trans>
      Not given
      <span className="sr-only">; the record says “{text}”</span>
    </Trans>
  </span>
)
