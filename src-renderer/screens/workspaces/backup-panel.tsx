import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Backup,
  type BackupPlan,
  type BackupProgress,
  type BackupRhythm,
  backupPlan,
} from '../../../src-shared/backup/model.ts'
import { client, rpc } from '../../rpc/client.ts'
import { useHandover } from '../../rpc/handover.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { FolderField } from '../../ui/inputs/folder-field.tsx'
import { readWholeNumber } from '../../ui/inputs/read-number.ts'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Table, TableCell, TableRow } from '../../ui/layout/table.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { byteSize, dateAndTime, plannedTime, relativeTime, useTick } from '../../ui/text/words.ts'
import { useArrival } from '../../ui/use-arrival.ts'
import { ArchiveDialog } from './archive-dialog.tsx'
import { archiveFromOutside } from './archive-from-outside.ts'
import { RestoreDialog } from './restore-dialog.tsx'
import { contentWords } from './workspace-list.ts'

const phases: Record<BackupProgress['phase'], string> = {
  database: t`Copying the database`,
  check: t`Checking the copy`,
  pictures: t`Copying the pictures`,
  archive: t`Writing the file`,
}

const columns = [
  { label: t`Made` },
  { label: t`Holds` },
  { label: t`Database`, numeric: true },
  {
    label: (
      <span className="sr-only">
        <Trans>Actions</Trans>
      </span>
    ),
  },
]

const isRestoreRequested = () => new URLSearchParams(location.search).get('do') === 'restore'

/** The backups of the open workspace, which a person can make, verify and restore. */
export function BackupPanel({ name }: { name: string }) {
  useTick()
  const queries = useQueryClient()
  // The command "Restore a backup…" opens this screen with `?do=restore`.
  const [isRestoring, setRestoring] = useState(isRestoreRequested)
  useArrival(() => {
    if (isRestoreRequested()) setRestoring(true)
  })
  const [isArchiving, setArchiving] = useState(false)
  const [chosen, setChosen] = useState<string>()
  useHandover(archiveFromOutside, setChosen)
  const state = useQuery(
    rpc.backups.state.queryOptions({
      refetchInterval: ({ state: { data } }) => (data?.running ? 500 : 30_000),
    }),
  )
  const refresh = () => queries.invalidateQueries({ queryKey: rpc.backups.state.key() })
  const make = useMutation(
    rpc.backups.make.mutationOptions({
      onMutate: () => void setTimeout(() => void refresh(), 200),
      onSuccess: (backup) => toast.done(t`The backup is made and verified`, contentWords(backup)),
      onError: (error) => toast.failed(t`No backup was made`, error),
      onSettled: refresh,
    }),
  )
  const { running, failure, backups = [], folder, nextAt } = state.data ?? {}
  return (
    <Panel
      title={t`Backups of ${name}`}
      description={t`The whole catalog, drafts, outbox, settings and pictures; checked when it is made. Passwords are never in it.`}
      actions={
        <>
          <Button size="small" onClick={() => setArchiving(true)}>
            <Trans>Archive as one file…</Trans>
          </Button>
          <Button size="small" onClick={() => setRestoring(true)}>
            <Trans>Restore a backup…</Trans>
          </Button>
          <Button
            size="small"
            variant="primary"
            busy={make.isPending || running !== undefined}
            onClick={() => make.mutate(undefined)}
          >
            <Trans>Back up now</Trans>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {running && !isArchiving && <BackupProgressBar {...running} />}
        {failure && (
          <Notice
            tone={failure.away ? 'warn' : 'bad'}
            title={
              failure.away
                ? t`The backup waits for its folder`
                : t`No backup was made ${relativeTime(failure.at)}`
            }
          >
            {failure.message}
            {failure.away &&
              t` It is looked for every minute, and the backup is made as soon as it is there.`}
          </Notice>
        )}
        {state.data && <BackupPlanForm key={JSON.stringify(state.data.plan)} plan={state.data.plan} />}
        {nextAt && (
          <p className="text-xs text-ink-faint">
            <Trans>The next one is due {plannedTime(nextAt)}.</Trans>
          </p>
        )}
        {backups.length > 0 ? (
          <div className="-mx-4 border-t border-line">
            <Table label={t`Backups`} columns={columns}>
              {backups.map((backup) => (
                <BackupRow
                  key={backup.directory}
                  backup={backup}
                  onRestore={() => setChosen(backup.directory)}
                />
              ))}
            </Table>
          </div>
        ) : (
          <p className="text-sm text-ink-soft">
            <Trans>There is no backup of this workspace here yet.</Trans>
          </p>
        )}
        {folder && (
          <p className="text-xs break-all text-ink-faint">
            <Trans>
              <Plural value={backups.length} one="# backup" other="# backups" /> in{' '}
              <code className="font-mono">{folder}</code>
            </Trans>
          </p>
        )}
      </div>
      <ArchiveDialog
        open={isArchiving}
        name={name}
        progress={running && <BackupProgressBar {...running} />}
        onChange={() => void refresh()}
        onClose={() => setArchiving(false)}
      />
      <RestoreDialog
        open={isRestoring || chosen !== undefined}
        backup={chosen}
        onClose={() => {
          setRestoring(false)
          setChosen(undefined)
        }}
      />
    </Panel>
  )
}

const BackupProgressBar = ({ phase, done, total }: BackupProgress) => (
  <ProgressBar label={phases[phase]} value={phase === 'check' ? null : done / Math.max(1, total)} />
)

function BackupRow({ backup, onRestore }: { backup: Backup; onRestore: () => void }) {
  const made = dateAndTime(backup.madeAt)
  const verify = useMutation(
    rpc.backups.verify.mutationOptions({
      onSuccess: ({ ok, findings }) =>
        ok
          ? toast.done(t`The backup is intact`, made)
          : toast.failed(
              t`${plural(findings.length, { one: '# finding', other: '# findings' })} in the backup`,
              new Error(findings[0]),
            ),
      onError: (error) => toast.failed(t`The backup could not be verified`, error),
    }),
  )
  return (
    <TableRow>
      <TableCell className="whitespace-nowrap">
        {made} <span className="text-ink-faint">({relativeTime(backup.madeAt)})</span>
      </TableCell>
      <TableCell className="text-ink-soft">{contentWords(backup)}</TableCell>
      <TableCell numeric className="whitespace-nowrap">
        {byteSize(backup.databaseBytes)}
      </TableCell>
      <TableCell>
        <span className="flex justify-end gap-1">
          <Button
            size="small"
            variant="ghost"
            busy={verify.isPending}
            aria-label={t`Verify the backup of ${made}`}
            onClick={() => verify.mutate({ backup: backup.directory })}
          >
            <Trans>Verify</Trans>
          </Button>
          <Button size="small" aria-label={t`Restore the backup of ${made}`} onClick={onRestore}>
            <Trans>Restore…</Trans>
          </Button>
        </span>
      </TableCell>
    </TableRow>
  )
}

const rhythms: readonly { value: BackupRhythm; label: string }[] = [
  { value: 'off', label: t`Only when I start one` },
  { value: 'daily', label: t`Every day` },
  { value: 'hourly', label: t`Every hour` },
]

/** The plan of automatic backups: frequency, folder, and number of backups to keep. */
function BackupPlanForm({ plan }: { plan: BackupPlan }) {
  const queries = useQueryClient()
  const [rhythm, setRhythm] = useState(plan.rhythm)
  const [folder, setFolder] = useState(plan.folder ?? '')
  const [daily, setDaily] = useState(String(plan.keepDaily))
  const [weekly, setWeekly] = useState(String(plan.keepWeekly))
  const parsed = backupPlan.safeParse({
    rhythm,
    folder: folder.trim() || undefined,
    keepDaily: readWholeNumber(daily) ?? Number.NaN,
    keepWeekly: readWholeNumber(weekly) ?? Number.NaN,
  })
  const wrong = (field: keyof BackupPlan) =>
    parsed.error?.issues.some(({ path }) => path[0] === field) ? t`Enter a whole number.` : undefined
  const isChanged = parsed.success && JSON.stringify(parsed.data) !== JSON.stringify(plan)
  const set = useMutation({
    mutationFn: async (next: BackupPlan) => {
      const { folder: path } = next
      if (path !== undefined && path !== plan.folder)
        await client.files.confirm({ path, purpose: 'backup-folder' })
      return client.backups.setPlan(next)
    },
    onSuccess: (state) => {
      queries.setQueryData(rpc.backups.state.queryKey(), state)
      // The stored folder has its `~` and symbolic links resolved.
      setFolder(state.plan.folder ?? '')
      toast.done(t`The backup plan is saved`)
    },
    onError: (error) => toast.failed(t`The backup plan was not saved`, error),
  })
  return (
    <form
      className="flex flex-col gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (parsed.success) set.mutate(parsed.data)
      }}
    >
      <Segmented
        label={t`Make a backup, while the program runs`}
        options={rhythms}
        value={rhythm}
        onValueChange={setRhythm}
      />
      <div className="grid grid-cols-1 items-start gap-3 md:grid-cols-[minmax(0,1fr)_9.5rem_9.5rem_auto]">
        <FolderField
          label={t`Folder`}
          value={folder}
          onValueChange={setFolder}
          placeholder={t`The usual place on this computer`}
          help={t`Best on another disk.`}
        />
        <TextField
          label={t`Daily backups to keep`}
          inputMode="numeric"
          value={daily}
          onChange={(event) => setDaily(event.target.value)}
          error={wrong('keepDaily')}
        />
        <TextField
          label={t`Weekly backups to keep`}
          inputMode="numeric"
          value={weekly}
          onChange={(event) => setWeekly(event.target.value)}
          error={wrong('keepWeekly')}
        />
        <Button type="submit" className="mt-5" disabled={!isChanged} busy={set.isPending}>
          <Trans>Save this plan</Trans>
        </Button>
      </div>
    </form>
  )
}
