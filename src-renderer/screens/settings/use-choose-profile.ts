import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { rpc } from '../../rpc/client.ts'
import { toast } from '../../ui/overlays/toast.tsx'

/** Makes a profile the default: the catalog, Quality, items and drafts are then scored by it. */
export function useChooseProfile(): (defaultId: string) => void {
  const choose = useMutation(
    rpc.completeness.choose.mutationOptions({
      onError: (error) => toast.failed(t`The profile could not be chosen`, error),
    }),
  )
  return (defaultId) => choose.mutate({ defaultId })
}
