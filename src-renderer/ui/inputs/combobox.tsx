import { Combobox as Base } from '@base-ui/react/combobox'
import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useKeepPageAccessible } from '../overlays/popup.tsx'
import { FieldFrame, type FieldFrameProps, inputClass } from './field.tsx'
import { OptionList } from './option-list.tsx'
import type { Option } from './select.tsx'

interface ComboboxProps extends FieldFrameProps {
  /** The options. With `onSearch` these are the results for the typed text. */
  options: readonly Option[]
  value: Option | null
  onValueChange: (value: Option | null) => void
  /** Called with the typed text. The caller then supplies the options, which are not filtered further. */
  onSearch?: (text: string) => void
  /** Shown below the list, such as the number of further options. */
  status?: string
  /** Shown when nothing matches. */
  empty?: ReactNode
  onOpenChange?: (open: boolean) => void
  placeholder?: string
  disabled?: boolean
  onBlur?: () => void
}

/** A select for many options, filtered by typing. */
export function Combobox({
  options,
  value,
  onValueChange,
  onSearch,
  status,
  empty,
  onOpenChange,
  placeholder,
  disabled,
  onBlur,
  ...frame
}: ComboboxProps) {
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useKeepPageAccessible(open, input)
  return (
    <FieldFrame {...frame}>
      {(ids) => (
        <Base.Root
          items={options}
          value={value}
          onValueChange={(next: Option | null) => onValueChange(next)}
          isItemEqualToValue={(one: Option, other: Option) => one.value === other.value}
          itemToStringLabel={(option: Option) => option.label}
          filter={onSearch ? null : undefined}
          onInputValueChange={(text, details) => {
            if (details.reason === 'input-change' || details.reason === 'input-clear') onSearch?.(text)
          }}
          onOpenChange={(next) => {
            setOpen(next)
            onOpenChange?.(next)
          }}
          disabled={disabled}
        >
          <div className="relative">
            <Base.Input
              ref={input}
              {...ids}
              placeholder={placeholder ?? t`Type to search…`}
              onBlur={onBlur}
              className={clsx(inputClass(Boolean(frame.error)), 'h-8 pe-14')}
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
          <OptionList held={value?.value} status={status} empty={empty} />
        </Base.Root>
      )}
    </FieldFrame>
  )
}
