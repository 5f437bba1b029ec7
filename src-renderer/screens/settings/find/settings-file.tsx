import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { maxSettingsText, type SettingsPreview } from '../../../../src-shared/workspace/settings-file.ts'
import { client, rpc } from '../../../rpc/client.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { saveText } from '../../local-api/copyable.tsx'
import { SettingChanges } from './setting-changes.tsx'
import { useSettingsChange } from './use-settings-change.ts'

/** The buttons that save the settings as a file and read one. */
export function SettingsFile() {
  const exporting = useMutation(
    rpc.workspace.settingsText.mutationOptions({
      onSuccess: ({ text }) => {
        saveText('catalog-desk-settings.json', text, 'application/json')
        toast.done(
          t`The settings were saved as a file`,
          t`Not in it: passwords, the connection, requirement profiles and the plan of backups.`,
        )
      },
      onError: (error) => toast.failed(t`The settings were not exported`, error),
    }),
  )
  return (
    <>
      <Button size="small" busy={exporting.isPending} onClick={() => exporting.mutate({})}>
        <Trans>Export settings</Trans>
      </Button>
      <ImportSettings />
    </>
  )
}

async function read(file: File): Promise<{ text: string; preview: SettingsPreview }> {
  if (file.size > maxSettingsText)
    throw new Error(
      t`“${file.name}” is larger than 256 KiB, which no file of settings is. Choose a file that was saved with “Export settings”.`,
    )
  const text = await file.text()
  return { text, preview: await client.workspace.previewSettings({ text }) }
}

function ImportSettings() {
  const fileId = useId()
  const [found, setFound] = useState<Awaited<ReturnType<typeof read>>>()
  const change = useSettingsChange()
  const reading = useMutation({
    mutationFn: read,
    onSuccess: setFound,
    onError: (error) => toast.failed(t`The settings were not imported`, error),
  })
  const isEmpty = found?.preview.changes.length === 0
  return (
    <>
      <label htmlFor={fileId} className={buttonClass({ size: 'small' })}>
        <Trans>Import settings…</Trans>
        <input
          id={fileId}
          type="file"
          accept=".json,application/json"
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) reading.mutate(file)
            // Allows choosing the same file again after it was corrected.
            event.target.value = ''
          }}
        />
      </label>
      <Dialog
        open={found !== undefined}
        onOpenChange={() => setFound(undefined)}
        title={t`Import these settings?`}
        description={t`Nothing is changed until you agree. You can undo it afterwards.`}
        actions={
          <>
            <Button onClick={() => setFound(undefined)}>{isEmpty ? t`Close` : t`Cancel`}</Button>
            {found && !isEmpty && (
              <Button
                variant="primary"
                onClick={() => {
                  setFound(undefined)
                  void change({ text: found.text }, t`The settings were imported`)
                }}
              >
                <Trans>Import</Trans>
              </Button>
            )}
          </>
        }
      >
        {found && <SettingChanges preview={found.preview} />}
      </Dialog>
    </>
  )
}
