import { Combobox as Base } from '@base-ui/react/combobox'
import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useKeepPageAccessible } from '../overlays/popup.tsx'
import { FieldFrame, type FieldFrameProps, inputClass } from './field.tsx'
import { OptionList } from './option-list.tsx'
import { isExactly, isSimilar, optionMatches } from './option-matches.ts'
import type { Option } from './select.tsx'

interface ComboboxProps extends FieldFrameProps {
  /** The options. With `onSearch` these are the results for the typed text, best first. */
  options: readonly Option[]
  value: Option | null
  onValueChange: (value: Option | null) => void
  /** Called with the typed text. The caller then supplies the options, which are not filtered further. */
  onSearch?: (text: string) => void
  /** The options for the typed text are not known yet. */
  isPending?: boolean
  /** Shown below the list, such as the number of further options. */
  status?: string
  /** Shown when nothing matches. */
  empty?: ReactNode
  onOpenChange?: (open: boolean) => void
  placeholder?: string
  disabled?: boolean
  onBlur?: () => void
}

/**
 * A select for many options, filtered by typing. Enter and Tab take the highlighted option, which is the best
 * match of the typed text. A text without a match stays in the field with a message; Escape restores the
 * value.
 */
export function Combobox({
  options,
  value,
  onValueChange,
  onSearch,
  isPending = false,
  status,
  empty,
  onOpenChange,
  placeholder,
  disabled,
  onBlur,
  ...frame
}: ComboboxProps) {
  const [open, setOpen] = useState(false)
  // The typed text; undefined while the field shows its value.
  const [typed, setTyped] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  // The text was finished with Enter or Tab before its options were known.
  const [isAwaited, setAwaited] = useState(false)
  // A typed text that is not in the label of the option taken for it.
  const [misspelled, setMisspelled] = useState<{ text: string; value: string }>()
  const [valueBefore, setValueBefore] = useState(value?.value)
  if (valueBefore !== value?.value) {
    setValueBefore(value?.value)
    setTyped(undefined)
  }
  const input = useRef<HTMLInputElement>(null)
  const highlighted = useRef<Option>(undefined)
  useKeepPageAccessible(open, input)
  const text = typed?.trim() ?? ''
  const matches = onSearch || typed === undefined ? options : optionMatches(options, text)
  const first = matches.find(({ isExplicit }) => !isExplicit)

  const show = (next: boolean) => {
    if (next === open) return
    setOpen(next)
    onOpenChange?.(next)
  }
  /** Ends typing; the field then shows its value. */
  const reset = () => {
    setTyped(undefined)
    setAwaited(false)
    setLeft(false)
    onSearch?.('')
  }
  const choose = (option: Option | null) => {
    reset()
    show(false)
    onValueChange(option)
  }
  /** Takes the highlighted match, or waits for the matches. An empty text clears the field. */
  const take = () => {
    if (typed === undefined) return
    const chosen = matches.find((option) => option.value === highlighted.current?.value) ?? first
    if (text === '') choose(null)
    else if (isPending) setAwaited(true)
    else if (chosen) {
      setMisspelled(isSimilar(chosen, text) ? { text, value: chosen.value } : undefined)
      choose(chosen)
    } else {
      setLeft(true)
      if (matches.length === 0) show(false)
    }
  }
  const takeAwaited = useEffectEvent(take)
  useEffect(() => {
    if (!isAwaited || isPending) return
    setAwaited(false)
    takeAwaited()
  }, [isAwaited, isPending])

  const onKeyDown = (event: KeyboardEvent & { preventBaseUIHandler?: () => void }) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Tab') take()
    else if (event.key === 'Enter' && typed !== undefined) {
      event.preventDefault()
      event.preventBaseUIHandler?.()
      take()
    } else if (event.key === 'Escape') {
      // The list itself would clear the value at the second Escape.
      event.preventBaseUIHandler?.()
      if (typed === undefined && !open) return
      event.preventDefault()
      event.stopPropagation()
      reset()
      show(false)
    }
  }
  const onLeave = () => {
    if (typed !== undefined && !isAwaited) {
      const exact = onlyExact(matches, text)
      if (text === '') choose(null)
      else if (exact && !isPending) choose(exact)
      else setLeft(true)
    }
    onBlur?.()
  }
  const unsaved = isLeft && typed !== undefined && !isAwaited
  return (
    <FieldFrame
      {...frame}
      help={misspelled && misspelled.value === value?.value ? t`Found for “${misspelled.text}”` : frame.help}
      error={unsaved ? unsavedText(text, matches.length, value?.label) : frame.error}
    >
      {(ids) => (
        <Base.Root
          items={matches}
          value={value}
          open={open}
          // Also while the matches are not known yet, so that the first is highlighted when they arrive.
          autoHighlight={first !== undefined || matches.length === 0}
          inputValue={typed ?? value?.label ?? ''}
          onItemHighlighted={(option: Option | undefined, { reason }) => {
            highlighted.current = reason === 'none' && option?.isExplicit ? undefined : option
          }}
          onValueChange={(next: Option | null, { reason }) => {
            // An emptied text clears the field when it is left, so that Escape can restore the value.
            if (reason !== 'input-clear') choose(next)
          }}
          isItemEqualToValue={(one: Option, other: Option) => one.value === other.value}
          itemToStringLabel={(option: Option) => option.label}
          filter={null}
          onInputValueChange={(next, { reason }) => {
            if (reason !== 'input-change') return
            highlighted.current = undefined
            setTyped(next)
            setLeft(false)
            setAwaited(false)
            onSearch?.(next)
          }}
          onOpenChange={show}
          disabled={disabled}
        >
          <div className="relative">
            <Base.Input
              ref={input}
              {...ids}
              placeholder={placeholder ?? t`Type to search…`}
              onKeyDown={onKeyDown}
              onBlur={onLeave}
              className={clsx(inputClass(unsaved || Boolean(frame.error)), 'h-8 pe-14')}
            />
            <span className="absolute top-1 end-1 flex">
              {value && (
                <Base.Clear
                  aria-label={t`Clear`}
                  className="flex size-6 items-center justify-center rounded-sm text-ink-faint hover:bg-hover"
                >
                  <X className="size-3.5" aria-hidden />
                </Base.Clear>
              )}
              <Base.Trigger
                aria-label={t`Show all`}
                className="flex size-6 items-center justify-center rounded-sm text-ink-faint hover:bg-hover"
              >
                <ChevronDown className="size-4" aria-hidden />
              </Base.Trigger>
            </span>
          </div>
          <OptionList held={value?.value} status={status} empty={empty} keepsFocus />
        </Base.Root>
      )}
    </FieldFrame>
  )
}

/** The option with this value, else the only one with this label. */
function onlyExact(options: readonly Option[], text: string): Option | undefined {
  const [first, ...others] = options.filter((option) => isExactly(option, text))
  return options.find(({ value }) => value === text) ?? (others.length === 0 ? first : undefined)
}

/** Message for a text that was left in the field without a choice. */
function unsavedText(text: string, matches: number, stored: string | undefined): string {
  if (matches > 0) return t`“${text}” is not chosen yet: pick one of the list, or press Escape.`
  return stored === undefined
    ? t`Nothing matches “${text}”, so nothing is saved. Change it, or press Escape to clear it.`
    : t`Nothing matches “${text}”. ${stored} is kept: change the text, or press Escape to show it.`
}
