import { t } from '@lingui/core/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { settingLabel } from '../../../src-shared/workspace/settings.ts'
import { rpc } from '../../rpc/client.ts'
import { desktop } from '../../rpc/desktop.ts'
import { Switch } from '../../ui/inputs/checkbox.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { onApple } from '../../ui/text/keys.tsx'
import { ResetSection } from './find/reset-section.tsx'

/**
 * Whether the app continues when its last window is closed. Not shown in a browser, and not on macOS, where an
 * app always does.
 */
export function WindowPanel() {
  const queries = useQueryClient()
  const { data } = useQuery({ ...rpc.computer.settings.queryOptions(), enabled: desktop !== undefined })
  const change = useMutation(
    rpc.computer.setSettings.mutationOptions({
      onSuccess: (saved) => queries.setQueryData(rpc.computer.settings.queryKey(), saved),
      onError: (error) => void toast.failed(t`The setting was not saved`, error),
    }),
  )
  if (!desktop || onApple || !data) return null
  return (
    <Panel
      title={t`Window`}
      near={t`tray, background, close`}
      actions={<ResetSection section="window" title={t`Window`} />}
    >
      <Switch
        label={settingLabel('keepsRunning')}
        help={t`The sync and the outbox continue. An icon beside the clock opens the window, shows what waits and quits. If your desktop shows no such icon, start Catalog Desk again to open the window.`}
        checked={data.keepsRunning}
        disabled={change.isPending}
        onCheckedChange={(keepsRunning) => change.mutate({ keepsRunning })}
      />
    </Panel>
  )
}
