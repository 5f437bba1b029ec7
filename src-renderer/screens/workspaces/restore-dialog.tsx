import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FileArchive } from 'lucide-react'
import { useState } from 'react'
import type { RestoreInput, RestorePreview } from '../../../src-shared/backup/model.ts'
import { client, rpc } from '../../rpc/client.ts'
import { desktop } from '../../rpc/desktop.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { Button } from '../../ui/button.tsx'
import { FolderField, folderChoice, type PathChoice } from '../../ui/inputs/folder-field.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Section } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { dateAndTime, relativeTime } from '../../ui/text/words.ts'
import { contentWords, roleWords } from './workspace-list.ts'

/** Dialogs of the system for the folder of a backup and for an archive. */
const choices: readonly PathChoice[] = [
  { ...folderChoice, label: t`Choose folder…` },
  {
    label: t`Choose archive…`,
    icon: <FileArchive className="size-4" aria-hidden />,
    choose: () => desktop?.chooseArchive(),
  },
]

/** Compares a backup or an archive with the open workspace, and restores it without overwriting anything. */
export function RestoreDialog({
  open,
  backup,
  onClose,
}: {
  open: boolean
  /** Path of the backup or archive to restore; absent if the person enters it. */
  backup?: string | undefined
  onClose: () => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t`Restore a backup`}
      description={t`Nothing is overwritten or deleted.`}
      width="large"
    >
      {open && <RestoreForm key={backup} backup={backup} onClose={onClose} />}
    </Dialog>
  )
}

function RestoreForm({ backup, onClose }: { backup: string | undefined; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [confirmed, setConfirmed] = useState(backup)
  const confirm = useMutation({
    mutationFn: () => client.files.confirm({ path: typed.trim(), purpose: 'backup' }),
    onSuccess: () => setConfirmed(typed.trim()),
  })
  const preview = useQuery(
    rpc.backups.preview.queryOptions({
      input: { backup: confirmed ?? '' },
      enabled: confirmed !== undefined,
      gcTime: 0,
    }),
  )
  return (
    <div className="flex flex-col gap-4">
      {backup === undefined && (
        <form
          className="flex items-start gap-2"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            confirm.mutate()
          }}
        >
          <div className="flex-1">
            <FolderField
              label={t`Folder of the backup, or archive`}
              value={typed}
              onValueChange={setTyped}
              choices={choices}
              help={t`The folder of one backup, which holds backup.json, or an archive: a file that ends with .catalogdesk.`}
            />
          </div>
          <Button
            type="submit"
            className="mt-5"
            disabled={typed.trim() === ''}
            busy={confirm.isPending || preview.isFetching}
          >
            <Trans>Show its contents</Trans>
          </Button>
        </form>
      )}
      {confirm.error && <Notice tone="bad">{errorMessage(confirm.error)}</Notice>}
      {backup !== undefined && preview.isFetching && <Skeleton className="h-24" />}
      {preview.error && confirmed !== undefined && <Notice tone="bad">{errorMessage(preview.error)}</Notice>}
      {preview.data && <Preview preview={preview.data} onClose={onClose} />}
    </div>
  )
}

function Preview({
  preview: { backup, isArchive, present, suggestedDirectory },
  onClose,
}: {
  preview: RestorePreview
  onClose: () => void
}) {
  const [mode, setMode] = useState<'beside' | 'instead'>('beside')
  const [folder, setFolder] = useState(suggestedDirectory)
  const restore = useMutation({
    mutationFn: async (input: RestoreInput) => {
      const { directory: path } = input
      if (path !== undefined) await client.files.confirm({ path, purpose: 'workspace' })
      return client.backups.restore(input)
    },
  })
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <Section title={isArchive ? t`In the archive` : t`In the backup`}>
          <KeyValue
            entries={[
              { label: t`Made`, value: `${dateAndTime(backup.madeAt)} (${relativeTime(backup.madeAt)})` },
              ...facts(backup),
            ]}
          />
        </Section>
        {present && (
          <Section title={t`Open now`}>
            <KeyValue entries={[{ label: t`State`, value: t`As it is now` }, ...facts(present)]} />
          </Section>
        )}
      </div>
      {present && !isArchive && (
        <Segmented
          label={t`Restore`}
          options={[
            { value: 'beside', label: t`As a workspace of its own` },
            { value: 'instead', label: t`In place of the open one` },
          ]}
          value={mode}
          onValueChange={setMode}
        />
      )}
      {mode === 'beside' ? (
        <FolderField label={t`New folder`} value={folder} onValueChange={setFolder} />
      ) : (
        <Notice tone="warn" title={t`${present?.name ?? t`The open workspace`} is kept aside`}>
          <Trans>
            Its folder is renamed and stays on the list, with everything that was changed since the backup:{' '}
            <code className="font-mono text-xs break-all">{present?.directory}</code>. A running sync is
            stopped first.
          </Trans>
        </Notice>
      )}
      {backup.waitingFeeds && backup.waitingFeeds.length > 0 && (
        <Notice tone="warn" title={t`Feeds were waiting to be sent when the backup was made`}>
          <Trans>
            They may have been sent since. The restored workspace does not send them by itself: its outbox
            asks the service about each, and you decide.
            <span className="mt-1 block font-medium">{backup.waitingFeeds.join(', ')}</span>
          </Trans>
        </Notice>
      )}
      {backup.connection && mode === 'beside' && (
        <p className="text-xs text-ink-faint">
          <Trans>
            The password of {backup.connection.address} is not in the backup; you are asked for it again.
          </Trans>
        </p>
      )}
      {restore.error && (
        <Notice tone="bad" title={t`Not restored`}>
          {errorMessage(restore.error)}
        </Notice>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          variant="primary"
          busy={restore.isPending || restore.isSuccess}
          onClick={() =>
            restore.mutate({
              backup: backup.directory,
              mode,
              directory: (mode === 'beside' && folder.trim()) || undefined,
            })
          }
        >
          {restore.isPending ? t`Restoring and checking…` : t`Restore and open`}
        </Button>
      </div>
    </div>
  )
}

const facts = (contents: RestorePreview['backup'] | NonNullable<RestorePreview['present']>) => [
  { label: t`Name`, value: contents.name },
  {
    label: t`Role`,
    value: contents.connection ? t`Connected to ${contents.connection.address}` : roleWords[contents.role],
  },
  { label: t`Holds`, value: contentWords(contents) },
  {
    label: t`Complete up to`,
    value: contents.completeUpTo === undefined ? undefined : dateAndTime(contents.completeUpTo),
  },
]
