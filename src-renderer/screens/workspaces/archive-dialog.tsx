import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Save } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { archiveEnding, archiveFileName, archiveInput } from '../../../src-shared/backup/model.ts'
import { client } from '../../rpc/client.ts'
import { desktop } from '../../rpc/desktop.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { Button } from '../../ui/button.tsx'
import { FolderField } from '../../ui/inputs/folder-field.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { contentWords } from './workspace-list.ts'

interface ArchiveProps {
  /** Name of the workspace. */
  name: string
  /** Shown while the archive is written. */
  progress: ReactNode
  /** Called when the state of the backups changes. */
  onChange: () => void
  onClose: () => void
}

/** A dialog that writes the open workspace into one file. Closing it while the file is written stops that. */
export function ArchiveDialog({ open, ...form }: ArchiveProps & { open: boolean }) {
  const stop = useRef(new AbortController())
  const close = () => {
    stop.current.abort()
    stop.current = new AbortController()
    form.onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={t`Archive as one file`}
      description={t`The catalog, drafts, outbox, settings and pictures, without passwords. The file can be opened on another computer.`}
    >
      {open && <ArchiveForm {...form} onCancel={close} signal={() => stop.current.signal} />}
    </Dialog>
  )
}

function ArchiveForm({
  name,
  progress,
  onChange,
  onClose,
  onCancel,
  signal,
}: ArchiveProps & { onCancel: () => void; signal: () => AbortSignal }) {
  const [file, setFile] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const suggestion = archiveFileName(name, Date.now())
  const parsed = archiveInput.safeParse({ file })
  const archive = useMutation({
    async mutationFn(input: { file: string }) {
      await client.files.confirm({ path: input.file, purpose: 'archive' })
      return client.backups.archive(input, { signal: signal() })
    },
    onMutate: () => void setTimeout(onChange, 200),
    onSettled: onChange,
    onSuccess: (made, { file: path }) => {
      toast.done(t`The archive is written and verified`, `${contentWords(made)}. ${path}`)
      onClose()
    },
  })
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (parsed.success) archive.mutate(parsed.data)
      }}
    >
      <FolderField
        label={t`File`}
        required
        value={file}
        onValueChange={setFile}
        placeholder={suggestion}
        help={t`The full path. Its name ends with ${archiveEnding}.`}
        error={isSubmitted && !parsed.success ? parsed.error.issues[0]?.message : undefined}
        choices={[
          {
            label: t`Choose…`,
            icon: <Save className="size-4" aria-hidden />,
            choose: () => desktop?.chooseSaveFile(suggestion),
          },
        ]}
      />
      {archive.isPending && progress}
      {archive.error && (
        <Notice tone="bad" title={t`No archive was written`}>
          {errorMessage(archive.error)}
        </Notice>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="primary" busy={archive.isPending}>
          <Trans>Write the archive</Trans>
        </Button>
      </div>
    </form>
  )
}
