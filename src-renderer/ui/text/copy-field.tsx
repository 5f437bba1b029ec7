/**
 * A small copy button for each field of a product sheet, visible on hover and on keyboard focus. A sheet has
 * dozens of fields, so their buttons are one tab stop, and arrow keys move between them.
 */
import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Check, Copy } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { announce, copyTable, copyText } from './clipboard.ts'

const confirmationDuration = 1500

/** Copied value of a field: a text, or the rows of a table. */
export type Copied = string | readonly (readonly string[])[]

const buttonsIn = (container: HTMLElement): HTMLElement[] =>
  [...container.querySelectorAll<HTMLElement>('[data-copy]')].filter((button) => button.checkVisibility())

/**
 * Makes the copy buttons inside one tab stop. Up and down move between them; Home and End move to the first
 * and last.
 */
export function CopyFields({ children, className }: { children: ReactNode; className?: string }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const buttons = container.current ? buttonsIn(container.current) : []
    if (!buttons.some(({ tabIndex }) => tabIndex === 0)) buttons[0]?.setAttribute('tabindex', '0')
  })
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-copy]')) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const buttons = buttonsIn(event.currentTarget)
    const at = buttons.indexOf(event.target)
    const targets: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: buttons.length - 1,
    }
    const next = buttons[targets[event.key] ?? -1]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    // The key events come from the buttons inside.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      ref={container}
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

/**
 * The copy button of one field, next to its value. It is visible while the pointer is over its `group/copy`
 * ancestor.
 */
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
    timer.current = setTimeout(() => setDone(false), confirmationDuration)
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
