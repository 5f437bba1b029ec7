import { useQueryClient } from '@tanstack/react-query'
import type { WorkspaceState } from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { toast } from '../../ui/toast.tsx'

/** What follows every change of the workspace: its new state is shown at once, a failure is said. */
export function useWorkspaceChange(failure: string) {
  const queries = useQueryClient()
  return {
    onSuccess: (state: WorkspaceState) => void queries.setQueryData(rpc.workspace.state.queryKey(), state),
    onError: (error: unknown) => void toast.failed(failure, error),
  }
}
