import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { familyFor, offeredFields } from '../../../src-shared/completeness/fields.ts'
import { isForContentPlus, type RequirementProfile } from '../../../src-shared/completeness/model.ts'
import { kinds, kindsOf } from '../../../src-shared/feeds/kinds/kinds.ts'
import { sections } from '../../../src-shared/vocabulary/elements/sections.ts'
import { rpc } from '../../rpc/client.ts'
import { errorMessage, problemsOf } from '../../rpc/errors.ts'
import { feedKindWords } from '../../texts/feed-kinds.ts'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { RequirementTable } from './requirement-table.tsx'

interface ProfileEditorProps {
  /** Absent for a new profile. */
  id: string | undefined
  profile: RequirementProfile
  onClose: () => void
}

/** Editor of a person's own profile, with a table of its fields. Nothing is stored before it is saved. */
export function ProfileEditor({ id, profile, onClose }: ProfileEditorProps) {
  const [draft, setDraft] = useState(profile)
  const save = useMutation(
    rpc.completeness.save.mutationOptions({
      onSuccess: (saved) => {
        toast.done(t`“${saved.profile.name}” is saved`)
        onClose()
      },
    }),
  )
  const change = (changed: Partial<RequirementProfile>) => setDraft({ ...draft, ...changed })
  const problems = save.error ? problemsOf(save.error) : []
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={id === undefined ? t`New profile` : t`Edit profile`}
      width="large"
      actions={
        <DialogActions
          label={t`Save`}
          isBusy={save.isPending}
          onConfirm={() => save.mutate({ id, profile: withoutBlanks(draft) })}
          onCancel={onClose}
        />
      }
    >
      <div className="flex flex-col gap-4">
        {save.error && (
          <Notice tone="bad" title={t`The profile is not saved`}>
            {problems.length === 0 ? (
              errorMessage(save.error)
            ) : (
              <ul>
                {problems.map(({ path, message }) => (
                  <li key={`${path} ${message}`}>
                    {path && <code className="font-mono text-xs">{path}</code>} {message}
                  </li>
                ))}
              </ul>
            )}
          </Notice>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t`Name`}
            required
            maxLength={100}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
          <TextField
            label={t`Retailer`}
            help={t`Its identifier, for a profile of one retailer.`}
            value={draft.retailer ?? ''}
            onChange={({ target }) => change({ retailer: target.value })}
          />
          <TextField
            label={t`About`}
            className="sm:col-span-2"
            maxLength={500}
            value={draft.about ?? ''}
            onChange={({ target }) => change({ about: target.value })}
          />
        </div>
        <KindChoice draft={draft} onChange={change} />
        <RequirementTable
          profile={draft}
          onChange={(requirements) => change({ requirements })}
          failing={new Set(problems.map(({ path }) => path.split('.', 1)[0] ?? ''))}
        />
        <AddField draft={draft} onChange={change} />
      </div>
    </Dialog>
  )
}

type Change = (changed: Partial<RequirementProfile>) => void

/** Removes blank optional texts, and trims the others. */
function withoutBlanks({ retailer, about, ...rest }: RequirementProfile): RequirementProfile {
  return {
    ...rest,
    ...(retailer?.trim() && { retailer: retailer.trim() }),
    ...(about?.trim() && { about: about.trim() }),
  }
}

const itemKinds = kindsOf('items')
const replacingKinds = itemKinds.filter((kind) => !kinds[kind].changes)

/**
 * The choice of feed kinds. Item feeds and Content+ have different fields, so it cannot be changed once the
 * profile has requirements.
 */
function KindChoice({ draft, onChange }: { draft: RequirementProfile; onChange: Change }) {
  const ofContentPlus = isForContentPlus(draft)
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <Segmented
        label={t`For`}
        value={ofContentPlus ? 'contentplus' : 'items'}
        disabled={draft.requirements.length > 0}
        onValueChange={(value) =>
          onChange({ kinds: value === 'contentplus' ? kindsOf('contentplus') : replacingKinds })
        }
        options={[
          { value: 'items', label: t`Items` },
          { value: 'contentplus', label: t`Content+ feeds` },
        ]}
      />
      {!ofContentPlus && (
        <div className="flex min-h-8 flex-wrap items-center gap-x-4">
          {itemKinds.map((kind) => (
            <Checkbox
              key={kind}
              label={feedKindWords[kind].label}
              checked={draft.kinds.includes(kind)}
              onCheckedChange={(checked) =>
                onChange({
                  kinds: itemKinds.filter((one) => (one === kind ? checked : draft.kinds.includes(one))),
                })
              }
            />
          ))}
        </div>
      )}
    </div>
  )
}

const sectionLabels = new Map<string, string>(sections.map(({ id, label }) => [id, label]))

function AddField({ draft, onChange }: { draft: RequirementProfile; onChange: Change }) {
  const ofContentPlus = isForContentPlus(draft)
  const options = useMemo(
    () =>
      offeredFields({ kinds: kindsOf(ofContentPlus ? 'contentplus' : 'items') }).map(
        ({ path, label, section }) => ({
          value: path,
          label: `${sectionLabels.get(section) ?? section} · ${label}`,
        }),
      ),
    [ofContentPlus],
  )
  // The key resets the combobox after each choice, including the typed text.
  const added = draft.requirements.length
  return (
    <Combobox
      key={added}
      label={t`Add a field`}
      className="max-w-120"
      options={options}
      value={null}
      onValueChange={(option) => {
        if (!option) return
        const isKnown = familyFor(draft).fields.has(option.value)
        if (isKnown)
          onChange({ requirements: [...draft.requirements, { path: option.value, need: 'required' }] })
      }}
    />
  )
}
