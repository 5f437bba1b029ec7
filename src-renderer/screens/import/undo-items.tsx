import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ImportJob, ItemsToUndo, KeptItem, UndoneItems } from '../../../src-shared/import/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { fileName, wholeNumber } from '../../ui/text/words.ts'

const whyKept: Record<KeptItem['why'], string> = {
  changed: t`changed since`,
  content: t`has content for retailers`,
  damaged: t`its earlier version is damaged`,
}

/** Button that undoes an import into the catalog. It first shows what the catalog loses and keeps. */
export function UndoItems({ job }: { job: ImportJob }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <Trans>Undo the import…</Trans>
      </Button>
      {isOpen && <UndoDialog job={job} onClose={() => setOpen(false)} />}
    </>
  )
}

function UndoDialog({ job, onClose }: { job: ImportJob; onClose: () => void }) {
  const { id, file } = job
  const items = useQuery(rpc.imports.itemsToUndo.queryOptions({ input: { id } }))
  const undo = useMutation(
    rpc.imports.undoItems.mutationOptions({
      onSuccess: (undone) => {
        tellUndone(job, undone)
        onClose()
      },
      onError: (error) => toast.failed(t`The import was not undone`, error),
    }),
  )
  const { removed = 0, restored = 0 } = items.data ?? {}
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Undo the import of ${fileName(file)}?`}
      description={t`This cannot be taken back. Import the file again to have its values again.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="danger"
            busy={undo.isPending}
            disabled={removed + restored === 0}
            onClick={() => undo.mutate({ id })}
          >
            <Trans>Undo the import</Trans>
          </Button>
        </>
      }
    >
      {items.isError ? (
        <ErrorState title={t`The items could not be counted`} error={items.error} />
      ) : items.data ? (
        <Effects {...items.data} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Dialog>
  )
}

function Effects({ now, removed, restored, kept, named }: ItemsToUndo) {
  return (
    <div className="flex flex-col gap-4 text-sm">
      <dl className="grid grid-cols-[1fr_auto] gap-x-8 gap-y-1.5">
        {[
          { label: t`Items in the catalog now`, value: now },
          { label: t`Removed: added by this import`, value: removed },
          { label: t`Restored to their earlier version`, value: restored },
          { label: t`Kept as they are`, value: kept },
          { label: t`Items in the catalog afterwards`, value: now - removed, isTotal: true },
        ].map(({ label, value, isTotal }) => (
          <div key={label} className="contents">
            <dt className={isTotal ? 'font-semibold' : 'text-ink-soft'}>{label}</dt>
            <dd className={isTotal ? 'tabular text-end font-semibold' : 'tabular text-end'}>
              {wholeNumber(value)}
            </dd>
          </div>
        ))}
      </dl>
      {removed + restored === 0 && (
        <p>
          <Trans>Nothing is left to undo.</Trans>
        </p>
      )}
      {kept > 0 && (
        <section>
          <h3 className="mb-1 font-semibold">
            <Trans>Kept</Trans>
          </h3>
          <KeptItems items={named} />
          {kept > named.length && (
            <p className="mt-1 text-xs text-ink-faint">
              <Plural value={kept - named.length} one="and # more" other="and # more" />
            </p>
          )}
        </section>
      )}
      <p className="text-xs text-ink-faint">
        <Trans>Names that the import added to the lists of brands and others stay there.</Trans>
      </p>
    </div>
  )
}

const KeptItems = ({ items }: { items: readonly KeptItem[] }) => (
  <ul className="max-h-48 overflow-y-auto rounded-lg border border-line text-sm" aria-label={t`Kept items`}>
    {items.map(({ id, name, why }) => (
      <li key={id} className="flex justify-between gap-4 border-t border-line px-3 py-1.5 first:border-t-0">
        <Link href={`/catalog/${encodeURIComponent(id)}`} className="truncate text-accent hover:underline">
          {name || id}
        </Link>
        <span className="shrink-0 text-xs text-ink-faint">{whyKept[why]}</span>
      </li>
    ))}
  </ul>
)

function tellUndone({ file }: ImportJob, { removed, restored, kept }: UndoneItems): void {
  const parts = [
    removed > 0 && plural(removed, { one: '# item removed', other: '# items removed' }),
    restored > 0 && plural(restored, { one: '# item restored', other: '# items restored' }),
    kept.length > 0 && plural(kept.length, { one: '# item kept', other: '# items kept' }),
  ].filter((part) => part !== false)
  toast.tell(t`Undid the import of ${fileName(file)}`, parts.join(', '))
}
