/** The keyboard shortcuts of the shell, for component tests of one screen. */
import { useShortcuts } from '../shell/commands/shortcuts.tsx'

export function Shortcuts() {
  useShortcuts()
  return null
}
