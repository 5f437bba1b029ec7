import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { spoken } from '../../../src-shared/texts/spoken.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import {
  drawingOrder,
  isMeasure,
  isNutritionTable,
  isWide,
  sectionOf,
  sectionsWithin,
} from '../arrangement.ts'
import { useFormStore, useLength, usePresence } from '../form-store.ts'
import { NutritionPanels } from '../nutrition/nutrition-panels.tsx'
import {
  createAt,
  entryPlace,
  type Group,
  type Member,
  memberPlace,
  type Place,
  problemPath,
  repeats,
} from '../place.ts'
import { useRequired } from '../required-paths.ts'
import { LeafField } from './leaf-field.tsx'
import { ListField } from './list-field.tsx'
import { MeasureField } from './measure-field.tsx'
import { PathProblems, UnknownNote } from './unknown-note.tsx'
import { UnusualNote, useUnusual } from './unusual-fields.tsx'

interface GroupFieldsProps {
  group: Group
  place: Place
  /** Draws only the fields of this section, at any depth; absent: all fields. */
  section?: string | undefined
  /** The section the element itself belongs to. */
  around?: string | undefined
  /** Members to leave out, by key. */
  without?: ReadonlySet<string>
}

/** The members of one element on a grid of up to three columns. */
export function GroupFields({ group, place, section, around, without }: GroupFieldsProps) {
  const isRequired = useRequired()
  const isHere = (own: string | undefined) => section === undefined || own === section
  const isOwn = (member: Member) => isHere(sectionOf(member, around))
  const all = drawingOrder(
    group.members.filter((member) => !without?.has(member.key)),
    (member) => isRequired(place, member),
  )
  const { shown: members, hidden, open } = useUnusual(place, all)
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(13.5rem,100%),1fr))] gap-x-4 gap-y-4">
      {members.map((member) => {
        const inSection = { member, place, section, own: sectionOf(member, around) }
        return isOwn(member) ? (
          <OwnField
            key={member.key}
            {...inSection}
            required={isRequired(place, member)}
            alone={members.filter(isOwn).length === 1}
          />
        ) : (
          <FieldsInsideMember key={member.key} {...inSection} />
        )
      })}
      {hidden.some(isOwn) && <UnusualNote members={hidden.filter(isOwn)} onOpen={open} />}
      {around !== undefined && isHere(around) && <UnknownNote place={place} />}
    </div>
  )
}

interface MemberInSection {
  member: Member
  place: Place
  /** The section being drawn. */
  section: string | undefined
  /** The section the member belongs to. */
  own: string | undefined
}

/** The fields of the drawn section inside a member that belongs to another section. */
function FieldsInsideMember({ member, place, section, own }: MemberInSection) {
  const { type } = member
  if (section === undefined || type.kind !== 'group' || !sectionsWithin(type).has(section)) return null
  if (repeats(member)) return <FieldsInsideList {...{ member, place, section }} around={own} />
  return (
    <div className="col-span-full">
      <GroupFields group={type} place={memberPlace(place, member)} section={section} around={own} />
    </div>
  )
}

/**
 * A member of the drawn section, drawn by the component for its kind. `alone`: it is the only member of the
 * section.
 */
function OwnField({
  member,
  place,
  section,
  own,
  required,
  alone,
}: MemberInSection & { required: boolean; alone: boolean }) {
  const { type } = member
  if (repeats(member) && type.kind === 'group' && isNutritionTable(type))
    return (
      <NutritionPanels
        member={member}
        group={type}
        place={place}
        alone={alone && section !== undefined}
        drawFields={(of, at) => <GroupFields group={of} place={at} around="" />}
      />
    )
  if (repeats(member))
    return (
      <ListField
        {...{ member, place, required }}
        alone={alone && section !== undefined}
        drawEntry={(entry) =>
          type.kind === 'group' && <GroupFields group={type} place={entry} section={section} around={own} />
        }
      />
    )
  const at = memberPlace(place, member)
  if (type.kind === 'leaf') {
    return (
      <LeafField
        member={member}
        place={at}
        required={required}
        className={isWide(member) ? 'col-span-full' : undefined}
      />
    )
  }
  if (isMeasure(type)) return <MeasureField member={member} place={at} required={required} />
  return <OptionalGroup {...{ member, section, own, required, alone }} place={at} />
}

/**
 * The fields of the drawn section inside the entries of a list that belongs to another section. An empty
 * list is drawn with one entry; the entry is created when a person types into a field.
 */
function FieldsInsideList({
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
    // The index can be the key: entries are only reordered in the section of the list itself.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <div key={index} className="col-span-full">
      {length > 1 && (
        <h3 className="mb-2 text-xs font-semibold text-ink-soft">
          <Trans>
            {member.label} · {index + 1} of {length}
          </Trans>
        </h3>
      )}
      <GroupFields group={type} place={entryPlace(place, member, index)} section={section} around={around} />
    </div>
  ))
}

interface OptionalGroupProps {
  member: Member
  place: Place
  section: string | undefined
  own: string | undefined
  required: boolean
  /** Whether the group is the only member of its section; it then has no frame. */
  alone: boolean
}

/** An element with child elements. It is absent until a person adds it, and can be removed. */
function OptionalGroup({ member, place, section, own, required, alone }: OptionalGroupProps) {
  const store = useFormStore()
  const id = useId()
  const { type } = member
  const present = usePresence(place.keys) || required
  if (type.kind !== 'group') return null
  // An element without described members has no fields.
  if (type.members.length === 0) return null
  const path = problemPath(place)
  if (!present) {
    return (
      <div data-path={path} className="col-span-full flex scroll-mt-24 flex-col gap-1">
        <div>
          <Button
            size="small"
            icon={<Plus className="size-3.5" aria-hidden />}
            onClick={() => createAt(store, place)}
          >
            <Trans>Add {spoken(member.label)}</Trans>
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
              <Trans>Remove {spoken(member.label)}</Trans>
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
            label={t`Remove ${spoken(member.label)}`}
            icon={<X className="size-3.5" aria-hidden />}
            onClick={() => store.set(place.keys, undefined)}
            className="-mt-1 -me-1"
          />
        )}
      </header>
      <PathProblems path={path} />
      <GroupFields group={type} place={place} section={section} around={own} />
    </fieldset>
  )
}
