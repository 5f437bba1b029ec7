import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, useState } from 'react'
import type { Command } from '../../shell/commands/command-registry.ts'
import { useKeyBindings } from '../../shell/commands/key-bindings.ts'
import { fixedGroups, useCommandsWithKeys } from '../../shell/commands/shortcuts.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Kbd, printedKey } from '../../ui/text/keys.tsx'
import { areInConflict, printedKeys, strokeOf, worksInFields } from '../../ui/text/strokes.ts'

type KeyedCommand = Omit<Command, 'run'>

/** The keys of every command, which a person can change. A conflict is shown at both commands. */
export function KeysPanel() {
  const groups = useCommandsWithKeys()
  const { keysOf, isChosen, reset } = useKeyBindings()
  const all = groups.flatMap(({ items }) => items)
  const conflictsOf = (command: KeyedCommand): string[] => [
    ...all
      .filter((other) => other.id !== command.id && areInConflict(keysOf(other), keysOf(command)))
      .map(({ label }) => `“${label}”`),
    ...fixedGroups.flatMap(({ title, shortcuts }) =>
      shortcuts
        .filter(({ keys }) => keys.map(printedKey).join(' ') === printedKeys(keysOf(command)).join(' '))
        .map(({ does }) => t`“${does}” in ${title}`),
    ),
  ]
  return (
    <div id="keys">
      <Panel
        title={t`Keys`}
        near={t`shortcuts, hotkeys, keyboard`}
        description={t`Keyboard shortcuts of the commands. Keys without Ctrl or Alt do nothing while you type.`}
        actions={
          <Button size="small" disabled={!all.some(isChosen)} onClick={() => reset()}>
            <Trans>Reset all</Trans>
          </Button>
        }
      >
        <div className="flex flex-col gap-5">
          {groups.map(({ label, items }) => (
            // Not a landmark, because a panel of the settings may have the same name as a group.
            <div key={label}>
              <h3 className="mb-2 text-xs font-semibold text-ink-soft">{label}</h3>
              <ul className="flex flex-col">
                {items.map((command) => (
                  <KeyRow key={command.id} command={command} conflicts={conflictsOf(command)} />
                ))}
              </ul>
            </div>
          ))}
        </div>
      </Panel>
    </div>
  )
}

function KeyRow({ command, conflicts }: { command: KeyedCommand; conflicts: readonly string[] }) {
  const { keysOf, isChosen, choose, reset } = useKeyBindings()
  const [strokes, setStrokes] = useState<readonly string[]>()
  const keys = keysOf(command)
  const save = (chosen: readonly string[]) => {
    choose(command, chosen.join(' '))
    setStrokes(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!strokes || event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return setStrokes(undefined)
    if (event.key === 'Enter') return strokes.length > 0 ? save(strokes) : setStrokes(undefined)
    const stroke = strokeOf(event)
    if (stroke === undefined) return
    const next = [...strokes, stroke]
    if (next.length === 2 || worksInFields(stroke)) save(next)
    else setStrokes(next)
  }
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line py-1 last:border-0">
      <span className="min-w-40 flex-1">
        {command.label}
        {conflicts.length > 0 && (
          <span role="alert" className="block text-xs text-bad">
            <Trans>The same keys are those of {conflicts.join(', ')}.</Trans>
          </span>
        )}
      </span>
      {strokes ? (
        <span role="status" className="text-xs text-ink-soft">
          {strokes.length > 0 ? (
            <>
              <Kbd keys={printedKeys(strokes.join(' '))} /> <Trans>then another, or Enter</Trans>
            </>
          ) : (
            t`Press the keys; Esc leaves`
          )}
        </span>
      ) : keys === '' ? (
        <span className="text-xs text-ink-faint">
          <Trans>none</Trans>
        </span>
      ) : (
        <Kbd keys={printedKeys(keys)} />
      )}
      <span className="flex gap-1">
        <Button
          size="small"
          aria-label={t`Change the keys of ${command.label}`}
          aria-pressed={strokes !== undefined}
          onKeyDown={onKeyDown}
          onBlur={() => setStrokes(undefined)}
          onClick={() => setStrokes([])}
        >
          <Trans>Change</Trans>
        </Button>
        {keys !== '' && (
          <Button
            size="small"
            variant="ghost"
            aria-label={t`Remove the keys of ${command.label}`}
            onClick={() => choose(command, '')}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
        {isChosen(command) && (
          <Button
            size="small"
            variant="ghost"
            aria-label={t`Reset the keys of ${command.label}`}
            onClick={() => reset(command)}
          >
            <Trans>Reset</Trans>
          </Button>
        )}
      </span>
    </li>
  )
}
