import { desktop } from '../rpc/desktop.ts'
import { showAccent } from '../ui/accent/accent.ts'

/** Follows the accent colour that the desktop window reports. In a browser the app keeps its own. */
export function followAccent(): void {
  // A host that is closing, or does not report a colour, changes nothing.
  const update = () => void desktop?.accentColor?.().then(showAccent, () => {})
  update()
  desktop?.onAccent?.(update)
}
