/** The entries of closed menus, by the button that opens them, for the command palette. */

interface MenuAction {
  label: string
  onSelect: () => void
}

const actionsByTrigger = new WeakMap<Element, () => readonly MenuAction[]>()

/** The enabled entries of the menu that a button opens; undefined if it opens none. */
export const menuActionsOf = (trigger: Element): (() => readonly MenuAction[]) | undefined =>
  actionsByTrigger.get(trigger)

export const setMenuActions = (trigger: Element, actions: () => readonly MenuAction[]): void => {
  actionsByTrigger.set(trigger, actions)
}
