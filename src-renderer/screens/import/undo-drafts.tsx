import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportJob, UndoneImport } from '../../../src-shared/import/model.ts'
import { client, rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { fileName } from '../../ui/text/words.ts'

/** Button that removes the drafts of an import. It asks first if drafts were edited since. */
export function UndoDrafts({ job }: { job: ImportJob }) {
  const [edited, setEdited] = useState<UndoneImport['edited']>()
  const undo = useMutation(
    rpc.imports.undo.mutationOptions({
      onSuccess: (undone) => {
        if (undone.removed.length === 0 && undone.edited.length > 0) setEdited(undone.edited)
        else {
          setEdited(undefined)
          tellOutcome(job, undone)
        }
      },
      onError: (error) => toast.failed(t`The import was not undone`, error),
    }),
  )
  return (
    <>
      <Button
        size="small"
        busy={undo.isPending && !edited}
        onClick={() => undo.mutate({ id: job.id, includeEdited: false })}
      >
        <Trans>Undo the import</Trans>
      </Button>
      <Dialog
        open={edited !== undefined}
        onOpenChange={(open) => !open && setEdited(undefined)}
        title={t`Remove edited drafts too?`}
        description={
          <Plural
            value={edited?.length ?? 0}
            one="A draft of this import was edited since. Nothing has been removed yet."
            other="# drafts of this import were edited since. Nothing has been removed yet."
          />
        }
        width="small"
        actions={
          <>
            <Button onClick={() => setEdited(undefined)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              variant="danger"
              busy={undo.isPending}
              onClick={() => undo.mutate({ id: job.id, includeEdited: true })}
            >
              <Trans>Remove all drafts of the import</Trans>
            </Button>
          </>
        }
      >
        <ul className="list-disc ps-5 text-sm">
          {edited?.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

function tellOutcome({ file }: ImportJob, { removed, kept }: UndoneImport): void {
  const stays = kept
    .map(({ name, why }) =>
      why === 'queued'
        ? t`“${name}” was queued: withdraw its feed in the outbox.`
        : t`“${name}” was joined into another draft: remove its items there.`,
    )
    .join(' ')
  if (removed.length === 0) {
    toast.tell(t`Nothing was undone`, stays || t`The drafts of this import are gone already.`)
    return
  }
  const drafts = plural(removed.length, { one: '# draft removed', other: '# drafts removed' })
  toast.offer(
    t`Undid the import of ${fileName(file)}: ${drafts}`,
    { label: t`Take back`, onSelect: () => void restore(removed.map(({ id }) => id)) },
    stays || undefined,
  )
}

async function restore(ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids) await client.feeds.undeleteDraft({ id })
  } catch (error) {
    toast.failed(t`Not everything was taken back`, error)
  }
}
