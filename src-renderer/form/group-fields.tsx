import { isMeasure, isNutritionTable, isWide, sectionOf, sectionsWithin } from './arrangement.ts'
import { LeafField } from './leaf-field.tsx'
import { ListField } from './list-field.tsx'
import { MeasureField } from './measure-field.tsx'
import { NutritionTable } from './nutrition-table.tsx'
import { OptionalGroup } from './optional-group.tsx'
import { type Group, type Member, memberPlace, type Place, repeats } from './place.ts'
import { TransparentList } from './transparent-list.tsx'
import { UnknownNote } from './unknown-note.tsx'

export interface GroupFieldsProps {
  group: Group
  place: Place
  /** Draw only what belongs to this section, however deep it stands; absent: everything. */
  section?: string | undefined
  /** The section the element itself belongs to. */
  around?: string | undefined
  /** Members to leave out, by key. */
  without?: ReadonlySet<string>
}

/** The members of one element, in document order, on a grid of up to three columns. */
export function GroupFields({ group, place, section, around, without }: GroupFieldsProps) {
  if (isNutritionTable(group)) return <NutritionTable group={group} place={place} />
  const members = group.members.filter((member) => !without?.has(member.key))
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(13.5rem,100%),1fr))] gap-x-4 gap-y-4">
      {members.map((member) => (
        <MemberField key={member.key} {...{ member, place, section, around }} />
      ))}
      {(section === undefined || section === around) && <UnknownNote place={place} />}
    </div>
  )
}

interface MemberFieldProps {
  member: Member
  place: Place
  section: string | undefined
  around: string | undefined
}

/** One member in the section being drawn: as a field, as the way to fields deeper inside, or not at all. */
function MemberField({ member, place, section, around }: MemberFieldProps) {
  const own = sectionOf(member, around)
  if (section === undefined || own === section) {
    return <OwnField {...{ member, place, section }} own={own} />
  }
  const { type } = member
  if (type.kind !== 'group' || !sectionsWithin(type).has(section)) return null
  if (repeats(member)) return <TransparentList {...{ member, place, section }} around={own} />
  return (
    <div className="col-span-full">
      <GroupFields group={type} place={memberPlace(place, member)} section={section} around={own} />
    </div>
  )
}

function OwnField({
  member,
  place,
  section,
  own,
}: {
  member: Member
  place: Place
  section: string | undefined
  own: string | undefined
}) {
  const { type } = member
  const wide = isWide(member) ? 'col-span-full' : undefined
  if (repeats(member)) return <ListField {...{ member, place, section, own }} />
  const at = memberPlace(place, member)
  if (type.kind === 'leaf')
    return <LeafField member={member} place={at} {...(wide ? { className: wide } : {})} />
  if (isMeasure(type)) return <MeasureField member={member} place={at} />
  return <OptionalGroup {...{ member, section, own }} place={at} />
}
