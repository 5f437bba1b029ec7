import { t } from '@lingui/core/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type SyncProfile,
  type SyncSettings,
  type SyncState,
  syncProfiles,
} from '../../../src-shared/sync/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Switch } from '../../ui/inputs/checkbox.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { dateAndTime, plannedTime, useTick } from '../../ui/text/words.ts'
import { profileWords } from './run-words.ts'

const intervals = [
  { value: '', label: t`Never` },
  { value: '15', label: t`Every 15 minutes` },
  { value: '30', label: t`Every 30 minutes` },
  { value: '60', label: t`Every hour` },
  { value: '240', label: t`Every 4 hours` },
  { value: '720', label: t`Every 12 hours` },
  { value: '1440', label: t`Once a day` },
]
const callsAtATime = [1, 2, 3, 4, 6, 8].map((calls) => ({
  value: String(calls),
  label: calls === 1 ? t`One call at a time` : t`${calls} calls at a time`,
}))
/** Represents no schedule, because an empty value means that nothing is chosen. */
const off = 'off'

/** Schedule of automatic runs, and their load on service and computer. Changes take effect immediately. */
export function SchedulePanel({ sync }: { sync: SyncState }) {
  useTick()
  const queries = useQueryClient()
  const settings = useQuery(rpc.sync.settings.queryOptions())
  const save = useMutation(
    rpc.sync.setSettings.mutationOptions({
      onSuccess: (saved) => queries.setQueryData(rpc.sync.settings.queryKey(), saved),
      onError: (error) => toast.failed(t`The setting was not saved`, error),
    }),
  )
  if (settings.isError)
    return (
      <ErrorState
        title={t`The settings are not known`}
        error={settings.error}
        onRetry={() => void settings.refetch()}
      />
    )
  if (!settings.data) return <Skeleton className="h-64 rounded-lg" />
  const chosen = settings.data
  const change = (part: Partial<SyncSettings>) => save.mutate({ ...chosen, ...part })
  const { everyMinutes, ...schedule } = chosen.schedule
  const { onBattery, metered } = sync.power
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel
        title={t`Schedule`}
        description={
          sync.nextRunAt
            ? t`The next run starts ${plannedTime(sync.nextRunAt)}, at ${dateAndTime(sync.nextRunAt)}.`
            : t`No run is planned.`
        }
      >
        <div className="flex flex-col gap-4">
          <Select
            label={t`At regular times`}
            options={intervals.map(({ value, label }) => ({ value: value || off, label }))}
            value={everyMinutes === undefined ? off : String(everyMinutes)}
            onValueChange={(value) =>
              change({
                schedule: { ...schedule, everyMinutes: value !== off ? Number(value) : undefined },
              })
            }
          />
          <Switch
            label={t`When the program starts`}
            checked={schedule.onStart}
            onCheckedChange={(onStart) => change({ schedule: { ...chosen.schedule, onStart } })}
          />
          <Switch
            label={t`When the service can be reached again`}
            help={t`After a run that failed because it could not.`}
            checked={schedule.onOnline}
            onCheckedChange={(onOnline) => change({ schedule: { ...chosen.schedule, onOnline } })}
          />
          <Switch
            label={t`Wait while on battery`}
            help={
              onBattery === undefined
                ? t`This host does not tell whether the computer runs on its battery.`
                : onBattery
                  ? t`The computer runs on its battery now.`
                  : t`The computer is plugged in now.`
            }
            checked={chosen.pauseOnBattery}
            onCheckedChange={(pauseOnBattery) => change({ pauseOnBattery })}
          />
          <Switch
            label={t`Wait on metered connections`}
            help={
              metered === undefined
                ? t`It is unknown whether this connection is metered.`
                : metered
                  ? t`The connection is paid by volume now.`
                  : t`The connection is not paid by volume now.`
            }
            checked={chosen.pauseOnMetered}
            onCheckedChange={(pauseOnMetered) => change({ pauseOnMetered })}
          />
        </div>
      </Panel>
      <Panel title={t`Load on the service`}>
        <div className="flex flex-col gap-4">
          <Select
            label={t`Calls at the same time`}
            options={callsAtATime}
            value={String(chosen.concurrency)}
            onValueChange={(value) => change({ concurrency: Number(value) })}
            help={t`More calls are faster where the service is slow to answer, and load it more. The choice counts at once, also for a run under way.`}
          />
          <Select
            label={t`How much of each record`}
            options={syncProfiles.map((value) => ({ value, label: profileWords[value] }))}
            value={chosen.profile}
            onValueChange={(value) => change({ profile: value as SyncProfile })}
          />
          <Switch
            label={t`Find out which items are verified`}
            help={t`Records do not say it: the verified items are read once more, in their shortest form. They count against a daily limit, too.`}
            checked={chosen.learnVerified}
            onCheckedChange={(learnVerified) => change({ learnVerified })}
          />
        </div>
      </Panel>
    </div>
  )
}
