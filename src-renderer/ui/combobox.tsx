import { Combobox as Base } from '@base-ui/react/combobox'
import clsx from 'clsx'
import { Check, ChevronDown, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { FieldFrame, type FieldFrameProps, inputClass } from './field.tsx'
import { optionClass, usePopupPlace, useSurroundingsKept } from './popup.tsx'
import type { Option } from './select.tsx'

interface ComboboxProps extends FieldFrameProps {
  /** The choices. With `onSearch` these are the answers to the typed text. */
  options: readonly Option[]
  value: Option | null
  onValueChange: (value: Option | null) => void
  /** Called with the typed text. The caller then supplies the options, and the combobox does not filter them. */
  onSearch?: (text: string) => void
  /** Shown under the list, such as the number of further options. */
  status?: string
  placeholder?: string
  disabled?: boolean
  onBlur?: () => void
}

/** A choice of one of many options, found by typing. */
export function Combobox({
  options,
  value,
  onValueChange,
  onSearch,
  status,
  placeholder,
  disabled,
  onBlur,
  ...frame
}: ComboboxProps) {
  const place = usePopupPlace()
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useSurroundingsKept(open, input)
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
          onOpenChange={(next) => setOpen(next)}
          disabled={disabled}
        >
          <div className="relative">
            <Base.Input
              ref={input}
              {...ids}
              placeholder={placeholder ?? 'Type to search…'}
              onBlur={onBlur}
              className={clsx(inputClass(Boolean(frame.error)), 'h-8 pr-14')}
            />
            <span className="absolute top-1 right-1 flex">
              {value && (
                <Base.Clear
                  aria-label="Clear"
                  className="flex size-6 items-center justify-center rounded-sm text-ink-faint hover:bg-hover"
                >
                  <X className="size-3.5" aria-hidden />
                </Base.Clear>
              )}
              <Base.Trigger
                aria-label="Show all"
                className="flex size-6 items-center justify-center rounded-sm text-ink-faint hover:bg-hover"
              >
                <ChevronDown className="size-4" aria-hidden />
              </Base.Trigger>
            </span>
          </div>
          <Base.Portal container={place}>
            <Base.Positioner sideOffset={4} className="z-40">
              <Base.Popup className="popup flex max-h-[min(20rem,var(--available-height))] w-(--anchor-width) flex-col">
                <Base.Empty className="px-3 py-2 text-sm text-ink-faint empty:hidden">
                  Nothing matches.
                </Base.Empty>
                <Base.List className="min-h-0 overflow-y-auto p-1 empty:hidden">
                  {(option: Option) => (
                    <Base.Item key={option.value} value={option} className={optionClass}>
                      <Base.ItemIndicator className="col-start-1">
                        <Check className="size-3.5" aria-hidden />
                      </Base.ItemIndicator>
                      <span className="col-start-2">{option.label}</span>
                    </Base.Item>
                  )}
                </Base.List>
                {status && (
                  <Base.Status className="border-t border-line px-3 py-1.5 text-xs text-ink-faint">
                    {status}
                  </Base.Status>
                )}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </FieldFrame>
  )
}
