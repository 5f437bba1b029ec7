import { useState } from 'react'
import {
  type SyncPlan,
  type SyncProfile,
  type SyncScope,
  syncProfiles,
} from '../../../src-shared/sync/model.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { GtinField } from './gtin-field.tsx'
import { type Party, PartyPicker } from './party-picker.tsx'
import { profileWords } from './run-words.ts'

const scopes: Record<SyncScope, { label: string; help: string }> = {
  incremental: {
    label: 'What changed',
    help: 'What the service changed since the last run, and what a run left undone.',
  },
  full: {
    label: 'Everything',
    help: 'Asks for every item once more and finds what a normal sync cannot, such as items that are no longer listed. It takes longer and counts fully against a daily limit, if the service has one.',
  },
  manufacturer: { label: 'Items of manufacturers', help: 'Only items of the manufacturers you choose.' },
  brand: { label: 'Items of brands', help: 'Only items of the brands you choose.' },
  gtins: { label: 'A list of GTINs', help: 'Only the items with these product codes, one call for each.' },
  verified: {
    label: 'Verified items',
    help: 'Only items the service has verified. Marks that it has withdrawn are taken away here as well.',
  },
}

export interface PlanDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The profile of the settings. */
  usualProfile: SyncProfile
  busy: boolean
  onStart: (plan: SyncPlan) => void
}

/** Chooses what the next run asks for. */
export function PlanDialog({ open, onOpenChange, usualProfile, busy, onStart }: PlanDialogProps) {
  const [scope, setScope] = useState<SyncScope>('full')
  const [parties, setParties] = useState<Party[]>([])
  const [gtins, setGtins] = useState<string[]>([])
  const [verified, setVerified] = useState(false)
  const [chosenProfile, setProfile] = useState<SyncProfile>()
  const profile = chosenProfile ?? usualProfile
  const isParty = scope === 'manufacturer' || scope === 'brand'
  const plan = planOf()

  function planOf(): SyncPlan | undefined {
    if (scope === 'manufacturer' || scope === 'brand')
      return parties.length === 0 ? undefined : { scope, ids: parties.map(({ id }) => id), verified, profile }
    if (scope === 'gtins') return gtins.length === 0 ? undefined : { scope, gtins, verified, profile }
    return { scope, profile }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Choose what to sync"
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={!plan} onClick={() => plan && onStart(plan)}>
            Start
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Select
          label="Plan"
          options={Object.entries(scopes).map(([value, { label }]) => ({ value, label }))}
          value={scope}
          onValueChange={(next) => {
            setScope(next as SyncScope)
            setParties([])
          }}
          help={scopes[scope].help}
        />
        {isParty && <PartyPicker key={scope} kind={scope} chosen={parties} onChange={setParties} />}
        {scope === 'gtins' && <GtinField onChange={setGtins} />}
        {(isParty || scope === 'gtins') && (
          <Checkbox label="Verified items only" checked={verified} onCheckedChange={setVerified} />
        )}
        <Select
          label="How much of each record"
          options={syncProfiles.map((value) => ({ value, label: profileWords[value] }))}
          value={profile}
          onValueChange={(next) => setProfile(next as SyncProfile)}
          help={
            profile === 'complete'
              ? undefined
              : 'A shorter record never replaces a complete one: an item that is kept in full and has changed is fetched in full.'
          }
        />
      </div>
    </Dialog>
  )
}
