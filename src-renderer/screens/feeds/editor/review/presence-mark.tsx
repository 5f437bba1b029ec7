import { t } from '@lingui/core/macro'
import { createContext, use } from 'react'
import type { Present } from '../../../../../src-shared/feeds/presence/model.ts'

/** The others who have the draft open. */
const Others = createContext<readonly Present[]>([])
export const OthersProvider = Others.Provider

/** Number of people shown in the head; the others are only counted. */
const maxShown = 4

/** The first letters of a name: `AL` of Ana López, `A` of ana. */
const initialsOf = (name: string): string =>
  name
    .split(/[\s._-]+/)
    .flatMap((word) => [...word].slice(0, 1))
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** A colour of a name: always the same, and dark enough for white letters. */
function colorOf(name: string): string {
  let hue = 0
  for (const letter of name) hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return `oklch(0.45 0.09 ${hue})`
}

const placeText = ({ name, item }: Present): string =>
  item ? t`${name} is editing item ${item.position}` : t`${name} has this draft open`

/** The initials of a person, with the name and what the person does as their label. */
function PersonMark({ present }: { present: Present }) {
  const text = placeText(present)
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      style={{ backgroundColor: colorOf(present.name) }}
      className="inline-flex size-5 shrink-0 items-center justify-center rounded-full text-2xs font-medium text-white select-none forced-colors:border"
    >
      {initialsOf(present.name)}
    </span>
  )
}

/** The others who have the draft open. */
export function OthersInDraft() {
  const others = use(Others)
  if (others.length === 0) return null
  const more = others.length - maxShown
  return (
    <span className="flex items-center gap-1">
      {others.slice(0, maxShown).map((present) => (
        <PersonMark key={`${present.name} ${present.item?.key}`} present={present} />
      ))}
      {more > 0 && <span className="text-xs text-ink-soft">{t`and ${more} more`}</span>}
      {others.length === 1 && others[0] && (
        <span className="max-w-40 truncate text-xs text-ink-soft max-lg:hidden" aria-hidden>
          {placeText(others[0])}
        </span>
      )}
    </span>
  )
}

/** The others who edit an item. */
export function OthersInItem({ itemKey }: { itemKey: number }) {
  const here = use(Others).filter(({ item }) => item?.key === itemKey)
  return here.map((present) => <PersonMark key={present.name} present={present} />)
}
