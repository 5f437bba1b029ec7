import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import type { LookupEntry } from '../../../src-shared/catalog/model.ts'
import {
  type SyncPlan,
  type SyncProfile,
  type SyncScope,
  syncProfiles,
} from '../../../src-shared/sync/model.ts'
import { isValidGtin } from '../../../src-shared/values/gtin.ts'
import { entryLabels } from '../../form/inputs/lookup-words.ts'
import { rpc } from '../../rpc/client.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { TextArea } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx'
import { wholeNumber } from '../../ui/text/words.ts'
import { profileWords } from './run-words.ts'

const scopes: Record<SyncScope, { label: string; help: string }> = {
  incremental: {
    label: t`What changed`,
    help: t`What the service changed since the last run, and what a run left undone.`,
  },
  full: {
    label: t`Everything`,
    help: t`Asks for every item once more and finds what a normal sync cannot, such as items that are no longer listed. It takes longer and counts fully against a daily limit, if the service has one.`,
  },
  manufacturer: { label: t`Items of manufacturers`, help: t`Only items of the manufacturers you choose.` },
  brand: { label: t`Items of brands`, help: t`Only items of the brands you choose.` },
  gtins: { label: t`A list of GTINs`, help: t`Only the items with these product codes, one call for each.` },
  verified: {
    label: t`Verified items`,
    help: t`Only items the service has verified. Withdrawn marks are also removed here.`,
  },
}

interface PlanDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The profile in the settings. */
  defaultProfile: SyncProfile
  busy: boolean
  onStart: (plan: SyncPlan) => void
}

/** A dialog to choose the plan of the next run. */
export function PlanDialog({ open, onOpenChange, defaultProfile, busy, onStart }: PlanDialogProps) {
  const [scope, setScope] = useState<SyncScope>('full')
  const [parties, setParties] = useState<LookupEntry[]>([])
  const [list, setList] = useState('')
  const gtins = useMemo(() => codesIn(list), [list])
  const [verified, setVerified] = useState(false)
  const [chosenProfile, setProfile] = useState<SyncProfile>()
  const profile = chosenProfile ?? defaultProfile
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
      title={t`Choose what to sync`}
      actions={
        <DialogActions
          label={t`Start`}
          isBusy={busy}
          isDisabled={!plan}
          onConfirm={() => plan && onStart(plan)}
          onCancel={() => onOpenChange(false)}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <Select
          label={t`Plan`}
          options={Object.entries(scopes).map(([value, { label }]) => ({ value, label }))}
          value={scope}
          onValueChange={(next) => {
            setScope(next as SyncScope)
            setParties([])
          }}
          help={scopes[scope].help}
        />
        {isParty && <PartyPicker key={scope} kind={scope} chosen={parties} onChange={setParties} />}
        {scope === 'gtins' && <GtinField text={list} codes={gtins} onChange={setList} />}
        {(isParty || scope === 'gtins') && (
          <Checkbox label={t`Verified items only`} checked={verified} onCheckedChange={setVerified} />
        )}
        <Select
          label={t`How much of each record`}
          options={syncProfiles.map((value) => ({ value, label: profileWords[value] }))}
          value={profile}
          onValueChange={(next) => setProfile(next as SyncProfile)}
          help={
            profile === 'complete'
              ? undefined
              : t`A shorter record never replaces a complete one: an item that is kept in full and has changed is fetched in full.`
          }
        />
      </div>
    </Dialog>
  )
}

/** The distinct product codes of a list: the first column of each line, without comments and empty lines. */
export const codesIn = (text: string): string[] => [
  ...new Set(
    text
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .flatMap((line) =>
        line.startsWith('#')
          ? []
          : line
              .trim()
              .split(/[\s,;]+/)
              .slice(0, line.includes(',') || line.includes(';') || line.includes('\t') ? 1 : undefined),
      )
      .map((code) => code.replace(/^"|"$/g, ''))
      .filter((code) => /^[\d-]{6,18}$/.test(code)),
  ),
]

/** A list of GTINs, pasted or read from a file. */
function GtinField({
  text,
  codes,
  onChange,
}: {
  text: string
  codes: readonly string[]
  onChange: (text: string) => void
}) {
  const fileId = useId()
  const doubtful = codes.filter((code) => !isValidGtin(code.replaceAll('-', ''))).length
  return (
    <div className="flex flex-col items-start gap-2">
      <TextArea
        className="w-full"
        label={t`Product codes`}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        rows={5}
        spellCheck={false}
        placeholder={t`One code a line`}
        help={
          codes.length === 0
            ? t`GTIN-8, 12, 13 or 14; from a table, the first column.`
            : `${plural(codes.length, { one: '# code', other: '# codes' })}${doubtful > 0 ? t`, ${doubtful} with a wrong check digit (requested anyway)` : ''}`
        }
      />
      <label htmlFor={fileId} className={buttonClass({ size: 'small' })}>
        <Trans>From a file…</Trans>
        <input
          id={fileId}
          type="file"
          accept=".txt,.csv,.tsv"
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) void file.text().then(onChange)
          }}
        />
      </label>
    </div>
  )
}

const shownEntries = 50
const words = {
  manufacturer: { label: t`Add a manufacturer`, list: t`Chosen manufacturers` },
  brand: { label: t`Add a brand`, list: t`Chosen brands` },
}

/** A choice of several manufacturers or brands, found by name or identifier. */
function PartyPicker({
  kind,
  chosen,
  onChange,
}: {
  kind: 'manufacturer' | 'brand'
  chosen: readonly LookupEntry[]
  onChange: (chosen: LookupEntry[]) => void
}) {
  const [text, setText] = useState('')
  const found = useQuery(rpc.catalog.lookup.queryOptions({ input: { kind, text, limit: shownEntries } }))
  const entries = (found.data?.entries ?? []).filter(({ id }) => !chosen.some((other) => other.id === id))
  const labelOf = entryLabels(entries)
  const total = found.data?.total ?? 0
  const typed = text.trim()
  // The service may have entries that the local lists do not have, so a typed identifier can be used too.
  const isNew = found.data?.mayBeIdentifier === true
  const add = (party: LookupEntry | undefined) => {
    setText('')
    if (party) onChange([...chosen, party])
  }
  return (
    <div className="flex flex-col gap-2">
      <Combobox
        label={words[kind].label}
        options={[
          ...entries.map((entry) => ({ value: entry.id, label: labelOf(entry) })),
          ...(isNew ? [{ value: typed, label: t`Use the identifier ${typed}`, isExplicit: true }] : []),
        ]}
        value={null}
        onValueChange={(option) =>
          add(
            option
              ? {
                  id: option.value,
                  name: entries.find(({ id }) => id === option.value)?.name ?? option.value,
                }
              : undefined,
          )
        }
        onSearch={setText}
        isPending={found.isPending}
        status={
          total > entries.length
            ? t`${wholeNumber(entries.length)} of ${wholeNumber(total)}. Type to narrow down.`
            : undefined
        }
        placeholder={t`Name or identifier`}
      />
      {chosen.length > 0 && (
        <ul aria-label={words[kind].list} className="flex flex-wrap gap-1.5">
          {chosen.map(({ id, name }) => (
            <li
              key={id}
              className="inline-flex h-6 items-center gap-1 rounded-full bg-sunken pe-1 ps-2.5 text-xs"
            >
              {name}
              <button
                type="button"
                aria-label={t`Remove ${name}`}
                onClick={() => onChange(chosen.filter((other) => other.id !== id))}
                className="flex size-5 items-center justify-center rounded-full text-ink-faint hover:bg-hover hover:text-ink"
              >
                <X className="size-3" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
