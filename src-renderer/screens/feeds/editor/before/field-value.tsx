import type { ReactNode } from 'react'
import type { Keys } from '../../../../../src-shared/feeds/draft/slices.ts'
import { wordDiff } from '../../../../../src-shared/history/word-diff.ts'
import { viewLabel } from '../../../../../src-shared/views.ts'
import { ingestMedium } from '../../../../../src-shared/vocabulary/elements/ingest.ts'
import type { Group, Member } from '../../../../../src-shared/vocabulary/kit/description.ts'
import { EntryName } from '../../../../names/entry-name.tsx'
import { AddressPicture, fileNameOf } from '../../../../pictures/address-picture.tsx'
import { Value } from '../../../item/history/history-difference.tsx'

/**
 * The vocabulary description of the member at a path of keys; undefined if the vocabulary does not have it.
 */
export function memberAt(group: Group, keys: Keys): Member | undefined {
  let parent: Group | undefined = group
  let member: Member | undefined
  for (const key of keys) {
    if (typeof key === 'number') continue
    member = parent?.members.find((one) => one.key === key)
    parent = member?.type.kind === 'group' ? member.type : undefined
  }
  return member
}

interface FieldValueProps {
  member: Member | undefined
  value: unknown
  /** Another text to compare with: words that only this value contains are marked. */
  compareWith?: unknown
}

/**
 * One value of a comparison: identifiers with their names, pictures as thumbnails, texts with the new words
 * marked.
 */
export function FieldValue({ member, value, compareWith }: FieldValueProps): ReactNode {
  if (member?.type === ingestMedium && value !== undefined)
    return <Media media={Array.isArray(value) ? value : [value]} />
  if (typeof value === 'string' && member?.lookup && value.trim() !== '')
    return <EntryName kind={member.lookup} id={value.trim()} hasId />
  const isProse = member?.type.kind === 'leaf' && (member.input ?? member.type.input) === 'paragraph'
  const [text, other] = [value, compareWith].map((one) => textIn(one))
  if ((isProse || isTextEntry(member)) && text) return <NewWords text={text} compareWith={other ?? text} />
  return <Value member={member} value={value} />
}

/** Whether a member is a text with a language. */
const isTextEntry = (member: Member | undefined): boolean =>
  member?.type.kind === 'group' && member.type.members.every(({ key }) => key === 'lang' || key === 'text')

/** Whether a value is an entry with an empty text. */
export function isEmptied(member: Member | undefined, value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  if (!isTextEntry(member) || typeof value !== 'object' || value === null || Array.isArray(value))
    return false
  return (textIn(value) ?? '').trim() === ''
}

/** The text of a value, or of the single entry of a list of texts. */
function textIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.length === 1 ? textIn(value[0]) : undefined
  if (typeof value !== 'object' || value === null || !('text' in value)) return undefined
  return textIn(value.text)
}

function NewWords({ text, compareWith }: { text: string; compareWith: string }) {
  return (
    <p dir="auto" className="break-words whitespace-pre-wrap">
      {wordDiff(compareWith, text)
        .filter(({ kind }) => kind !== 'removed')
        .map((part, index) => {
          const key = `${index} ${part.kind}`
          return part.kind === 'added' ? (
            <ins key={key} className="rounded-sm bg-good-wash text-good decoration-1 underline-offset-2">
              {part.text}
            </ins>
          ) : (
            <span key={key}>{part.text}</span>
          )
        })}
    </p>
  )
}

function Media({ media }: { media: readonly unknown[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {media.map((medium, index) => {
        const [url, view] = [textAt(medium, 'url'), textAt(medium, 'view')]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pictures have no identifier
          <li key={index} className="flex min-w-0 items-center gap-2">
            <AddressPicture url={url} view={view} className="size-12" />
            <span className="min-w-0 text-xs">
              <span className="block">{viewLabel(view)}</span>
              <span className="line-clamp-1 break-all text-ink-faint" title={url}>
                {fileNameOf(url)}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const textAt = (value: unknown, key: string): string => {
  const found =
    typeof value === 'object' && value !== null
      ? Object.entries(value).find(([name]) => name === key)?.[1]
      : undefined
  return typeof found === 'string' ? found : ''
}
