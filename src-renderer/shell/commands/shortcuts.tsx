import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Boxes,
  Cable,
  FilePenLine,
  Gauge,
  type LucideIcon,
  RefreshCw,
  ScanSearch,
  Send,
  Settings,
  Upload,
} from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/layout/panel.tsx'
import { ScrollRegion } from '../../ui/layout/scroll-region.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { commandKey, hasOpenOverlay, isTyping, Kbd } from '../../ui/text/keys.tsx'
import { printedKeys, strokeOf, worksInFields } from '../../ui/text/strokes.ts'
import { type Command, commandsNow, useCommandGroups } from './command-registry.ts'
import { useKeyBindings } from './key-bindings.ts'
import { mainAction } from './main-action.ts'

export interface Destination {
  path: string
  label: string
  icon: LucideIcon
  /** Second key of its shortcut: G, then this key. */
  key: string
  /** Reached from the advanced settings, the palette and by its keys, but not in the rail. */
  isAdvanced?: boolean
}

/** Keys that open the palette, even while a dialog is open. */
export const paletteKeys = 'Mod+K'

/** The screens, in the order of the navigation rail. */
export const destinations: readonly Destination[] = [
  { path: '/quality', label: t`Quality`, icon: Gauge, key: 'Q' },
  { path: '/catalog', label: t`Catalog`, icon: Boxes, key: 'C' },
  { path: '/evidence', label: t`Picture check`, icon: ScanSearch, key: 'P' },
  { path: '/feeds', label: t`Feeds`, icon: FilePenLine, key: 'F' },
  { path: '/outbox', label: t`Outbox`, icon: Send, key: 'O' },
  { path: '/sync', label: t`Sync`, icon: RefreshCw, key: 'S' },
  { path: '/import', label: t`Import`, icon: Upload, key: 'I' },
  { path: '/local-api', label: t`Local API`, icon: Cable, key: 'A', isAdvanced: true },
  { path: '/settings', label: t`Settings`, icon: Settings, key: 'E' },
]

/**
 * Commands for the items of a list. The catalog and the editor of a draft offer them; their keys can be
 * chosen and are listed on every screen.
 */
export const itemCommands = {
  next: {
    id: 'next-item',
    label: t`Next item`,
    words: t`forward down following browse`,
    keys: 'J',
  },
  previous: {
    id: 'previous-item',
    label: t`Previous item`,
    words: t`back up before browse`,
    keys: 'K',
  },
  select: {
    id: 'select-item',
    label: t`Select the item`,
    words: t`tick check`,
    keys: 'X',
  },
  edit: {
    id: 'edit-item',
    label: t`Edit the item`,
    words: t`change update draft fields`,
    keys: 'E',
  },
} as const satisfies Record<string, Omit<Command, 'run'>>

/** The same commands, with the same keys, for the rows of other tables and lists. */
export const rowCommands = {
  next: { ...itemCommands.next, label: t`Next row` },
  previous: { ...itemCommands.previous, label: t`Previous row` },
  select: { ...itemCommands.select, label: t`Select the row` },
  edit: { ...itemCommands.edit, label: t`Edit the row` },
} as const satisfies Record<string, Omit<Command, 'run'>>

/** Commands of single screens that have keys. They are listed even while another screen is shown. */
const screenCommands = [{ label: t`Items`, items: Object.values(itemCommands) }]

/** A command; without `run` if only another screen offers it. */
type ListedCommand = Omit<Command, 'run'> & Partial<Pick<Command, 'run'>>

/** The current commands, then the commands of other screens that have keys. */
export function useCommandsWithKeys(): readonly {
  label: string
  order: number
  items: readonly ListedCommand[]
}[] {
  const groups = useCommandGroups()
  const offered = new Set(groups.flatMap(({ items }) => items.map(({ id }) => id)))
  const others = screenCommands
    .map(({ label, items }) => ({ label, order: 0, items: items.filter(({ id }) => !offered.has(id)) }))
    .filter(({ items }) => items.length > 0)
  // A group that the screen offers in part is listed once, with the rest of its commands.
  return [
    ...groups.map(({ label, order, items }) => ({
      label,
      order,
      items: [...items, ...(others.find((one) => one.label === label)?.items ?? [])],
    })),
    ...others.filter(({ label }) => groups.every((one) => one.label !== label)),
  ]
}

/** Maximum milliseconds between the two keys of a sequence such as "G, then C". */
const sequenceTimeout = 1200

/**
 * Runs the command whose keys are pressed. While a person types in a field, only keys with Ctrl, Cmd or Alt
 * and F1 to F12 work.
 */
export function useShortcuts(): void {
  const { keysOf } = useKeyBindings()
  const sequence = useRef({ strokes: '', at: 0 })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const stroke = strokeOf(event)
    if (event.defaultPrevented || stroke === undefined) return
    if (isTyping(event.target) && !worksInFields(stroke)) return
    if (hasOpenOverlay() && stroke !== paletteKeys && stroke !== keysOf(mainAction)) return
    const { strokes, at } = sequence.current
    const isSecondKey = strokes !== '' && event.timeStamp - at < sequenceTimeout
    const pressed = isSecondKey ? [`${strokes} ${stroke}`, stroke] : [stroke]
    sequence.current = { strokes: '', at: 0 }
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
      sequence.current = { strokes: stroke, at: event.timeStamp }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/** Keys of single screens that cannot be changed: the usual keys of lists and grids. */
export const fixedGroups = [
  {
    title: t`Catalog`,
    shortcuts: [
      { keys: ['/'], does: t`Search` },
      { keys: [commandKey, '⇧', 'F'], does: t`Show or hide the filters` },
      { keys: ['↑', '↓'], does: t`Move through the items` },
      { keys: ['Enter'], does: t`Open the item` },
      { keys: ['Space'], does: t`Select the item` },
      { keys: ['⇧', '↓'], does: t`Select more of them` },
      { keys: [commandKey, 'A'], does: t`Select everything found` },
      { keys: ['Escape'], does: t`Close the item, clear the selection` },
    ],
  },
  {
    title: t`Product sheet`,
    shortcuts: [
      { keys: ['↑', '↓'], does: t`Go from field to field to copy one` },
      { keys: ['Enter'], does: t`Copy the field` },
    ],
  },
  {
    title: t`Draft`,
    shortcuts: [
      { keys: [commandKey, 'Z'], does: t`Undo` },
      { keys: [commandKey, '⇧', 'Z'], does: t`Redo` },
      { keys: ['⇧', '↓'], does: t`Select more items` },
      { keys: [commandKey, 'A'], does: t`Select all items shown` },
      { keys: ['Delete'], does: t`Remove the selected items` },
    ],
  },
  {
    title: t`Grid of a draft`,
    shortcuts: [
      { keys: ['⇧', '→'], does: t`Select more cells` },
      { keys: [commandKey, 'Space'], does: t`Select the column` },
      { keys: ['F2'], does: t`Edit the cell` },
      { keys: [commandKey, 'D'], does: t`Fill down` },
      { keys: [commandKey, 'V'], does: t`Paste, names for identifiers too` },
      { keys: [commandKey, 'H'], does: t`Find and replace` },
      { keys: [commandKey, 'Enter'], does: t`Open the item in the form` },
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
      title={t`Keyboard shortcuts`}
      actions={
        <ButtonLink href="/settings#keys" onClick={() => onOpenChange(false)}>
          <Trans>Change keys…</Trans>
        </ButtonLink>
      }
    >
      <ScrollRegion aria-label={t`Keys`} role="group" className="-mx-2 -mt-1 max-h-[60vh] px-2 pt-1">
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
