import { useLength } from './form-store.ts'
import { GroupFields } from './group-fields.tsx'
import { entryPlace, type Member, memberPlace, type Place } from './place.ts'

/**
 * The entries of a list that belongs to another section, for the fields inside that belong to this one. An empty
 * list is drawn as if it had one entry: writing into a field then makes it.
 */
export function TransparentList({
  member,
  place,
  section,
  around,
}: {
  member: Member
  place: Place
  section: string
  around: string | undefined
}) {
  const length = useLength(memberPlace(place, member).keys)
  if (member.type.kind !== 'group') return null
  const { type } = member
  return Array.from({ length: Math.max(1, length) }, (_, index) => (
    // Entries are told apart by their place here; reordering happens in their own section.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <div key={index} className="col-span-full">
      {length > 1 && (
        <h3 className="mb-2 text-xs font-semibold text-ink-soft">
          {member.label} · {index + 1} of {length}
        </h3>
      )}
      <GroupFields group={type} place={entryPlace(place, member, index)} section={section} around={around} />
    </div>
  ))
}
