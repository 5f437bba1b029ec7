import { t } from '@lingui/core/macro'
import { useSyncExternalStore } from 'react'
import { type ThemeChoice, themeChoices } from '../../src-shared/workspace/model.ts'
import { client } from '../rpc/client.ts'
import { desktop } from '../rpc/desktop.ts'
import { toast } from './overlays/toast.tsx'

const listeners = new Set<() => void>()
const root = document.documentElement

// The backend writes the choice into the page, so that the page is never drawn in another theme first.
let current: ThemeChoice = themeChoices.find((choice) => choice === root.dataset['theme']) ?? 'system'

/** Shows a theme that is already saved. */
export function showTheme(choice: ThemeChoice): void {
  if (choice === current) return
  current = choice
  if (choice === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = choice
  for (const listener of listeners) listener()
  void desktop?.setTheme(choice)
}

/** Applies the theme immediately and saves it for this computer. */
function chooseTheme(choice: ThemeChoice): void {
  showTheme(choice)
  client.computer
    .setSettings({ theme: choice })
    .catch((error: unknown) => toast.failed(t`The theme is for this window only`, error))
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The chosen theme, and a function that changes it. All components that use it are updated together. */
export function useTheme(): { choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  const choice = useSyncExternalStore(subscribe, () => current)
  return { choice, choose: chooseTheme }
}
