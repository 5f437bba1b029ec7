import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import type { DesktopBridge } from '../../../src-shared/desktop-bridge.ts'
import { rowSelector } from './use-row-commands.ts'

/** Elements with a context menu of the window. */
const leftToWindow = 'a, img, input, textarea, [contenteditable]'

/** The address that the row under the pointer opens; undefined where the window has its own menu. */
function addressAt(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element) || target.closest(leftToWindow)) return undefined
  if (getSelection()?.toString().trim()) return undefined
  return target.closest(`main ${rowSelector}`)?.querySelector('a[href]')?.getAttribute('href') ?? undefined
}

/** Opens a menu of the system for a row that is clicked with the right button. */
export function useRowMenu({ chooseFromMenu, openItem }: DesktopBridge): void {
  const [, navigate] = useLocation()
  const onContextMenu = useEffectEvent((event: MouseEvent) => {
    const address = addressAt(event.target)
    if (event.defaultPrevented || !address?.startsWith('/')) return
    event.preventDefault()
    const item = /^\/catalog\/([^/?#]+)/.exec(address)?.[1]
    const actions = [
      { label: t`Open`, run: () => navigate(address) },
      ...(item === undefined
        ? []
        : [{ label: t`Open in new window`, run: () => void openItem(decodeURIComponent(item)) }]),
    ]
    void chooseFromMenu(actions.map(({ label }) => label)).then((chosen) => {
      if (chosen !== undefined) actions[chosen]?.run()
    })
  })
  useEffect(() => {
    const listener = (event: MouseEvent) => onContextMenu(event)
    window.addEventListener('contextmenu', listener)
    return () => window.removeEventListener('contextmenu', listener)
  }, [])
}
