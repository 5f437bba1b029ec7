import {
  Boxes,
  Cable,
  FilePenLine,
  Gauge,
  type LucideIcon,
  RefreshCw,
  Send,
  Settings,
  Upload,
} from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { commandKey, isCovered, isTyping, Kbd } from '../ui/keys.tsx'
import { Section } from '../ui/panel.tsx'
import { ScrollRegion } from '../ui/scroll-region.tsx'
import { printedKeys, strokeOf, worksInFields } from '../ui/strokes.ts'
import { type Command, commandsNow, useCommandGroups } from './command-registry.ts'
import { useKeyBindings } from './key-bindings.ts'

export interface Destination {
  path: string
  label: string
  icon: LucideIcon
  /** The second key of its shortcut: G, then this key. */
  key: string
}

/** Opens the palette, also from under a dialog. */
export const paletteKeys = 'Mod+K'

/** The screens of the rail, in its order. */
export const destinations: readonly Destination[] = [
  { path: '/quality', label: 'Quality', icon: Gauge, key: 'Q' },
  { path: '/catalog', label: 'Catalog', icon: Boxes, key: 'C' },
  { path: '/feeds', label: 'Feeds', icon: FilePenLine, key: 'F' },
  { path: '/outbox', label: 'Outbox', icon: Send, key: 'O' },
  { path: '/sync', label: 'Sync', icon: RefreshCw, key: 'S' },
  { path: '/import', label: 'Import', icon: Upload, key: 'I' },
  { path: '/local-api', label: 'Local API', icon: Cable, key: 'A' },
  { path: '/settings', label: 'Settings', icon: Settings, key: 'E' },
]

/** The ways from one item of a result to the next: offered by the catalog, to be chosen and read about everywhere. */
export const itemSteps = {
  next: {
    id: 'next-item',
    label: 'Next item',
    words: 'forward down following browse',
    keys: 'J',
  },
  previous: {
    id: 'previous-item',
    label: 'Previous item',
    words: 'back up before browse',
    keys: 'K',
  },
} as const satisfies Record<string, Omit<Command, 'run'>>

/** Commands of single screens that have keys, also while another screen is shown. */
const screenCommands = [{ label: 'Items', items: [itemSteps.next, itemSteps.previous] }]

/** The commands of now, then those of other screens that have keys. */
export function useCommandsWithKeys(): readonly {
  label: string
  items: readonly Omit<Command, 'run'>[]
}[] {
  const groups = useCommandGroups()
  const offered = new Set(groups.flatMap(({ items }) => items.map(({ id }) => id)))
  return [
    ...groups,
    ...screenCommands
      .map(({ label, items }) => ({ label, items: items.filter(({ id }) => !offered.has(id)) }))
      .filter(({ items }) => items.length > 0),
  ]
}

/** Milliseconds in which the second key of "G, then C" must follow. */
const sequenceMilliseconds = 1200

/** Runs the command whose keys are pressed. While a person types, only those with Ctrl, Cmd, Alt or F1 to F12 work. */
export function useShortcuts(): void {
  const { keysOf } = useKeyBindings()
  const begun = useRef({ strokes: '', at: 0 })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const stroke = strokeOf(event)
    if (event.defaultPrevented || stroke === undefined) return
    if (isTyping(event.target) && !worksInFields(stroke)) return
    if (isCovered() && stroke !== paletteKeys) return
    const { strokes, at } = begun.current
    const isGoingOn = strokes !== '' && event.timeStamp - at < sequenceMilliseconds
    const pressed = isGoingOn ? [`${strokes} ${stroke}`, stroke] : [stroke]
    begun.current = { strokes: '', at: 0 }
    const commands = commandsNow()
    for (const keys of pressed) {
      const command = commands.find((one) => keysOf(one) === keys)
      if (command) {
        event.preventDefault()
        command.run()
        return
      }
    }
    if (commands.some((one) => keysOf(one).startsWith(`${stroke} `)))
      begun.current = { strokes: stroke, at: event.timeStamp }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/** Keys of single screens, which cannot be chosen: those of lists and grids as people know them from elsewhere. */
export const fixedGroups = [
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
    title: 'Product sheet',
    shortcuts: [
      { keys: ['↑', '↓'], does: 'Go from field to field to copy one' },
      { keys: ['Enter'], does: 'Copy the field' },
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
]

export function ShortcutsDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { keysOf } = useKeyBindings()
  const chosen = useCommandsWithKeys().map(({ label, items }) => ({
    title: label,
    shortcuts: items
      .map((command) => ({ keys: printedKeys(keysOf(command)), does: command.label }))
      .filter(({ keys }) => keys.length > 0),
  }))
  const groups = [...chosen, ...fixedGroups].filter(({ shortcuts }) => shortcuts.length > 0)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keyboard shortcuts"
      actions={
        <ButtonLink href="/settings#keys" onClick={() => onOpenChange(false)}>
          Change keys…
        </ButtonLink>
      }
    >
      <ScrollRegion aria-label="Keys" role="group" className="-mx-2 max-h-[60vh] px-2">
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
      </ScrollRegion>
    </Dialog>
  )
}
