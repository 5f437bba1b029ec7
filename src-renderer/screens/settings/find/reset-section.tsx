import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SettingSection } from '../../../../src-shared/workspace/settings.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../../ui/layout/states.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { SettingChanges } from './setting-changes.tsx'
import { useSettingsChange } from './use-settings-change.ts'

/** A button that shows what resetting a section changes, and resets it after a confirmation. */
export function ResetSection({ section, title }: { section: SettingSection; title: string }) {
  const [isOpen, setOpen] = useState(false)
  const change = useSettingsChange()
  const input = { section }
  const preview = useQuery(
    rpc.workspace.previewSettings.queryOptions({ input, enabled: isOpen, staleTime: 0, gcTime: 0 }),
  )
  const isEmpty = preview.data?.changes.length === 0
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} aria-label={t`Reset the section “${title}”…`}>
        <Trans>Reset…</Trans>
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t`Reset “${title}”?`}
        description={t`Passwords, the connection and the catalog stay as they are. You can undo the reset.`}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{isEmpty ? t`Close` : t`Cancel`}</Button>
            {!isEmpty && (
              <Button
                variant="primary"
                disabled={!preview.data}
                onClick={() => {
                  setOpen(false)
                  void change(input, t`“${title}” was reset`)
                }}
              >
                <Trans>Reset</Trans>
              </Button>
            )}
          </>
        }
      >
        {preview.data ? (
          <SettingChanges preview={preview.data} />
        ) : preview.error ? (
          <ErrorState title={t`The settings cannot be shown`} error={preview.error} />
        ) : (
          <Skeleton className="h-12" />
        )}
      </Dialog>
    </>
  )
}
