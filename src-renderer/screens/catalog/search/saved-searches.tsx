import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Bookmark, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CatalogChoices } from '../../../../src-shared/catalog/screen.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/inputs/field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { changeChoices } from '../catalog-memory.ts'

type Saved = CatalogChoices['saved']

const examples = [
  { query: 'missing:image', does: t`Items without a picture` },
  { query: 'complete<80', does: t`Less than 80 % complete` },
  { query: 'updated<2025', does: t`Not changed since the end of 2024` },
] as const

/**
 * Button and dialog to save the current search, with its filters and order, under a name and to delete saved
 * searches.
 */
export function SaveSearch({
  address,
  saved,
  proposed,
  onText,
}: {
  address: string
  saved: Saved
  proposed: string
  /** Runs an example search. */
  onText: (text: string) => void
}) {
  'use memo'
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const existing = saved.find((one) => one.address === address)
  const save = () => {
    const newName = name.trim().slice(0, 80)
    if (newName === '') return
    changeChoices({
      saved: [{ name: newName, address }, ...saved.filter((one) => one.name !== newName)].slice(0, 200),
    })
    toast.done(t`The search is saved`, t`It is offered when the search field is empty, and under Filters.`)
    setOpen(false)
  }
  return (
    <>
      <IconButton
        label={existing ? t`Saved as “${existing.name}”` : t`Save this search`}
        aria-haspopup="dialog"
        icon={<Bookmark className="size-4" fill={existing ? 'currentColor' : 'none'} aria-hidden />}
        onClick={() => {
          setName(existing?.name ?? proposed.trim())
          setOpen(true)
        }}
      />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t`Saved searches`}
        width="small"
        actions={
          <>
            <Button onClick={() => setOpen(false)}>
              <Trans>Close</Trans>
            </Button>
            <Button variant="primary" disabled={name.trim() === '' || address === ''} onClick={save}>
              <Trans>Save</Trans>
            </Button>
          </>
        }
      >
        <form
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          {address === '' && (
            <div className="mb-3 text-sm text-ink-soft">
              <p>
                <Trans>
                  {saved.length === 0 ? t`No searches are saved yet. ` : ''}
                  Search or filter first; then keep it here under a name. You might begin with:
                </Trans>
              </p>
              <ul aria-label={t`Examples`} className="mt-2 flex flex-col gap-1">
                {examples.map(({ query, does }) => (
                  <li key={query}>
                    <button
                      type="button"
                      onClick={() => {
                        setOpen(false)
                        onText(query)
                      }}
                      className="flex w-full items-baseline gap-3 rounded-sm px-2 py-1 text-start hover:bg-hover"
                    >
                      <code className="w-44 shrink-0 font-mono text-xs text-accent">{query}</code>
                      <span>{does}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
          <TextField
            label={t`Name`}
            help={t`Words, filters and order are kept with this workspace.`}
            value={name}
            disabled={address === ''}
            maxLength={80}
            onChange={(event) => setName(event.target.value)}
          />
        </form>
        {saved.length > 0 && (
          <ul
            aria-label={t({ message: 'Saved', context: 'searches' })}
            className="mt-4 divide-y divide-line border-t border-line"
          >
            {saved.map((one) => (
              <li key={one.name} className="flex items-center gap-2 py-1">
                <span className="min-w-0 flex-1 truncate">{one.name}</span>
                <IconButton
                  size="small"
                  label={t`Delete “${one.name}”`}
                  icon={<Trash2 className="size-3.5" aria-hidden />}
                  onClick={() => changeChoices({ saved: saved.filter((other) => other !== one) })}
                />
              </li>
            ))}
          </ul>
        )}
      </Dialog>
    </>
  )
}
