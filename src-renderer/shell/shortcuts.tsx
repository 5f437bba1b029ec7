import { Boxes, Cable, FilePenLine, type LucideIcon, RefreshCw, Send, Settings, Upload } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { commandKey, isCovered, isTyping, Kbd } from '../ui/keys.tsx'
import { Section } from '../ui/panel.tsx'

export interface Destination {
  path: string
  label: string
  icon: LucideIcon
  /** The second key of its shortcut: G, then this key. */
  key: string
}

/** The screens of the rail, in its order. */
export const destinations: readonly Destination[] = [
  { path: '/catalog', label: 'Catalog', icon: Boxes, key: 'C' },
  { path: '/feeds', label: 'Feeds', icon: FilePenLine, key: 'F' },
  { path: '/outbox', label: 'Outbox', icon: Send, key: 'O' },
  { path: '/sync', label: 'Sync', icon: RefreshCw, key: 'S' },
  { path: '/import', label: 'Import', icon: Upload, key: 'I' },
  { path: '/local-api', label: 'Local API', icon: Cable, key: 'A' },
  { path: '/settings', label: 'Settings', icon: Settings, key: 'E' },
]

interface ShortcutActions {
  openPalette: () => void
  openShortcuts: () => void
  navigate: (path: string) => void
}

/** Milliseconds in which the second key of "G, then C" must follow. */
const sequenceMilliseconds = 1200

/** The shortcuts that work on every screen. While a person types, only those with Ctrl or Cmd work. */
export function useShortcuts(actions: ShortcutActions): void {
  const waitingSince = useRef(0)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      actions.openPalette()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isCovered()) return
    const key = event.key.toUpperCase()
    if (event.timeStamp - waitingSince.current < sequenceMilliseconds) {
      waitingSince.current = 0
      const destination = destinations.find((candidate) => candidate.key === key)
      if (destination) {
        event.preventDefault()
        actions.navigate(destination.path)
        return
      }
    }
    if (key === 'G') waitingSince.current = event.timeStamp
    if (event.key === '?') {
      event.preventDefault()
      actions.openShortcuts()
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

const groups = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [commandKey, 'K'], does: 'Search items, go anywhere, do anything' },
      { keys: ['?'], does: 'Show these shortcuts' },
    ],
  },
  {
    title: 'Catalog',
    shortcuts: [
      { keys: ['/'], does: 'Search' },
      { keys: [commandKey, '⇧', 'F'], does: 'Show or hide the filters' },
      { keys: ['↑', '↓'], does: 'Move through the items' },
      { keys: ['Enter'], does: 'Open the item' },
      { keys: ['Space'], does: 'Select the item' },
      { keys: ['⇧', '↓'], does: 'Select more of them' },
      { keys: [commandKey, 'A'], does: 'Select everything found' },
      { keys: ['Esc'], does: 'Close the item, clear the selection' },
    ],
  },
  {
    title: 'Draft',
    shortcuts: [
      { keys: [commandKey, 'Z'], does: 'Undo' },
      { keys: [commandKey, '⇧', 'Z'], does: 'Do again' },
      { keys: ['⇧', '↓'], does: 'Select more items' },
      { keys: [commandKey, 'A'], does: 'Select all items shown' },
      { keys: ['Delete'], does: 'Remove the selected items' },
    ],
  },
  {
    title: 'Grid of a draft',
    shortcuts: [
      { keys: ['⇧', '→'], does: 'Select more cells' },
      { keys: [commandKey, 'Space'], does: 'Select the column' },
      { keys: ['F2'], does: 'Edit the cell' },
      { keys: [commandKey, 'D'], does: 'Fill down' },
      { keys: [commandKey, 'V'], does: 'Paste, names for identifiers too' },
      { keys: [commandKey, 'H'], does: 'Find and replace' },
      { keys: [commandKey, 'Enter'], does: 'Open the item in the form' },
    ],
  },
  { title: 'Go to', shortcuts: destinations.map(({ key, label }) => ({ keys: ['G', key], does: label })) },
]

export function ShortcutsDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <div className="columns-2 gap-8">
        {groups.map((group) => (
          <Section key={group.title} title={group.title} className="mb-5 break-inside-avoid">
            <dl>
              {group.shortcuts.map(({ keys, does }) => (
                <div key={does} className="flex items-center justify-between gap-4 py-1">
                  <dt>{does}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </Section>
        ))}
      </div>
    </Dialog>
  )
}
