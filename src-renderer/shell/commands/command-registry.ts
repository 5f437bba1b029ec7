/**
 * The commands a person can run at the moment. Whatever is on the screen offers its own with `useCommands` while it is
 * there: the shell for every screen, a screen for itself. The palette, the keys and the settings read them here.
 */
import { type ReactNode, useId, useLayoutEffect, useSyncExternalStore } from 'react'

export interface Command {
  /** Stays the same for ever: the keys that a person chose are kept by it. */
  id: string
  label: string
  /** Other words it is looked for by, such as "theme night" for the dark appearance. */
  words?: string
  detail?: string
  icon?: ReactNode
  /** Its keys, unless the person chose others: `G C`, `Mod+K`. */
  keys?: string
  run: () => void
}

interface CommandGroup {
  /** Two groups may have the same label. */
  id: string
  label: string
  items: readonly Command[]
}

const offered = new Map<string, CommandGroup & { place: number }>()
const listeners = new Set<() => void>()
let groups: readonly CommandGroup[] = []

function publish(): void {
  groups = [...offered.values()].sort((one, other) => one.place - other.place)
  for (const listener of listeners) listener()
}

/**
 * Offers commands as long as the component is shown. A component that reads the commands cannot offer any.
 * @param place orders the groups; those of a screen, at 0, stand before those of the shell
 */
export function useCommands(label: string, items: readonly Command[], place = 0): void {
  const id = useId()
  useLayoutEffect(() => {
    offered.set(id, { id, label, items, place })
    publish()
  }, [id, label, items, place])
  useLayoutEffect(
    () => () => {
      offered.delete(id)
      publish()
    },
    [id],
  )
}

/** All commands of now, for an event. */
export const commandsNow = (): readonly Command[] => groups.flatMap(({ items }) => items)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** All commands of now, drawn anew when they change. */
export const useCommandGroups = (): readonly CommandGroup[] => useSyncExternalStore(subscribe, () => groups)
