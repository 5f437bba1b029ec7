import { Combobox as Base } from '@base-ui/react/combobox'
import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { optionClass, usePopupContainer } from '../overlays/popup.tsx'
import { Thumbnail } from '../thumbnail.tsx'
import type { Option } from './select.tsx'

interface OptionListProps {
  /** The selected value, marked in the list. */
  held: string | undefined
  /** Shown below the list, such as the number of further options. */
  status?: string | undefined
  /** Shown when nothing matches. */
  empty?: ReactNode
  /**
   * Keeps the focus in the field on mouse down, for fields that would lose it before the option is chosen.
   */
  keepsFocus?: boolean
  /** The width of the list. */
  className?: string
}

/** The option list of a combobox: each option with its label and an optional note. */
export function OptionList({
  held,
  status,
  empty = t`No matches`,
  keepsFocus = false,
  // A field in one of three columns is narrower than its options.
  className = 'w-[max(var(--anchor-width),min(22rem,var(--available-width)))]',
}: OptionListProps) {
  const container = usePopupContainer()
  return (
    <Base.Portal container={container}>
      <Base.Positioner sideOffset={4} align="start" className="z-40">
        <Base.Popup
          className={clsx('popup flex max-h-[min(20rem,var(--available-height))] flex-col', className)}
        >
          <Base.Empty className="px-3 py-2 text-sm text-ink-faint empty:hidden">{empty}</Base.Empty>
          <Base.List className="min-h-0 overflow-y-auto p-1 empty:hidden">
            {(option: Option) => (
              <Base.Item
                key={option.value}
                value={option}
                onMouseDown={keepsFocus ? (event) => event.preventDefault() : undefined}
                className={clsx(optionClass, option.value === '' && 'text-ink-faint')}
              >
                {option.value === held && <Check className="col-start-1 size-3.5" aria-label={t`Chosen`} />}
                <span className="col-start-2 flex min-w-0 items-center gap-2">
                  {option.picture && (
                    <Thumbnail
                      url={option.picture.url}
                      placeholder={option.picture.placeholder}
                      className="size-8"
                    />
                  )}
                  <span className="min-w-0">
                    {option.label}
                    {option.note && (
                      <span className="block text-xs font-normal text-ink-faint">{option.note}</span>
                    )}
                  </span>
                </span>
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
  )
}
