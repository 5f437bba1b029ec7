import { Bookmark, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CatalogChoices } from '../../../src-shared/catalog/screen.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { changeChoices } from './catalog-memory.ts'

type Saved = CatalogChoices['saved']

/** The button that keeps the present search, with its filters and order, under a name; also takes kept ones away. */
export function SaveSearch({
  address,
  saved,
  proposed,
}: {
  address: string
  saved: Saved
  proposed: string
}) {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const kept = saved.find((one) => one.address === address)
  const save = () => {
    const wanted = name.trim().slice(0, 80)
    if (wanted === '') return
    changeChoices({
      saved: [{ name: wanted, address }, ...saved.filter((one) => one.name !== wanted)].slice(0, 200),
    })
    toast.done('The search is saved', 'It is offered when the search field is empty, and under Filters.')
    setOpen(false)
  }
  return (
    <>
      <IconButton
        label={kept ? `Saved as “${kept.name}”` : 'Save this search'}
        aria-haspopup="dialog"
        disabled={address === '' && saved.length === 0}
        icon={<Bookmark className="size-4" fill={kept ? 'currentColor' : 'none'} aria-hidden />}
        onClick={() => {
          setName(kept?.name ?? proposed.trim())
          setOpen(true)
        }}
      />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Saved searches"
        width="small"
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Close</Button>
            <Button variant="primary" disabled={name.trim() === '' || address === ''} onClick={save}>
              Save
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
          <TextField
            label="Name"
            help="Words, filters and order are kept with this workspace."
            value={name}
            disabled={address === ''}
            maxLength={80}
            onChange={(event) => setName(event.target.value)}
          />
        </form>
        {saved.length > 0 && (
          <ul aria-label="Saved" className="mt-4 divide-y divide-line border-t border-line">
            {saved.map((one) => (
              <li key={one.name} className="flex items-center gap-2 py-1">
                <span className="min-w-0 flex-1 truncate">{one.name}</span>
                <IconButton
                  size="small"
                  label={`Take “${one.name}” away`}
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
