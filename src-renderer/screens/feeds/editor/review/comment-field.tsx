import { plural, t } from '@lingui/core/macro'
import clsx from 'clsx'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { maxComment } from '../../../../../src-shared/feeds/review/model.ts'
import { inputClass } from '../../../../ui/inputs/field.tsx'

/** Largest number of people offered for a mention. */
const maxOffered = 6

interface CommentFieldProps {
  label: string
  value: string
  people: readonly string[]
  onChange: (text: string) => void
  /** Called by Ctrl+Enter. */
  onSubmit: () => void
}

/** The name that is being typed after `@` before the cursor, and where it starts; undefined if there is none. */
function typedMention(text: string, cursor: number): { start: number; name: string } | undefined {
  const found = /(?:^|[\s(])@([^\s@]*)$/.exec(text.slice(0, cursor))
  return found ? { start: cursor - (found[1]?.length ?? 0), name: found[1] ?? '' } : undefined
}

/** A text field of a comment. `@` offers the names of people to mention. */
export function CommentField({ label, value, people, onChange, onSubmit }: CommentFieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [cursor, setCursor] = useState(0)
  const [active, setActive] = useState(0)
  const [closedAt, setClosedAt] = useState<number>()
  const mention = typedMention(value, cursor)
  const wanted = mention?.name.toLowerCase() ?? ''
  const offered =
    mention && mention.start !== closedAt
      ? people.filter((name) => name.toLowerCase().includes(wanted)).slice(0, maxOffered)
      : []
  const chosen = Math.min(active, offered.length - 1)

  const choose = (name: string) => {
    if (!mention) return
    const end = mention.start + name.length + 1
    onChange(`${value.slice(0, mention.start)}${name} ${value.slice(cursor)}`)
    setCursor(end)
    setActive(0)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(end, end)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return onSubmit()
    }
    if (offered.length === 0) return
    const name = offered[chosen]
    if (event.key === 'ArrowDown') setActive((chosen + 1) % offered.length)
    else if (event.key === 'ArrowUp') setActive((chosen + offered.length - 1) % offered.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && name !== undefined) choose(name)
    else if (event.key === 'Escape') setClosedAt(mention?.start)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="relative">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={3}
        maxLength={maxComment}
        value={value}
        placeholder={t`Write a comment; @ mentions a person`}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? `${id}-people` : undefined}
        aria-activedescendant={offered.length > 0 ? `${id}-${chosen}` : undefined}
        className={clsx(inputClass(), 'py-1.5')}
        onChange={(event) => {
          setClosedAt(undefined)
          setActive(0)
          setCursor(event.target.selectionStart)
          onChange(event.target.value)
        }}
        onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className="sr-only">
        {offered.length > 0 &&
          plural(offered.length, { one: '# person to mention', other: '# people to mention' })}
      </span>
      {offered.length > 0 && (
        <div
          id={`${id}-people`}
          role="listbox"
          aria-label={t`People to mention`}
          className="popup absolute inset-x-0 bottom-full z-20 mb-1 flex flex-col p-1"
        >
          {offered.map((name, index) => (
            <div
              key={name}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className={clsx('rounded px-2 py-1 text-sm', index === chosen && 'bg-hover')}
              onPointerDown={(event) => {
                event.preventDefault()
                choose(name)
              }}
            >
              {name}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
