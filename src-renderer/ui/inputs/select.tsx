import { Select as Base } from '@base-ui/react/select'
import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { optionClass, usePopupContainer } from '../overlays/popup.tsx'
import { FieldFrame, type FieldFrameProps, inputClass } from './field.tsx'

export interface Option {
  value: string
  label: string
  /** Additional text on a separate line in the list of a combobox. */
  note?: string | undefined
  /** A picture before the label in the list of a combobox; without a URL, a placeholder. */
  /** Chosen only on purpose: neither highlighted nor taken as the first match of a typed text. */
  isExplicit?: boolean
  picture?: { url?: string | undefined; placeholder?: string | undefined } | undefined
}
interface SelectProps extends FieldFrameProps {
  options: readonly Option[]
  value: string
  onValueChange: (value: string) => void
  placeholder?: string
  disabled?: boolean
  onBlur?: () => void
}

/** A choice of one of a few options. For long lists use `Combobox`. */
export function Select({
  options,
  value,
  onValueChange,
  placeholder,
  disabled,
  onBlur,
  ...frame
}: SelectProps) {
  const container = usePopupContainer()
  // A value missing from the options is shown unchanged, and can be chosen again.
  const [extraValues, setExtraValues] = useState<readonly string[]>([])
  const isKnown =
    value === '' || extraValues.includes(value) || options.some((option) => option.value === value)
  if (!isKnown) setExtraValues([...extraValues, value])
  const items = [
    ...options,
    ...extraValues
      .filter((extra) => !options.some((option) => option.value === extra))
      .map((extra) => ({ value: extra, label: extra })),
  ]
  return (
    <FieldFrame {...frame}>
      {(ids) => (
        <Base.Root
          items={items}
          value={value === '' ? null : value}
          onValueChange={(next) => onValueChange(next ?? '')}
          disabled={disabled}
          id={ids.id}
        >
          <Base.Trigger
            onBlur={onBlur}
            aria-describedby={ids['aria-describedby']}
            aria-invalid={ids['aria-invalid']}
            className={clsx(
              inputClass(Boolean(frame.error)),
              'flex h-8 cursor-default items-center justify-between gap-2',
            )}
          >
            <Base.Value
              placeholder={placeholder ?? t`Choose…`}
              className="truncate data-placeholder:text-ink-faint"
            />
            <Base.Icon>
              <ChevronsUpDown className="size-3.5 text-ink-faint" aria-hidden />
            </Base.Icon>
          </Base.Trigger>
          <Base.Portal container={container}>
            <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-40">
              <Base.Popup className="popup min-w-(--anchor-width)">
                <Base.List className="max-h-(--available-height) overflow-y-auto p-1">
                  {items.map((option) => (
                    <Base.Item key={option.value} value={option.value} className={optionClass}>
                      <Base.ItemIndicator className="col-start-1">
                        <Check className="size-3.5" aria-hidden />
                      </Base.ItemIndicator>
                      <Base.ItemText className="col-start-2">{option.label}</Base.ItemText>
                    </Base.Item>
                  ))}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </FieldFrame>
  )
}
