import { Plural, Trans } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { createContext, useContext, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useFormStore } from '../form-store.ts'
import { hasContent, type Member, type Place } from '../place.ts'

const UnusualFields = createContext<ReadonlySet<string>>(new Set())
/** Keys of the members that items of this kind hardly ever have. */
export const UnusualFieldsProvider = UnusualFields.Provider

/**
 * Splits the members at `place` into `shown` and `hidden`. Unusual members are hidden until `open` is
 * called, except those that had a value when the form was opened: a field does not move while a person fills
 * it.
 */
export function useUnusual(
  place: Place,
  members: readonly Member[],
): { shown: Member[]; hidden: Member[]; open: () => void } {
  const unusual = useContext(UnusualFields)
  const store = useFormStore()
  const [isOpen, setOpen] = useState(false)
  const [filled] = useState(() => {
    const value = store.at(place.keys)
    const known = new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
    return new Set(
      members
        .filter(({ key }) => {
          const current = known.get(key)
          return typeof current === 'string' ? current !== '' : hasContent(current)
        })
        .map(({ key }) => key),
    )
  })
  const isHidden = ({ key }: Member) => !isOpen && unusual.has(key) && !filled.has(key)
  return {
    shown: members.filter((member) => !isHidden(member)),
    hidden: members.filter(isHidden),
    open: () => setOpen(true),
  }
}

/** The button that shows the unusual fields, with their labels. */
export function UnusualNote({ members, onOpen }: { members: readonly Member[]; onOpen: () => void }) {
  const id = useId()
  return (
    <div className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        size="small"
        aria-describedby={id}
        icon={<ChevronDown className="size-3.5" aria-hidden />}
        onClick={onOpen}
      >
        <Trans>
          Show <Plural value={members.length} one="# more field" other="# more fields" />
        </Trans>
      </Button>
      <p id={id} className="min-w-0 flex-1 truncate text-xs text-ink-faint">
        <Trans>Unusual for this kind of item: {members.map(({ label }) => label).join(', ')}</Trans>
      </p>
    </div>
  )
}
