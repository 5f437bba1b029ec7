import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WorkspaceList } from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { desktop } from '../../rpc/desktop.ts'
import { useHandover } from '../../rpc/handover.ts'
import { Mark } from '../../shell/mark.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { useTitle } from '../../ui/layout/page-header.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { archiveFromOutside, useArchiveOpenings, useDroppedArchive } from './archive-from-outside.ts'
import { CreateDialog, OpenDialog } from './folder-dialogs.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { WorkspaceTable } from './workspace-table.tsx'

/** Shown if no workspace could be opened: the cause, and the possible actions. */
export function NoWorkspaceScreen({ trouble }: { trouble: NonNullable<WorkspaceList['trouble']> }) {
  useTitle(t`Not opened`)
  const [dialog, setDialog] = useState<'create' | 'open' | 'restore'>()
  const [archive, setArchive] = useState<string>()
  useArchiveOpenings()
  useHandover(archiveFromOutside, setArchive)
  useDroppedArchive(setArchive)
  const list = useQuery(rpc.workspaces.list.queryOptions())
  const retry = useMutation(rpc.workspaces.open.mutationOptions({ onError: () => void list.refetch() }))
  const others = list.data?.workspaces.filter(({ directory }) => directory !== trouble.directory) ?? []
  return (
    <main className="flex h-full flex-col items-center overflow-y-auto px-6 py-10">
      <div className="my-auto flex w-full max-w-3xl flex-col gap-5">
        <header>
          <span className="mb-5 block w-fit origin-left scale-150">
            <Mark />
          </span>
          <h1 className="text-2xl font-semibold tracking-tight">
            <Trans>{trouble.name} could not be opened</Trans>
          </h1>
          <p className="mt-1 font-mono text-xs break-all text-ink-faint">{trouble.directory}</p>
        </header>
        <Notice
          tone="bad"
          title={trouble.message}
          actions={
            <Button
              size="small"
              busy={retry.isPending || retry.isSuccess}
              onClick={() => retry.mutate({ directory: trouble.directory })}
            >
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <Trans>What is in the folder was not changed.</Trans>
        </Notice>
        {others.length > 0 && (
          <Panel title={t`Other workspaces`} flush>
            <WorkspaceTable workspaces={others} />
          </Panel>
        )}
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setDialog('open')}>
            <Trans>Open a folder…</Trans>
          </Button>
          <Button onClick={() => setDialog('create')}>
            <Trans>New workspace…</Trans>
          </Button>
          <Button onClick={() => setDialog('restore')}>
            <Trans>Restore a backup…</Trans>
          </Button>
          {desktop && !desktop.isSafeMode && (
            <Button onClick={() => void desktop?.restart('safe')}>
              <Trans>Restart in safe mode</Trans>
            </Button>
          )}
        </div>
      </div>
      <CreateDialog
        open={dialog === 'create'}
        onClose={() => setDialog(undefined)}
        home={list.data?.home ?? ''}
      />
      <OpenDialog open={dialog === 'open'} onClose={() => setDialog(undefined)} />
      <RestoreDialog
        open={dialog === 'restore' || archive !== undefined}
        backup={archive}
        onClose={() => {
          setDialog(undefined)
          setArchive(undefined)
        }}
      />
    </main>
  )
}
