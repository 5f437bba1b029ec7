import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LookupEntry } from '../../../../src-shared/catalog/model.ts'
import {
  isListed,
  type NameChoice,
  type NameContext,
  type NameKind,
  type NameTreatment,
  possibleTreatments,
} from '../../../../src-shared/import/names.ts'
import { fold } from '../../../../src-shared/values/fold.ts'
import { units } from '../../../../src-shared/values/units.ts'
import { entryLabels } from '../../../form/inputs/lookup-words.ts'
import { rpc } from '../../../rpc/client.ts'
import { said } from '../../../texts/translate-message.ts'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import type { NameRow } from './name-rows.ts'

export const treatmentLabels: Record<NameTreatment, string> = {
  add: t`Add to the list`,
  keep: t`Keep as text`,
  leave: t`Leave out`,
}

/** The units that a name can stand for. */
const unitEntries: readonly LookupEntry[] = units.map(({ code, name }) => ({ id: code, name: said(name) }))

/** Prefixes of option values, to distinguish entry ids and names from treatments. */
const entryPrefix = 'entry '
const namePrefix = 'name '
const asOptions = (entries: readonly LookupEntry[]) => {
  const labelOf = entryLabels(entries)
  return entries.map((entry) => ({ value: entryPrefix + entry.id, label: labelOf(entry) }))
}
const sameNameOption = (name: string) => ({ value: namePrefix + name, label: t`As “${name}”` })

interface NameInputProps {
  row: NameRow
  place: NameContext
  onChoice: (choice: NameChoice | undefined) => void
}

/** Selects an entry of the list or a treatment for a name. Near entries are read when it is opened. */
export function NameInput({ row, place, onChoice }: NameInputProps) {
  const { name, kind, match, outcome } = row
  const [text, setText] = useState('')
  const [wasOpened, setOpened] = useState(false)
  const near = useQuery(
    rpc.imports.nearNames.queryOptions({ input: { kind, names: [name] }, enabled: wasOpened }),
  )
  const listed = isListed(kind) ? kind : undefined
  const search = useQuery(
    rpc.catalog.lookup.queryOptions({
      input: { kind: listed ?? 'brand', text, limit: 50 },
      enabled: text.trim() !== '' && listed !== undefined,
    }),
  )
  const chosenId = typeof outcome === 'object' && 'choose' in outcome ? outcome.choose : ''
  const isMatch = match?.entry.id === chosenId
  const current = useQuery(
    rpc.catalog.lookup.queryOptions({
      input: { kind: listed ?? 'brand', text: chosenId, limit: 50 },
      enabled: chosenId !== '' && !isMatch && listed !== undefined,
    }),
  )
  const nearEntries = kind === 'unit' ? unitEntries : (near.data?.[0]?.entries ?? [])
  const entries = match
    ? [match.entry, ...nearEntries.filter(({ id }) => id !== match.entry.id)]
    : nearEntries
  const treatments = possibleTreatments(kind, place).map((value) => ({
    value,
    label: treatmentLabels[value],
  }))
  const offered =
    kind === 'packageType'
      ? entries.map(({ name: spelling }) => sameNameOption(spelling))
      : asOptions(entries)
  const searched = listed
    ? asOptions(search.data?.entries ?? [])
    : offered.filter(({ label }) => fold(label).includes(fold(text.trim())))
  const options = text.trim() === '' ? [...treatments, ...offered] : searched
  const value =
    typeof outcome === 'string'
      ? { value: outcome, label: treatmentLabels[outcome] }
      : 'as' in outcome
        ? sameNameOption(outcome.as)
        : {
            value: entryPrefix + outcome.choose,
            label:
              [...entries, ...(current.data?.entries ?? [])].find(({ id }) => id === outcome.choose)?.name ??
              outcome.choose,
          }
  return (
    <Combobox
      label={t`What “${name}” becomes`}
      labelHidden
      options={options}
      value={value}
      onSearch={setText}
      isPending={text.trim() !== '' && listed !== undefined && search.isPending}
      onOpenChange={(isOpen) => isOpen && setOpened(true)}
      onValueChange={(option) => {
        setText('')
        onChoice(option ? choiceNamed(option.value) : undefined)
      }}
      status={
        text.trim() === '' && entries.length > 0
          ? t`Names spelt alike are offered. Type to search the list.`
          : undefined
      }
    />
  )
}

/** The choice of an entry for a name. A package type has no identifier, only a spelling. */
export const choiceOf = (kind: NameKind, { id, name }: LookupEntry): NameChoice =>
  kind === 'packageType' ? { as: name } : { choose: id }

function choiceNamed(value: string): NameChoice | undefined {
  if (value === 'add' || value === 'keep' || value === 'leave') return value
  if (value.startsWith(namePrefix)) return { as: value.slice(namePrefix.length) }
  return value.startsWith(entryPrefix) ? { choose: value.slice(entryPrefix.length) } : undefined
}
