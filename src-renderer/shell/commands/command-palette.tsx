import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Package, Search } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'wouter'
import type { CatalogRow } from '../../../src-shared/catalog/model.ts'
import { rpc } from '../../rpc/client.ts'
import { returnTarget } from '../../ui/overlays/last-focus.ts'
import { Kbd } from '../../ui/text/keys.tsx'
import { printedKeys } from '../../ui/text/strokes.ts'
import { type Command, commandsNow, useCommandGroups } from './command-registry.ts'
import { useKeyBindings } from './key-bindings.ts'
import { rankGroups, rankItems } from './rank.ts'
import { screenActions } from './screen-actions.ts'

interface CommandPaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A search field for items, screens and actions. */
export function CommandPalette({ open, onOpenChange }: CommandPaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-shade transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          aria-label={t`Search or go to`}
          finalFocus={() => returnTarget() ?? true}
          className="popup fixed top-[12vh] left-1/2 z-30 flex w-[36rem] max-w-[calc(100vw-4rem)] -translate-x-1/2 flex-col overflow-hidden rounded-xl!"
        >
          <PaletteBody close={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** `requestedRows` are fetched and ranked by name; the best `shownRows` are listed. */
const requestedRows = 100
const shownRows = 12
const searchFor = (text: string) =>
  rpc.catalog.search.queryOptions({ input: { text, offset: 0, limit: requestedRows } })

interface ShownGroup {
  id: string
  label: string
  items: Command[]
}

function PaletteBody({ close }: { close: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  // The dialog moves the focus one frame later, and the next letter may be typed before.
  useLayoutEffect(() => field.current?.focus(), [])
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const words = useDeferredValue(text.trim())
  const offered = useCommandGroups()
  const { keysOf } = useKeyBindings()
  const [onScreen] = useState(() => screenActions(commandsNow().map(({ label }) => label)))
  const found = useQuery({
    ...searchFor(words),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  const queries = useQueryClient()
  const rows = words === '' ? [] : rankItems(found.data?.rows ?? [], words).slice(0, shownRows)
  const openItem = (row: CatalogRow): Command => ({
    id: `item-${row.id}`,
    label: row.name || t`No name`,
    detail: [row.brand, row.code].filter(Boolean).join(' · '),
    icon: <Package className="size-4" />,
    run: () => navigate(`/catalog/${encodeURIComponent(row.id)}`),
  })
  // Commands are listed first: they are known at once, so no row moves when the items arrive.
  const commandGroups = [...offered, { id: 'screen', label: t`On this screen`, items: onScreen }]
  const groups: ShownGroup[] = [
    ...rankGroups(commandGroups, words),
    { id: 'found', label: t`Items`, items: rows.map(openItem) },
  ].filter((group) => group.items.length > 0)

  const run = (command: Command) => {
    close()
    command.run()
  }

  /**
   * The current text, which the list may not show yet, and whether a row was highlighted with the arrow keys
   * since.
   */
  const latest = useRef({ text: '', isPointed: false, isRunning: false })
  const isOutdated = words !== text.trim() || found.isPlaceholderData || (words !== '' && found.isPending)
  /**
   * Runs the best match for the typed text, as a scanner expects, instead of the row of the outdated list.
   */
  async function runFirst(): Promise<void> {
    const typed = text.trim()
    const [command] = rankGroups(commandGroups, typed).flatMap(({ items }) => items)
    if (command) return run(command)
    // The list reports the error of the same query.
    const answer = await queries.fetchQuery(searchFor(typed)).catch(() => undefined)
    const [row] = rankItems(answer?.rows ?? [], typed)
    if (row && latest.current.text.trim() === typed) run(openItem(row))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') latest.current.isPointed = true
    if (event.key !== 'Enter' || !isOutdated || latest.current.isPointed || text.trim() === '') return
    event.preventDefault()
    event.stopPropagation()
    // A scanner may send Enter twice.
    if (!latest.current.isRunning) void runFirst()
    latest.current.isRunning = true
  }
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={text}
      onValueChange={(next) => {
        latest.current = { text: next, isPointed: false, isRunning: false }
        setText(next)
      }}
      itemToStringValue={(command: Command) => command.label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex h-12 items-center gap-3 border-b border-line px-4">
        <Search className="size-4 shrink-0 text-ink-faint" aria-hidden />
        <Autocomplete.Input
          ref={field}
          aria-label={t`Search or go to`}
          onKeyDownCapture={onKeyDown}
          placeholder={t`Search items, screens and commands`}
          className="h-full flex-1 bg-transparent text-base outline-none"
        />
      </div>
      <Autocomplete.Empty className="px-4 py-6 text-center text-sm text-ink-faint empty:hidden">
        <Trans>Nothing matches “{text}”.</Trans>
      </Autocomplete.Empty>
      <Autocomplete.List className="max-h-[min(26rem,60vh)] scroll-py-2 overflow-y-auto p-2 empty:hidden">
        {(group: ShownGroup) => (
          <Autocomplete.Group key={group.id} items={group.items} className="mb-2 last:mb-0">
            <Autocomplete.GroupLabel className="px-2 py-1 text-xs font-medium text-ink-faint">
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.id}
                  value={command}
                  onClick={() => run(command)}
                  className="flex min-h-8 cursor-default items-center gap-2.5 rounded-md px-2 text-sm outline-none select-none data-highlighted:bg-highlight"
                >
                  <PaletteIcon>{command.icon}</PaletteIcon>
                  <span className="min-w-0 flex-1 truncate">{command.label}</span>
                  {command.detail && (
                    <span className="truncate text-xs text-ink-faint">{command.detail}</span>
                  )}
                  {keysOf(command) !== '' && <Kbd keys={printedKeys(keysOf(command))} />}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

const PaletteIcon = ({ children }: { children: ReactNode }) => (
  <span className="flex size-5 shrink-0 items-center justify-center text-ink-faint" aria-hidden>
    {children}
  </span>
)
