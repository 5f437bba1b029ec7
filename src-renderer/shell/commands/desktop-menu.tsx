import { useEffect, useEffectEvent } from 'react'
import type { ChosenCommand, MenuGroup } from '../../../src-shared/desktop-bridge.ts'
import { desktop } from '../../rpc/desktop.ts'
import { hasOpenOverlay } from '../../ui/text/keys.tsx'
import { printedKeys } from '../../ui/text/strokes.ts'
import { commandsNow, groupOrders } from './command-registry.ts'
import { useKeyBindings } from './key-bindings.ts'
import { mainAction } from './main-action.ts'
import { paletteKeys, useCommandsWithKeys } from './shortcuts.tsx'
import { useRowMenu } from './use-row-menu.ts'

type Bridge = NonNullable<typeof desktop>

/** Shows the commands of the palette in the menu of the app; a browser has no such menu. */
export const DesktopMenu = () => (desktop?.onCommand ? <CommandsInMenu bridge={desktop} /> : null)

const placeOf = (order: number): MenuGroup['place'] =>
  order === groupOrders.go ? 'go' : order === groupOrders.appearance ? 'view' : 'actions'

function CommandsInMenu({ bridge }: { bridge: Bridge }) {
  const { keysOf } = useKeyBindings()
  const groups = useCommandsWithKeys()
    .toSorted((one, other) => one.order - other.order)
    .map(
      ({ label, order, items }): MenuGroup => ({
        place: placeOf(order),
        label,
        commands: items.map((command) => ({
          id: command.id,
          label: command.label,
          keys: keysOf(command),
          printedKeys: printedKeys(keysOf(command)).join(' '),
          isEnabled: command.run !== undefined,
        })),
      }),
    )
  // The commands are offered again whenever a screen renders; the menu changes only with what it shows.
  const shown = JSON.stringify(groups)
  useEffect(() => {
    void bridge.setMenuCommands(JSON.parse(shown))
  }, [bridge, shown])
  useEffect(() => () => void bridge.setMenuCommands([]), [bridge])

  const run = useEffectEvent(({ id, isByKeys }: ChosenCommand) => {
    const command = commandsNow().find((one) => one.id === id)
    if (!command) return
    // As for keys that the page receives itself.
    const worksInDialogs = id === mainAction.id || keysOf(command) === paletteKeys
    if (isByKeys && hasOpenOverlay() && !worksInDialogs) return
    command.run()
  })
  useRowMenu(bridge)
  useEffect(() => bridge.onCommand((chosen) => run(chosen)), [bridge])
  return null
}
