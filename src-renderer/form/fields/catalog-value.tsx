import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { EntryName } from '../../names/entry-name.tsx'
import { Button } from '../../ui/button.tsx'
import { decimalWords } from '../../ui/text/words.ts'
import { inputOf } from '../arrangement.ts'
import { optionsOf } from '../inputs/options.ts'
import type { Member } from '../place.ts'

/** Marks a field that differs from the catalog; the field is positioned. */
export const changedClass =
  'before:absolute before:inset-y-0 before:-start-1 before:w-0.5 before:bg-accent forced-colors:before:bg-[Highlight]'

interface CatalogValueProps {
  /** Label of the field. */
  label: string
  /** The value that the catalog has; '' for none. */
  words: ReactNode
  onTake: () => void
}

/** The value of the catalog below a field that differs from it, and a button that puts it back. */
export const CatalogValue = ({ label, words, onTake }: CatalogValueProps) => (
  <p className="mt-0.5 flex items-baseline gap-2 text-xs text-ink-soft">
    <span className="line-clamp-3 min-w-0 break-words">
      {words === '' ? (
        <Trans>Changed: the catalog has nothing here</Trans>
      ) : (
        <>
          <Trans>In the catalog:</Trans> {words}
        </>
      )}
    </span>
    <Button size="small" variant="ghost" aria-label={t`Put back: ${label}`} onClick={onTake}>
      <Trans>Put back</Trans>
    </Button>
  </p>
)

/** A value of the catalog in words. */
export function CatalogWords({ member, text }: { member: Member; text: string }) {
  if (member.lookup) return <EntryName kind={member.lookup} id={text} />
  if (inputOf(member) === 'decimal') return decimalWords(text)
  return optionsOf(member).find(({ value }) => value === text)?.label ?? text
}
