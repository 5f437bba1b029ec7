import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type EvidenceMode, type EvidenceState, findingKinds } from '../../../src-shared/evidence/model.ts'
import { evidenceModeWords } from '../../../src-shared/workspace/setting-words.ts'
import { rpc } from '../../rpc/client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { wholeNumber } from '../../ui/text/words.ts'

const modes: Record<EvidenceMode, { label: string; meaning: string }> = {
  off: { label: evidenceModeWords.off, meaning: t`No picture is read.` },
  'on-demand': {
    label: evidenceModeWords['on-demand'],
    meaning: t`Pictures are read when you start the picture check.`,
  },
  background: {
    label: evidenceModeWords.background,
    meaning: t`New pictures are also read by themselves, half a minute after the last change.`,
  },
}

/** The settings of the picture check: when pictures are read, and deleting what was read. */
export function EvidencePanel() {
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const query = useQuery(rpc.evidence.state.queryOptions())
  const state = query.data
  const onSuccess = (next: EvidenceState) => void queries.setQueryData(rpc.evidence.state.queryKey(), next)
  const setMode = useMutation(
    rpc.evidence.setMode.mutationOptions({
      onSuccess,
      onError: (error) => toast.failed(t`The choice was not saved`, error),
    }),
  )
  const clear = useMutation(
    rpc.evidence.clear.mutationOptions({
      onSuccess(next) {
        onSuccess(next)
        setAsking(false)
        toast.done(t`What was read in pictures is deleted`)
      },
      onError: (error) => toast.failed(t`Nothing was deleted`, error),
    }),
  )
  // As high as the panel, so that those below do not move.
  if (!state) return query.isError ? null : <Skeleton className="h-48 rounded-lg" />
  const { mode, read, pictures, counts } = state
  const found = findingKinds.reduce((sum, kind) => sum + counts[kind], 0)
  return (
    <Panel
      title={t`Picture check`}
      description={t`Reads what the pictures show, and compares it with the records. Everything happens on this computer.`}
      actions={
        <ButtonLink size="small" href="/evidence">
          <Trans>Open the picture check</Trans>
        </ButtonLink>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-1.5">
          <Segmented
            label={t`Read pictures`}
            value={mode}
            disabled={setMode.isPending}
            onValueChange={(next) => setMode.mutate({ mode: next })}
            options={(Object.keys(modes) as EvidenceMode[]).map((value) => ({
              value,
              label: modes[value].label,
            }))}
          />
          <p className="text-xs text-ink-faint">{modes[mode].meaning}</p>
        </div>
        <div className="flex items-center justify-between gap-4 text-sm">
          <p className="min-w-0 text-ink-soft">
            {t`${wholeNumber(read)} of ${plural(pictures, { one: '# picture', other: '# pictures' })} read`}
          </p>
          <Button size="small" variant="danger" disabled={read === 0} onClick={() => setAsking(true)}>
            <Trans>Delete what was read…</Trans>
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t`Delete what was read in pictures?`}
        description={t`The readings of ${plural(read, { one: '# picture', other: '# pictures' })} and ${plural(found, { one: '# finding', other: '# findings' })} are deleted; reading all pictures again takes a while. Pictures and records stay, and dismissed findings stay dismissed.`}
        confirmLabel={t`Delete`}
        dangerous
        busy={clear.isPending}
        onConfirm={() => clear.mutate(undefined)}
      />
    </Panel>
  )
}
