import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { AppliedSettings, SettingsSource } from '../../../../src-shared/workspace/settings-file.ts'
import { client, rpc } from '../../../rpc/client.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { showTheme } from '../../../ui/theme.ts'

/**
 * A function that imports a file of settings or resets a section, shows the result on the page, and offers to undo
 * it.
 */
export function useSettingsChange(): (source: SettingsSource, done: string) => Promise<void> {
  const queries = useQueryClient()
  const apply = async (source: SettingsSource): Promise<AppliedSettings> => {
    const applied = await client.workspace.applySettings(source)
    const settings = await client.computer.settings()
    showTheme(settings.theme)
    queries.setQueryData(rpc.computer.settings.queryKey(), settings)
    await queries.invalidateQueries()
    // A module has its texts in the language with which the page was loaded.
    if (applied.changes.some(({ name }) => name === 'language')) location.reload()
    return applied
  }
  return async (source, done) => {
    try {
      const { undo } = await apply(source)
      toast.offer(done, { label: t`Undo`, onSelect: () => apply({ text: undo }) })
    } catch (error) {
      toast.failed(t`The settings were not changed`, error)
    }
  }
}
