import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { DatabaseSpace } from '../../../../src-shared/workspace/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx'
import { byteSize } from '../../../ui/text/words.ts'

/** Says how much space the database can return and what that needs, before it is reclaimed. */
export function ReclaimDialog(dialog: {
  open: boolean
  onOpenChange(open: boolean): void
  onConfirm(): void
}) {
  const { data: space, error } = useQuery(
    rpc.upkeep.space.queryOptions({ enabled: dialog.open, staleTime: 0, gcTime: 0 }),
  )
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Reclaim space?`}
      description={error ? error.message : space ? words(space) : t`Measuring the database…`}
      confirmLabel={t`Reclaim`}
    />
  )
}

function words({ file, free, needed, inSteps }: DatabaseSpace): string {
  if (free === 0)
    return t`The database takes ${byteSize(file)} and has no free space to return to the system.`
  const sizes = t`${byteSize(free)} of the ${byteSize(file)} of the database are free and can be returned to the system. Nothing of the catalog changes. The work needs ${byteSize(needed)} of free space on the disk for a time.`
  if (inSteps) return sizes
  return `${sizes} ${t`An earlier version of the program made this database, so it is written again as a whole this time: what you change meanwhile is saved when that is done, and it cannot be stopped.`}`
}
