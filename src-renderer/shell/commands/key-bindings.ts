import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client, rpc } from '../../rpc/client.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import type { Command } from './command-registry.ts'

interface KeyBindings {
  /** The keys of a command: chosen by the person, or else its default; '' if it has none. */
  keysOf: (command: Pick<Command, 'id' | 'keys'>) => string
  /** Whether the person has chosen keys for this command. */
  isChosen: (command: Pick<Command, 'id'>) => boolean
  choose: (command: Pick<Command, 'id'>, keys: string) => void
  /** Restores the default keys of one command, or of all. */
  reset: (command?: Pick<Command, 'id'>) => void
}

const none: Record<string, string> = {}

/** The key bindings of the commands, stored on this computer. */
export function useKeyBindings(): KeyBindings {
  const queries = useQueryClient()
  const { data } = useQuery(rpc.computer.settings.queryOptions())
  const chosen = data?.shortcuts ?? none
  const save = (shortcuts: Record<string, string>) => {
    const key = rpc.computer.settings.queryKey()
    queries.setQueryData(key, (known) => known && { ...known, shortcuts })
    client.computer
      .setSettings({ shortcuts })
      .then((saved) => queries.setQueryData(key, saved))
      .catch((error: unknown) => toast.failed(t`The keys are for this window only`, error))
  }
  return {
    keysOf: ({ id, keys = '' }) => chosen[id] ?? keys,
    isChosen: ({ id }) => chosen[id] !== undefined,
    choose: ({ id }, keys) => save({ ...chosen, [id]: keys }),
    reset: (command) =>
      save(command ? Object.fromEntries(Object.entries(chosen).filter(([id]) => id !== command.id)) : {}),
  }
}
