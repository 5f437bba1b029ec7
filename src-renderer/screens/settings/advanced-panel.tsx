import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { WorkspaceState } from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Switch } from '../../ui/inputs/checkbox.tsx'
import { Folded } from '../../ui/layout/folded.tsx'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Panel, Section } from '../../ui/layout/panel.tsx'
import { FeedSizeForm } from './feed-size.tsx'
import { ResetSection } from './find/reset-section.tsx'
import { useWorkspaceChange } from './use-workspace-change.ts'

/** Settings for programs and administrators, collapsed because most people never need them. */
export function AdvancedPanel({ workspace: { connection, localApi } }: { workspace: WorkspaceState }) {
  // Open at first if the local API could not start, so that the reason is visible.
  const [isOpen, setOpen] = useState(localApi.reason !== undefined)
  return (
    <Panel near={t`API, port, size of feeds, namespace`}>
      <Folded
        title={t`Advanced`}
        summary={connection ? t`Local API, size of feeds, namespace` : t`Local API`}
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        <div className="flex flex-col gap-5 pt-4">
          <div className="flex justify-end">
            <ResetSection section="advanced" title={t`Advanced`} />
          </div>
          <LocalApiSection localApi={localApi} />
          {connection && (
            <>
              <FeedSizeForm
                key={`${connection.feedSize.items} ${connection.feedSize.bytes}`}
                size={connection.feedSize}
              />
              <KeyValue entries={[{ label: t`Namespace base`, value: connection.namespaceBase }]} />
            </>
          )}
        </div>
      </Folded>
    </Panel>
  )
}

/** The switch of the local API. All other options are on its own screen. */
function LocalApiSection({ localApi }: { localApi: WorkspaceState['localApi'] }) {
  const change = useWorkspaceChange(t`The local API could not be switched`)
  const set = useMutation(rpc.workspace.setLocalApi.mutationOptions({ onSuccess: change.onSuccess }))
  return (
    <Section
      title={t`Local API`}
      description={t`Lets other programs on this computer read the catalog and hand in feeds.`}
      actions={
        <ButtonLink size="small" href="/local-api">
          <Trans>Open Local API</Trans>
        </ButtonLink>
      }
    >
      <div className="flex flex-col gap-4">
        <Switch
          label={t`Local API running`}
          help={
            localApi.running && localApi.address
              ? t`At ${localApi.address}, for programs on this computer only.`
              : t`Address, users and everything else are on its own screen.`
          }
          checked={localApi.running}
          disabled={set.isPending}
          onCheckedChange={(running) => set.mutate({ running })}
        />
        {set.error ? (
          <Notice tone="bad">{errorMessage(set.error)}</Notice>
        ) : (
          localApi.reason && <Notice tone="warn">{localApi.reason}</Notice>
        )}
      </div>
    </Section>
  )
}
