import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { useFormStore, usePresence } from './form-store.ts'
import { GroupFields } from './group-fields.tsx'
import { PathProblems } from './path-problems.tsx'
import { type Member, make, type Place, problemPath } from './place.ts'
import { spoken } from './words.ts'

interface OptionalGroupProps {
  member: Member
  place: Place
  section: string | undefined
  own: string | undefined
  required: boolean
  /** Nothing else stands in its section: it needs no frame of its own. */
  alone: boolean
}

/** An element with elements inside: not there until someone adds it, and then it can be taken away whole. */
export function OptionalGroup({ member, place, section, own, required, alone }: OptionalGroupProps) {
  const store = useFormStore()
  const id = useId()
  const { type } = member
  const present = usePresence(place.keys) || required
  if (type.kind !== 'group') return null
  // An element that may hold anything has nothing to fill in.
  if (type.members.length === 0) return null
  const path = problemPath(place)
  if (!present) {
    return (
      <div data-path={path} className="col-span-full flex scroll-mt-24 flex-col gap-1">
        <div>
          <Button
            size="small"
            icon={<Plus className="size-3.5" aria-hidden />}
            onClick={() => make(store, place)}
          >
            Add {spoken(member.label)}
          </Button>
        </div>
        {member.help && <p className="text-xs text-ink-faint">{member.help}</p>}
        <PathProblems path={path} />
      </div>
    )
  }
  if (alone) {
    return (
      <div data-path={path} className="col-span-full flex scroll-mt-24 flex-col gap-4">
        <PathProblems path={path} />
        <GroupFields group={type} place={place} section={section} around={own} />
        {!required && (
          <div>
            <Button
              size="small"
              variant="ghost"
              icon={<X className="size-3.5" aria-hidden />}
              onClick={() => store.set(place.keys, undefined)}
            >
              Remove {spoken(member.label)}
            </Button>
          </div>
        )}
      </div>
    )
  }
  return (
    <fieldset
      aria-labelledby={id}
      data-path={path}
      className="col-span-full scroll-mt-24 rounded-lg border border-line bg-canvas/60 p-3"
    >
      <header className="mb-3 flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 id={id} className="text-xs font-semibold text-ink-soft">
            {member.label}
          </h3>
          {member.help && <p className="text-xs text-ink-faint">{member.help}</p>}
        </div>
        {!required && (
          <IconButton
            size="small"
            label={`Remove ${spoken(member.label)}`}
            icon={<X className="size-3.5" aria-hidden />}
            onClick={() => store.set(place.keys, undefined)}
            className="-mt-1 -mr-1"
          />
        )}
      </header>
      <PathProblems path={path} />
      <GroupFields group={type} place={place} section={section} around={own} />
    </fieldset>
  )
}
