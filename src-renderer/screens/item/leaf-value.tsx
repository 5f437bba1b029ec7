import { unitSymbol } from '../../../src-shared/units.ts'
import { viewLabel } from '../../../src-shared/views.ts'
import type { Member } from '../../../src-shared/vocabulary/kit/description.ts'
import { countryName, dateAndTime, languageName } from '../../ui/words.ts'

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)

/** One text of a record, formatted by its kind of value. */
export function LeafValue({ member, text }: { member: Member; text: string }) {
  const leaf = member.type.kind === 'leaf' ? member.type : undefined
  const options = member.options ?? leaf?.options
  switch (member.input ?? leaf?.input) {
    case 'timestamp':
      return (
        <time dateTime={text} title={text} className="tabular">
          {dateAndTime(text)}
        </time>
      )
    case 'url':
      return isWebAddress(text) ? (
        <a
          href={text}
          target="_blank"
          rel="noreferrer"
          // Signed addresses are long; their end is cut.
          title={text}
          className="line-clamp-2 break-all text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
        >
          {text}
        </a>
      ) : (
        <span className="break-all">{text}</span>
      )
    case 'country':
      return <span title={text}>{countryName(text)}</span>
    case 'language':
      return <span title={text}>{languageName(text)}</span>
    case 'gtin':
    case 'decimal':
    case 'integer':
      return <span className="tabular break-all">{text}</span>
    case 'unit':
      return <span title={text}>{unitSymbol(text)}</span>
    case 'view': {
      const label = viewLabel(text)
      return label === text ? <span>{text}</span> : <span>{`${label} (${text})`}</span>
    }
    case 'flag':
    case 'choice':
      return <span>{options?.find((option) => option.value === text)?.label ?? text}</span>
    case 'paragraph':
      // The browser finds the direction of each text, because it may be in any language. Line breaks are kept.
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
