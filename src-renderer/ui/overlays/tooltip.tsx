import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from '../text/keys.tsx'
import { usePopupContainer } from './popup.tsx'

/** Wraps the app. After one tooltip was shown, neighbouring tooltips open without delay. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Base.Provider delay={500}>{children}</Base.Provider>
)

export interface TooltipProps {
  label: ReactNode
  keys?: string[]
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** Whether there is nothing to show at present. */
  disabled?: boolean
  /** The element with the tooltip; it needs its own accessible name. */
  children: ReactElement
}

/** A hint on hover and keyboard focus. It only repeats or supplements visible text. */
export function Tooltip({ label, keys, side = 'bottom', disabled = false, children }: TooltipProps) {
  const container = usePopupContainer()
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger render={children} />
      <Base.Portal container={container}>
        <Base.Positioner sideOffset={6} side={side} className="z-50">
          <Base.Popup className="popup flex max-w-72 items-center gap-2 rounded-md! px-2 py-1 text-xs text-ink">
            {label}
            {keys && <Kbd keys={keys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
