/**
 * The workspaces on this computer, each a catalog in its own folder, and the backups of the open workspace.
 */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FolderOpen, Plus } from 'lucide-react'
import { useState } from 'react'
import { rpc } from '../../rpc/client.ts'
import { useCommands } from '../../shell/commands/command-registry.ts'
import { Button } from '../../ui/button.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { BackupPanel } from './backup-panel.tsx'
import { CreateDialog, OpenDialog } from './folder-dialogs.tsx'
import { WorkspaceTable } from './workspace-table.tsx'

export function WorkspacesScreen() {
  const [dialog, setDialog] = useState<'create' | 'open'>()
  const list = useQuery(rpc.workspaces.list.queryOptions())
  useCommands(t`Workspaces`, [
    {
      id: 'new-workspace',
      label: t`New workspace…`,
      words: t`catalog create`,
      run: () => setDialog('create'),
    },
    {
      id: 'open-workspace',
      label: t`Open a folder…`,
      words: t`workspace copy`,
      run: () => setDialog('open'),
    },
  ])
  if (list.isError && !list.data)
    return (
      <ErrorState
        title={t`The workspaces cannot be listed`}
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    )
  const current = list.data?.workspaces.find(({ open }) => open)
  return (
    <Page
      header={
        <PageHeader
          title={t`Workspaces`}
          description={t`Each is a catalog in a folder of its own.`}
          actions={
            <>
              <Button icon={<FolderOpen className="size-4" aria-hidden />} onClick={() => setDialog('open')}>
                <Trans>Open a folder…</Trans>
              </Button>
              <Button
                variant="primary"
                icon={<Plus className="size-4" aria-hidden />}
                onClick={() => setDialog('create')}
              >
                <Trans>New workspace…</Trans>
              </Button>
            </>
          }
        />
      }
    >
      <Panel
        title={t`On this computer`}
        description={t`To take one to another computer, archive it as one file or make a backup. Passwords stay on this computer.`}
        flush
      >
        {list.data ? <WorkspaceTable workspaces={list.data.workspaces} /> : <Skeleton className="m-4 h-24" />}
      </Panel>
      {current && <BackupPanel name={current.name} />}
      <CreateDialog
        open={dialog === 'create'}
        onClose={() => setDialog(undefined)}
        home={list.data?.home ?? ''}
      />
      <OpenDialog open={dialog === 'open'} onClose={() => setDialog(undefined)} />
    </Page>
  )
}
