import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NameKind } from '../../../../src-shared/import/names.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'

/** Number of choices remembered from earlier files, and a button that forgets them. */
export function RememberedNames({ kind }: { kind: NameKind }) {
  const [isAsking, setAsking] = useState(false)
  const decided = useQuery(rpc.names.decided.queryOptions({ input: { kind } }))
  const forget = useMutation(
    rpc.names.forget.mutationOptions({
      onSuccess: () => setAsking(false),
      onError: (error) => toast.failed(t`The choices are still remembered`, error),
    }),
  )
  const count = decided.data?.count ?? 0
  if (count === 0) return null
  const choices = plural(count, { one: '# choice', other: '# choices' })
  return (
    <div className="flex items-center gap-2 text-xs text-ink-soft">
      <span>
        {plural(count, {
          one: '# choice of earlier files is remembered.',
          other: '# choices of earlier files are remembered.',
        })}
      </span>
      <Button size="small" variant="ghost" onClick={() => setAsking(true)}>
        <Trans>Forget…</Trans>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t`Forget ${choices}?`}
        description={t`Items and drafts stay as they are. The next file asks again. Check this file again to see it without them.`}
        confirmLabel={t`Forget`}
        busy={forget.isPending}
        onConfirm={() => forget.mutate({ kind })}
      />
    </div>
  )
}
