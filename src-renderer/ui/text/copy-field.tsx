/**
 * A small button for each field of a sheet that copies it, shown to the pointer that is over the field and to the keyboard
 * that is on it. A sheet has dozens of fields: they are one stop of Tab, and the arrows lead from one to the other.
 */
import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Check, Copy } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { announce, copyTable, copyText } from './clipboard.ts'

const confirmedMilliseconds = 1500

/** What is copied of a field: a text, or rows of a table. */
export type Copied = string | readonly (readonly string[])[]

const buttonsIn = (place: HTMLElement): HTMLElement[] =>
  [...place.querySelectorAll<HTMLElement>('[data-copy]')].filter((button) => button.checkVisibility())

/** The fields inside are one stop of Tab; up and down lead from field to field, Home and End to the first and last. */
export function CopyFields({ children, className }: { children: ReactNode; className?: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const buttons = place.current ? buttonsIn(place.current) : []
    if (!buttons.some(({ tabIndex }) => tabIndex === 0)) buttons[0]?.setAttribute('tabindex', '0')
  })
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-copy]')) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const buttons = buttonsIn(event.currentTarget)
    const at = buttons.indexOf(event.target)
    const leads: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: buttons.length - 1,
    }
    const next = buttons[leads[event.key] ?? -1]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    // The keys are those of the buttons inside.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      ref={place}
      onKeyDown={onKeyDown}
      onFocus={({ target, currentTarget }) => {
        if (!target.matches('[data-copy]')) return
        for (const button of currentTarget.querySelectorAll('[data-copy][tabindex="0"]'))
          button.setAttribute('tabindex', '-1')
        target.setAttribute('tabindex', '0')
      }}
      className={className}
    >
      {children}
    </div>
  )
}

/** The button of one field, beside its value. Its parent is `group/copy`, over which the pointer shows it. */
export function CopyField({ label, copied }: { label: string; copied: Copied }) {
  const [isDone, setDone] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    const isCopied = await (typeof copied === 'string' ? copyText(copied) : copyTable(copied))
    if (!isCopied) return
    announce(t`${label} copied`)
    setDone(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setDone(false), confirmedMilliseconds)
  }
  const Icon = isDone ? Check : Copy
  return (
    <button
      type="button"
      data-copy
      tabIndex={-1}
      aria-label={t`Copy ${label}`}
      title={t`Copy ${label}`}
      onClick={() => void copy()}
      className={clsx(
        '-my-0.5 inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink',
        'group-hover/copy:opacity-100 focus-visible:opacity-100 [@media(hover:none)]:opacity-100',
        !isDone && 'opacity-0',
      )}
    >
      <Icon className={clsx('size-3.5', isDone && 'text-good')} aria-hidden />
    </button>
  )
}
