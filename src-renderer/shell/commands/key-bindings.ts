import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client, rpc } from '../../rpc/client.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import type { Command } from './command-registry.ts'

interface KeyBindings {
  /** The keys of a command: those the person chose, else its own; empty when it has none. */
  keysOf: (command: Pick<Command, 'id' | 'keys'>) => string
  /** Whether the person chose keys for this command. */
  isChosen: (command: Pick<Command, 'id'>) => boolean
  choose: (command: Pick<Command, 'id'>, keys: string) => void
  /** Gives one command, or every command, its own keys again. */
  reset: (command?: Pick<Command, 'id'>) => void
}

const none: Record<string, string> = {}

/** The keys of the commands, as they are kept on this computer. */
export function useKeyBindings(): KeyBindings {
  const queries = useQueryClient()
  const { data } = useQuery(rpc.computer.settings.queryOptions())
  const chosen = data?.shortcuts ?? none
  const keep = (shortcuts: Record<string, string>) => {
    const key = rpc.computer.settings.queryKey()
    queries.setQueryData(key, (known) => known && { ...known, shortcuts })
    client.computer
      .setSettings({ shortcuts })
      .then((kept) => queries.setQueryData(key, kept))
      .catch((error: unknown) => toast.failed(t`The keys are for this window only`, error))
  }
  return {
    keysOf: ({ id, keys = '' }) => chosen[id] ?? keys,
    isChosen: ({ id }) => chosen[id] !== undefined,
    choose: ({ id }, keys) => keep({ ...chosen, [id]: keys }),
    reset: (command) =>
      keep(command ? Object.fromEntries(Object.entries(chosen).filter(([id]) => id !== command.id)) : {}),
  }
}
