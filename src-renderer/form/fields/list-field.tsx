import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { spoken } from '../../../src-shared/texts/spoken.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Term } from '../../ui/overlays/term.tsx'
import { inputOf, isLine } from '../arrangement.ts'
import { useFormStore, useLength } from '../form-store.ts'
import { WithEntryPicture } from '../media/entry-picture.tsx'
import { isPictureList } from '../media/media-member.ts'
import { PictureDrop } from '../media/picture-drop.tsx'
import {
  createAt,
  entryPlace,
  type Group,
  type Member,
  memberPlace,
  newValue,
  type Place,
  problemPath,
} from '../place.ts'
import { useRequired } from '../required-paths.ts'
import { addWords } from '../words.ts'
import { LeafField } from './leaf-field.tsx'
import { termOf } from './term-of.ts'
import { PathProblems } from './unknown-note.tsx'

interface ListFieldProps {
  member: Member
  place: Place
  /** Whether at least one entry is required. */
  required: boolean
  /**
   * Whether the list is the only field of its section. The title of the section then also names the list.
   */
  alone: boolean
  /** Draws the fields of an entry that is too long for one line. */
  drawEntry: (entry: Place) => ReactNode
}

/**
 * A list of entries: short entries as lines, longer ones as cards. Entries can be added, moved and removed.
 * A required list shows one empty entry, which is created when a person types into it.
 */
export function ListField({ member, place, required, alone, drawEntry }: ListFieldProps) {
  const store = useFormStore()
  const headingId = useId()
  const rows = useRef<HTMLOListElement>(null)
  const list = memberPlace(place, member)
  const length = useLength(list.keys)
  const shown = required ? Math.max(1, length) : length
  const ids = useEntryIds(shown)
  const { type } = member
  const { one = member.label } = member
  const isPictures = isPictureList(member)
  const onOneLine = type.kind === 'leaf' || isLine(type)
  const plain = !onOneLine && shown === 1 && required

  /**
   * Changes the list and focuses an entry synchronously, because the next letter may be typed before the
   * next frame.
   */
  const changeAndFocus = (change: () => void, index: number) => {
    flushSync(change)
    focusEntry(index)
  }
  const focusEntry = (index: number) =>
    rows.current?.children[index]?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  const add = () =>
    changeAndFocus(() => {
      createAt(store, place)
      if (shown > length) store.insert(list.keys, newValue(type))
      ids.add()
      store.insert(list.keys, newValue(type))
    }, shown)
  const term = termOf(member)
  const remove = (index: number) =>
    changeAndFocus(
      () => {
        ids.remove(index)
        if (index < length) store.remove(list.keys, index, member.cardinality === 'repeated' ? [] : undefined)
      },
      Math.max(0, index - 1),
    )
  const move = (from: number, to: number) => {
    ids.move(from, to)
    store.move(list.keys, from, to)
  }

  const entries = shown > 0 && (
    <ol ref={rows} className={clsx('mb-2 flex flex-col', onOneLine && !isPictures ? 'gap-2' : 'gap-3')}>
      {ids.all.map((id, index) => {
        const at = entryPlace(place, member, index)
        const name = `${one} ${index + 1}`
        const movable = length > 1
        const removable = index < length && !(required && length === 1)
        const tools = (movable || removable) && (
          <EntryTools
            name={name}
            movable={movable}
            isFirst={index === 0}
            isLast={index === length - 1}
            removable={removable}
            onMove={(step) => move(index, index + step)}
            onRemove={() => remove(index)}
          />
        )
        if (type.kind === 'group' && !onOneLine) {
          return (
            <li key={id} className={plain ? undefined : 'rounded-lg border border-line bg-canvas/60 p-3'}>
              <fieldset aria-label={name} data-path={problemPath(at)} className="scroll-mt-24">
                {!plain && (
                  <div className="mb-3 flex min-h-7 items-center justify-between gap-4">
                    <span className="text-xs font-semibold text-ink-soft">{name}</span>
                    {tools}
                  </div>
                )}
                <PathProblems path={problemPath(at)} />
                {isPictures ? (
                  <WithEntryPicture group={type} place={at} isBelowLabels>
                    {drawEntry(at)}
                  </WithEntryPicture>
                ) : (
                  drawEntry(at)
                )}
              </fieldset>
            </li>
          )
        }
        return (
          <li key={id}>
            <fieldset aria-label={name} className="flex items-start gap-2">
              {type.kind === 'group' ? (
                <EntryFields isPicture={isPictures} group={type} place={at} labelsHidden={index > 0} />
              ) : (
                <LeafField member={member} place={at} label={name} labelHidden className="flex-1" />
              )}
              {tools && (
                <div className={type.kind === 'group' && index === 0 ? 'pt-5' : undefined}>{tools}</div>
              )}
            </fieldset>
          </li>
        )
      })}
    </ol>
  )
  const addButton = (
    <Button size="small" icon={<Plus className="size-3.5" aria-hidden />} onClick={add}>
      {addWords(member)}
    </Button>
  )

  return (
    <fieldset
      aria-labelledby={headingId}
      data-path={problemPath(list)}
      className="relative col-span-full scroll-mt-24"
    >
      <h3
        id={headingId}
        className={clsx(
          'text-xs text-ink-soft',
          onOneLine ? 'mb-1 font-medium' : 'mb-2 font-semibold',
          alone && 'sr-only',
        )}
      >
        {member.label}
        {required && (
          <span className="text-bad" aria-hidden>
            {' *'}
          </span>
        )}
      </h3>
      {term && !alone && (
        <span className="absolute -top-0.5 end-0">
          <Term name={term} />
        </span>
      )}
      {member.help && <p className="mb-2 text-xs text-ink-faint">{member.help}</p>}
      <PathProblems path={problemPath(list)} whenVisited={required} />
      {isPictures && type.kind === 'group' ? (
        <PictureDrop member={member} group={type} place={place} button={addButton} onAdded={focusEntry}>
          {entries}
        </PictureDrop>
      ) : (
        <>
          {entries}
          {addButton}
        </>
      )}
    </fieldset>
  )
}

interface EntryToolsProps {
  name: string
  movable: boolean
  isFirst: boolean
  isLast: boolean
  removable: boolean
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

function EntryTools({ name, movable, isFirst, isLast, removable, onMove, onRemove }: EntryToolsProps) {
  const lower = spoken(name)
  return (
    <div className="flex h-8 shrink-0 items-center">
      {movable && (
        <>
          <IconButton
            size="small"
            label={t`Move ${lower} up`}
            icon={<ArrowUp className="size-3.5" aria-hidden />}
            disabled={isFirst}
            onClick={() => onMove(-1)}
          />
          <IconButton
            size="small"
            label={t`Move ${lower} down`}
            icon={<ArrowDown className="size-3.5" aria-hidden />}
            disabled={isLast}
            onClick={() => onMove(1)}
          />
        </>
      )}
      {removable && (
        <IconButton
          size="small"
          label={t`Remove ${lower}`}
          icon={<X className="size-3.5" aria-hidden />}
          onClick={onRemove}
        />
      )}
    </div>
  )
}

/** The fields of a short entry, with its picture if it has one. */
function EntryFields({
  isPicture,
  ...fields
}: {
  isPicture: boolean
  group: Group
  place: Place
  labelsHidden: boolean
}) {
  if (!isPicture) return <LineFields {...fields} />
  return (
    <WithEntryPicture group={fields.group} place={fields.place} isBelowLabels={!fields.labelsHidden}>
      <LineFields {...fields} hasWideAddress />
    </WithEntryPicture>
  )
}

/** A short entry on one line. Attributes and short values are narrow; texts and URLs are wide. */
function LineFields({
  group,
  place,
  labelsHidden,
  hasWideAddress = false,
}: {
  group: Group
  place: Place
  labelsHidden: boolean
  /** Whether the URL has a line of its own. */
  hasWideAddress?: boolean
}) {
  const isRequired = useRequired()
  return (
    <div className={clsx('flex min-w-0 flex-1 items-start gap-2', hasWideAddress && 'flex-wrap')}>
      {group.members.map((member) => (
        <LeafField
          key={member.key}
          member={member}
          place={memberPlace(place, member)}
          labelHidden={labelsHidden}
          helpHidden
          required={isRequired(place, member)}
          className={
            hasWideAddress && inputOf(member) === 'url'
              ? 'basis-full'
              : member.place === 'text' || inputOf(member) === 'url'
                ? 'flex-3 basis-0'
                : 'min-w-28 flex-1 basis-0'
          }
        />
      ))}
    </div>
  )
}

let lastEntryId = 0
const newEntryId = () => ++lastEntryId

/**
 * React keys for the entries of a list, which have no identifier of their own: a moved entry keeps its
 * inputs and focus. When the list grows from outside, for example after an edit of the XML, the added
 * entries get new keys.
 */
function useEntryIds(length: number) {
  const [ids, setIds] = useState<number[]>(() => Array.from({ length }, newEntryId))
  let all = ids
  if (ids.length !== length) {
    all = Array.from({ length }, (_, index) => ids[index] ?? newEntryId())
    setIds(all)
  }
  return {
    all,
    add: () => setIds([...all, newEntryId()]),
    remove: (index: number) => setIds(all.filter((_, position) => position !== index)),
    move: (from: number, to: number) => {
      const next = [...all]
      const [id] = next.splice(from, 1)
      if (id !== undefined) next.splice(to, 0, id)
      setIds(next)
    },
  }
}
