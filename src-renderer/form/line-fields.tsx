import { inputOf } from './arrangement.ts'
import { LeafField } from './leaf-field.tsx'
import { type Group, memberPlace, type Place } from './place.ts'
import { useRequired } from './required-paths.ts'

/** A short entry on one line: attributes and short values narrow, text and addresses wide. */
export function LineFields({
  group,
  place,
  labelsHidden,
}: {
  group: Group
  place: Place
  labelsHidden: boolean
}) {
  const isRequired = useRequired()
  return (
    <div className="flex min-w-0 flex-1 items-start gap-2">
      {group.members.map((member) => (
        <LeafField
          key={member.key}
          member={member}
          place={memberPlace(place, member)}
          labelHidden={labelsHidden}
          helpHidden
          required={isRequired(place, member)}
          className={
            member.place === 'text' || inputOf(member) === 'url'
              ? 'flex-3 basis-0'
              : 'min-w-28 flex-1 basis-0'
          }
        />
      ))}
    </div>
  )
}
