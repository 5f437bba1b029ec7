import { Menu as Base } from '@base-ui/react/menu'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { Kbd } from '../text/keys.tsx'
import { setMenuActions } from './menu-actions.ts'
import { usePopupContainer } from './popup.tsx'

interface MenuAction {
  label: string
  /** React key for an action whose label is not unique. */
  id?: string
  icon?: ReactNode
  keys?: string[]
  onSelect: () => void
  disabled?: boolean
  dangerous?: boolean
}

/** A button that opens a list of actions. `null` between actions draws a separator. */
export function Menu({
  trigger,
  actions,
  align = 'end',
}: {
  /** A button element with an accessible name. */
  trigger: ReactElement
  actions: readonly (MenuAction | null)[]
  align?: 'start' | 'end'
}) {
  const container = usePopupContainer()
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
    if (button.current)
      setMenuActions(button.current, () =>
        latest.current
          .filter((action) => action !== null && action.disabled !== true)
          .map((action) => action as MenuAction),
      )
  })
  return (
    <Base.Root>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal container={container}>
        <Base.Positioner sideOffset={4} align={align} className="z-40">
          <Base.Popup className="popup min-w-44 p-1">
            {actions.map((action, index) =>
              action === null ? (
                <Base.Separator
                  // The index can be the key of a separator.
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above
                  key={index}
                  className="-mx-1 my-1 h-px bg-line"
                />
              ) : (
                <Base.Item
                  key={action.id ?? action.label}
                  disabled={action.disabled}
                  onClick={action.onSelect}
                  className={`flex h-7 cursor-default items-center gap-2 rounded-sm px-2 text-sm outline-none select-none data-highlighted:bg-highlight data-disabled:opacity-50 ${action.dangerous ? 'text-bad' : ''}`}
                >
                  {action.icon && <span className="text-ink-faint">{action.icon}</span>}
                  <span className="flex-1">{action.label}</span>
                  {action.keys && <Kbd keys={action.keys} />}
                </Base.Item>
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
