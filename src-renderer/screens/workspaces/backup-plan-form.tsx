import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type BackupPlan, type BackupRhythm, backupPlan } from '../../../src-shared/backup/model.ts'
import { client, rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { FolderField } from './folder-field.tsx'

const rhythms: readonly { value: BackupRhythm; label: string }[] = [
  { value: 'off', label: 'Only when I say so' },
  { value: 'daily', label: 'Every day' },
  { value: 'hourly', label: 'Every hour' },
]

/** When backups are made by themselves, where, and how many are kept. */
export function BackupPlanForm({ plan }: { plan: BackupPlan }) {
  const queries = useQueryClient()
  const [rhythm, setRhythm] = useState(plan.rhythm)
  const [folder, setFolder] = useState(plan.folder ?? '')
  const [daily, setDaily] = useState(String(plan.keepDaily))
  const [weekly, setWeekly] = useState(String(plan.keepWeekly))
  const judged = backupPlan.safeParse({
    rhythm,
    ...(folder.trim() !== '' && { folder: folder.trim() }),
    keepDaily: daily.trim() === '' ? Number.NaN : Number(daily),
    keepWeekly: weekly.trim() === '' ? Number.NaN : Number(weekly),
  })
  const wrong = (field: keyof BackupPlan) =>
    judged.error?.issues.some(({ path }) => path[0] === field) ? 'Enter a whole number.' : undefined
  const isChanged = judged.success && JSON.stringify(judged.data) !== JSON.stringify(plan)
  const set = useMutation({
    mutationFn: async (wanted: BackupPlan) => {
      const { folder: path } = wanted
      if (path !== undefined && path !== plan.folder)
        await client.files.confirm({ path, purpose: 'backup-folder' })
      return client.backups.setPlan(wanted)
    },
    onSuccess: (state) => {
      queries.setQueryData(rpc.backups.state.queryKey(), state)
      // As it is kept: without `~` and symbolic links.
      setFolder(state.plan.folder ?? '')
      toast.done('The backup plan is kept')
    },
    onError: (error) => toast.failed('The backup plan was not kept', error),
  })
  return (
    <form
      className="flex flex-col gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (judged.success) set.mutate(judged.data)
      }}
    >
      <Segmented
        label="Make a backup, while the program runs"
        options={rhythms}
        value={rhythm}
        onValueChange={setRhythm}
      />
      <div className="grid grid-cols-1 items-start gap-3 md:grid-cols-[minmax(0,1fr)_8rem_8rem_auto]">
        <FolderField
          label="Folder"
          value={folder}
          onValueChange={setFolder}
          placeholder="The usual place on this computer"
          help="Best on another disk."
        />
        <TextField
          label="Daily ones to keep"
          inputMode="numeric"
          value={daily}
          onChange={(event) => setDaily(event.target.value)}
          error={wrong('keepDaily')}
        />
        <TextField
          label="Weekly ones to keep"
          inputMode="numeric"
          value={weekly}
          onChange={(event) => setWeekly(event.target.value)}
          error={wrong('keepWeekly')}
        />
        <Button type="submit" className="mt-5" disabled={!isChanged} busy={set.isPending}>
          Keep this plan
        </Button>
      </div>
    </form>
  )
}
