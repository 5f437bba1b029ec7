/**
 * Registry of the commands that a person can run now. Each component offers its commands with `useCommands`
 * while it is mounted: the shell for all screens, each screen for itself. The palette, the key bindings and
 * the settings read them.
 */
import { type ReactNode, useId, useLayoutEffect, useSyncExternalStore } from 'react'

export interface Command {
  /** Must never change: a person's key bindings are stored by it. */
  id: string
  label: string
  /** Synonyms for the search, such as "theme night" for the dark appearance. */
  words?: string
  detail?: string
  icon?: ReactNode
  /** Default keys: `G C`, `Mod+K`. */
  keys?: string
  run: () => void
}

interface CommandGroup {
  /** Distinguishes groups with the same label. */
  id: string
  label: string
  items: readonly Command[]
  /** Groups of a screen (0) precede those of the shell. */
  order: number
}

const offered = new Map<string, CommandGroup>()
const listeners = new Set<() => void>()
let groups: readonly CommandGroup[] = []

function publish(): void {
  groups = [...offered.values()].sort((one, other) => one.order - other.order)
  for (const listener of listeners) listener()
}

/**
 * Offers commands while the component is mounted. A component that reads the commands cannot offer any.
 * @param order sorts the groups; groups of a screen (0) precede those of the shell
 */
export function useCommands(label: string, items: readonly Command[], order = 0): void {
  const id = useId()
  useLayoutEffect(() => {
    offered.set(id, { id, label, items, order })
    publish()
  }, [id, label, items, order])
  useLayoutEffect(
    () => () => {
      offered.delete(id)
      publish()
    },
    [id],
  )
}

/** All current commands, for event handlers. */
export const commandsNow = (): readonly Command[] => groups.flatMap(({ items }) => items)

/** The order of the groups of the shell. */
export const groupOrders = { go: 1, actions: 2, appearance: 3 }

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** All current command groups; renders again when they change. */
export const useCommandGroups = (): readonly CommandGroup[] => useSyncExternalStore(subscribe, () => groups)
