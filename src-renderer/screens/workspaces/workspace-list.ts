import { plural, t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BackupContents } from '../../../src-shared/backup/model.ts'
import type { WorkspaceList, WorkspaceRole } from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { toast } from '../../ui/overlays/toast.tsx'

/**
 * Mutation options for every change of the list: store the new list in the query cache, and show errors as
 * toasts.
 */
export function useWorkspaceList(failure: string, onDone?: () => void) {
  const queries = useQueryClient()
  return {
    onSuccess: (list: WorkspaceList) => {
      queries.setQueryData(rpc.workspaces.list.queryKey(), list)
      onDone?.()
    },
    onError: (error: unknown) => void toast.failed(failure, error),
  }
}

/** Opens another workspace; rpc/changes.ts then reloads the page. */
export const useOpenWorkspace = () =>
  useMutation(
    rpc.workspaces.open.mutationOptions({
      onError: (error) => void toast.failed(t`The workspace was not opened`, error),
    }),
  )

export const roleWords: Record<WorkspaceRole, string> = {
  new: t`Not set up yet`,
  connected: t`Connected`,
  sandbox: t`Sandbox`,
}

/** For example `282 items, 3 drafts, 1 feed, 846 pictures`. */
export const contentWords = ({ items, drafts, feeds, pictures }: BackupContents): string =>
  [
    plural(items, { one: '# item', other: '# items' }),
    plural(drafts, { one: '# draft', other: '# drafts' }),
    plural(feeds, { one: '# feed', other: '# feeds' }),
    plural(pictures, { one: '# picture', other: '# pictures' }),
  ].join(', ')
