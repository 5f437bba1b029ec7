import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LookupEntry } from '../../../src-shared/catalog/model.ts'
import {
  type NameChoice,
  type NameContext,
  type NameKind,
  type NameTreatment,
  nameKinds,
  possibleTreatments,
  treatmentOf,
  type UnmatchedNames,
} from '../../../src-shared/import/names.ts'
import type { ImportReport, UnmatchedName } from '../../../src-shared/import/report.ts'
import { rpc } from '../../rpc/client.ts'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Table, TableCell, TableRow } from '../../ui/layout/table.tsx'
import { wholeNumber } from '../../ui/text/words.ts'

const treatmentLabels: Record<NameTreatment, string> = {
  add: t`Add to the list`,
  keep: t`Keep as text`,
  leave: t`Leave out`,
}
const kindLabels: Record<NameKind, string> = {
  brand: t`Brands`,
  manufacturer: t`Manufacturers`,
  distributor: t`Distributors`,
  category: t`Categories`,
}
const pageSize = 20

interface UnmatchedNamesProps {
  report: ImportReport
  place: NameContext
  names: UnmatchedNames
  onNames: (names: UnmatchedNames) => void
}

/**
 * The names of a file that are in no list, one kind at a time. For each, a person selects an entry or another
 * treatment.
 */
export function UnmatchedNamesView({ report, place, names, onNames }: UnmatchedNamesProps) {
  const kinds = nameKinds.filter((kind) => report.names.some((name) => name.kind === kind))
  const [chosenKind, setKind] = useState<NameKind>()
  const kind = kinds.find((one) => one === chosenKind) ?? kinds[0]
  if (kind === undefined) return null
  const ofKind = report.names.filter((name) => name.kind === kind)
  const more = report.moreNames[kind] ?? 0
  return (
    <section aria-label={t`Names not in the lists`} className="flex flex-col gap-3">
      <div>
        <h3 className="text-sm font-semibold">
          <Trans>Names not in the lists</Trans>
        </h3>
        <p className="text-sm text-ink-soft">
          <Trans>
            Select the matching entry, or how to treat the name. Your choices are saved for the next file with
            these columns.
          </Trans>
        </p>
      </div>
      {kinds.length > 1 && (
        <Segmented
          label={t`Kind of name`}
          labelHidden
          value={kind}
          onValueChange={setKind}
          options={kinds.map((value) => ({ value, label: kindLabels[value] }))}
        />
      )}
      <NamesOfKind key={kind} kind={kind} found={ofKind} place={place} names={names} onNames={onNames} />
      {more > 0 && (
        <p className="text-xs text-ink-faint">
          <Trans>
            {wholeNumber(more)} values have further names, which are not listed: all of them are treated
            alike.
          </Trans>
        </p>
      )}
    </section>
  )
}

interface NamesOfKindProps extends Omit<UnmatchedNamesProps, 'report'> {
  kind: NameKind
  found: UnmatchedName[]
}

function NamesOfKind({ kind, found, place, names, onNames }: NamesOfKindProps) {
  const [offset, setOffset] = useState(0)
  const shown = found.slice(offset, offset + pageSize)
  const near = useQuery(
    rpc.imports.nearNames.queryOptions({ input: { kind, names: shown.map(({ name }) => name) } }),
  )
  const choices = names.choices[kind] ?? {}
  const choose = (name: string, choice: NameChoice | undefined) => {
    const { [name]: _former, ...others } = choices
    const ofKind = choice === undefined ? others : { ...others, [name]: choice }
    onNames({ ...names, choices: { ...names.choices, [kind]: ofKind } })
  }
  const nearTo = (name: string) => near.data?.find((one) => one.name === name)?.entries ?? []
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <Table
        label={t`${kindLabels[kind]} not in the lists`}
        className="min-w-2xl table-fixed"
        columns={[
          { label: t`Name` },
          { label: t`Values`, numeric: true, className: 'w-24' },
          { label: t`Column`, className: 'w-1/5' },
          { label: t`Becomes`, className: 'w-80' },
        ]}
      >
        {shown.map((found) => (
          <TableRow key={found.name}>
            <TableCell className="truncate" title={found.name}>
              {found.name}
            </TableCell>
            <TableCell numeric>{wholeNumber(found.count)}</TableCell>
            <TableCell className="truncate font-mono text-xs" title={t`line ${found.line}`}>
              {found.column}
            </TableCell>
            <TableCell className="py-1.5!">
              <NameInput
                found={found}
                near={nearTo(found.name)}
                place={place}
                otherwise={names.otherwise}
                choice={choices[found.name]}
                onChoice={(choice) => choose(found.name, choice)}
              />
            </TableCell>
          </TableRow>
        ))}
      </Table>
      {found.length > pageSize && (
        <Pager
          offset={offset}
          shown={shown.length}
          total={found.length}
          pageSize={pageSize}
          onPage={(page) => setOffset((page - 1) * pageSize)}
        />
      )}
    </div>
  )
}

interface NameInputProps {
  found: UnmatchedName
  near: readonly LookupEntry[]
  place: NameContext
  otherwise: NameTreatment | undefined
  choice: NameChoice | undefined
  onChoice: (choice: NameChoice | undefined) => void
}

/** Prefix of option values that are entry ids, to distinguish them from treatments. */
const entryPrefix = 'entry '
const asOption = ({ id, name }: LookupEntry) => ({ value: entryPrefix + id, label: `${name} (${id})` })

function NameInput({ found, near, place, otherwise, choice, onChoice }: NameInputProps) {
  const [text, setText] = useState('')
  const search = useQuery(
    rpc.catalog.lookup.queryOptions({
      input: { kind: found.kind, text, limit: 50 },
      enabled: text.trim() !== '',
    }),
  )
  const chosenId = typeof choice === 'object' ? choice.choose : ''
  const current = useQuery(
    rpc.catalog.lookup.queryOptions({
      input: { kind: found.kind, text: chosenId, limit: 50 },
      enabled: chosenId !== '',
    }),
  )
  const treatments = possibleTreatments(found.kind, place).map((value) => ({
    value,
    label: treatmentLabels[value],
  }))
  const searched = text.trim() === '' ? [] : (search.data?.entries ?? []).map(asOption)
  const options = text.trim() === '' ? [...treatments, ...near.map(asOption)] : searched
  const chosen = choice ?? treatmentOf(found.kind, place, otherwise)
  const value =
    typeof chosen === 'string'
      ? { value: chosen, label: treatmentLabels[chosen] }
      : ([...near, ...(current.data?.entries ?? [])]
          .map(asOption)
          .find(({ value }) => value === entryPrefix + chosen.choose) ?? {
          value: entryPrefix + chosen.choose,
          label: chosen.choose,
        })
  return (
    <Combobox
      label={t`What “${found.name}” becomes`}
      labelHidden
      options={options}
      value={value}
      onSearch={setText}
      isPending={text.trim() !== '' && search.isPending}
      onValueChange={(option) => {
        setText('')
        onChoice(option ? choiceOf(option.value) : undefined)
      }}
      status={
        text.trim() === '' && near.length > 0
          ? t`Names spelt alike are offered. Type to search the list.`
          : undefined
      }
    />
  )
}

function choiceOf(value: string): NameChoice | undefined {
  if (value === 'add' || value === 'keep' || value === 'leave') return value
  return value.startsWith(entryPrefix) ? { choose: value.slice(entryPrefix.length) } : undefined
}
