import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import {
  type NameContext,
  type NameKind,
  nameKinds,
  possibleTreatments,
  type UnmatchedNames,
} from '../../../../src-shared/import/names.ts'
import type { ImportReport, UnmatchedName } from '../../../../src-shared/import/report.ts'
import { MergeDialog } from '../../../names/merge-dialog.tsx'
import { client, rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/inputs/field.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { ErrorState } from '../../../ui/layout/states.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { isTyping } from '../../../ui/text/keys.tsx'
import { wholeNumber } from '../../../ui/text/words.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { type ChoiceHistory, type Choices, useChoiceHistory } from './choice-history.ts'
import { choiceOf, treatmentLabels } from './name-input.tsx'
import { isAcceptable, type NameOrder, type NameRow, nameRows, shownRows } from './name-rows.ts'
import { NameTable } from './name-table.tsx'
import { RememberedNames } from './remembered-names.tsx'

const kindLabels: Record<NameKind, string> = {
  brand: t`Brands`,
  manufacturer: t`Manufacturers`,
  distributor: t`Distributors`,
  category: t`Categories`,
  packageType: t`Package types`,
  unit: t`Units`,
}

interface UnmatchedNamesProps {
  /** The job with the report. */
  job: string
  report: ImportReport
  place: NameContext
  names: UnmatchedNames
  onNames: (names: UnmatchedNames) => void
}

/**
 * The names of a file that are in no list, one kind at a time. A person accepts matching entries, merges
 * several spellings of a name, or chooses another treatment. Each step can be undone.
 */
export function UnmatchedNamesView({ job, report, place, names, onNames }: UnmatchedNamesProps) {
  const kinds = nameKinds.filter((kind) => report.names.some((name) => name.kind === kind))
  const [chosenKind, setKind] = useState<NameKind>()
  const history = useChoiceHistory(names, onNames)
  const kind = kinds.find((one) => one === chosenKind) ?? kinds[0]
  if (kind === undefined) return null
  const countOf = (value: NameKind) => report.names.filter((name) => name.kind === value).length
  const more = report.moreNames[kind] ?? 0
  const undoKey = (event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (!isUndo || isTyping(event.target) || history.last === undefined) return
    event.preventDefault()
    event.stopPropagation()
    history.undo()
  }
  return (
    <section aria-label={t`Names not in the lists`} className="flex flex-col gap-3" onKeyDown={undoKey}>
      <div>
        <h3 className="text-sm font-semibold">
          <Trans>Names not in the lists</Trans>
        </h3>
        <p className="text-sm text-ink-soft">
          <Trans>
            Accept the matching entries, and merge names that mean the same. What you choose is remembered for
            the next file.
          </Trans>
        </p>
      </div>
      {kinds.length > 1 && (
        <Segmented
          label={t`Kind of name`}
          labelHidden
          value={kind}
          onValueChange={setKind}
          options={kinds.map((value) => ({
            value,
            label: t`${kindLabels[value]} ${wholeNumber(countOf(value))}`,
          }))}
        />
      )}
      <NamesOfKind
        key={kind}
        kind={kind}
        job={job}
        found={report.names.filter((name) => name.kind === kind)}
        place={place}
        names={names}
        history={history}
      />
      {more > 0 && (
        <p className="text-xs text-ink-faint">
          <Trans>
            {wholeNumber(more)} values have further names, which are not listed: all of them are treated
            alike.
          </Trans>
        </p>
      )}
      <RememberedNames kind={kind} />
    </section>
  )
}

interface NamesOfKindProps extends Pick<UnmatchedNamesProps, 'job' | 'place' | 'names'> {
  kind: NameKind
  found: UnmatchedName[]
  history: ChoiceHistory
}

function NamesOfKind({ job, kind, found, place, names, history }: NamesOfKindProps) {
  const [text, setText] = useState('')
  const [order, setOrder] = useState<NameOrder>('near')
  const [dialog, setDialog] = useState<'accept' | 'merge'>()
  const [offset, setOffset] = useState(0)
  const matches = useQuery(rpc.imports.nameMatches.queryOptions({ input: { id: job, kind } }))
  const rows = useMemo(
    () => nameRows(found, matches.data?.matches ?? [], names, place),
    [found, matches.data, names, place],
  )
  const shown = useMemo(() => shownRows(rows, text, order), [rows, text, order])
  const acceptable = rows.filter(isAcceptable)
  const apply = (label: string, choices: Choices) => history.apply(label, kind, choices)
  const accept = (accepted: readonly NameRow[]) =>
    apply(
      accepted.length === 1
        ? t`“${accepted[0]?.name ?? ''}” accepted`
        : t`${plural(accepted.length, { one: '# match', other: '# matches' })} accepted`,
      accepted.flatMap(({ name, match }) => (match ? [[name, choiceOf(kind, match.entry)] as const] : [])),
    )
  const open = shown.filter(({ choice, isDecided }) => choice === undefined && !isDecided)
  const shownWords = plural(open.length, { one: '# name', other: '# names' })
  const show = (next: { text?: string; order?: NameOrder }) => {
    if (next.text !== undefined) setText(next.text)
    if (next.order !== undefined) setOrder(next.order)
    setOffset(0)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label={t`Find names`}
          placeholder={t`Find names`}
          value={text}
          onValueChange={(next) => show({ text: next })}
          className="w-48"
        />
        <Segmented
          label={t`Order`}
          labelHidden
          value={order}
          onValueChange={(next) => show({ order: next })}
          options={[
            { value: 'near', label: t`Matches first` },
            { value: 'count', label: t`Most values` },
            { value: 'name', label: t`A to Z` },
          ]}
        />
        <span className="flex-1" />
        <Button
          size="small"
          icon={<Undo2 className="size-3.5" aria-hidden />}
          disabled={history.last === undefined}
          title={history.last === undefined ? undefined : t`Undo: ${history.last}`}
          onClick={history.undo}
        >
          <Trans>Undo</Trans>
        </Button>
        <Menu
          trigger={
            <Button size="small" disabled={open.length === 0}>
              {text.trim() === '' ? t`All without a choice…` : t`All found…`}
            </Button>
          }
          actions={possibleTreatments(kind, place).map((treatment) => ({
            label: t`${treatmentLabels[treatment]}: ${shownWords}`,
            onSelect: () =>
              apply(
                t`${treatmentLabels[treatment]}: ${shownWords}`,
                open.map(({ name }) => [name, treatment]),
              ),
          }))}
        />
        <Button size="small" disabled={rows.length < 2} onClick={() => setDialog('merge')}>
          <Trans>Merge alike names…</Trans>
        </Button>
        <Button
          size="small"
          variant="primary"
          busy={matches.isLoading}
          disabled={acceptable.length === 0}
          onClick={() => setDialog('accept')}
        >
          {acceptable.length === 0
            ? t`No matches to accept`
            : t`Accept ${plural(acceptable.length, { one: '# match', other: '# matches' })}…`}
        </Button>
      </div>
      {matches.isError && (
        <ErrorState
          title={t`The names could not be compared with the list`}
          error={matches.error}
          onRetry={() => void matches.refetch()}
        />
      )}
      <NameTable
        label={t`${kindLabels[kind]} not in the lists`}
        rows={shown}
        offset={offset}
        onOffset={setOffset}
        place={place}
        onAccept={(row) => accept([row])}
        onChoice={({ name }, choice) => apply(t`“${name}” changed`, [[name, choice]])}
      />
      {dialog === 'accept' && (
        <AcceptDialog
          rows={acceptable}
          onAccept={(accepted) => {
            accept(accepted)
            setDialog(undefined)
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'merge' && (
        <MergeDialog
          of={kindLabels[kind]}
          kind={kind}
          find={() => client.imports.alikeNames({ id: job, kind })}
          isRememberedLater
          onMerge={(merges) => {
            apply(
              t`${plural(merges.length, { one: '# name', other: '# names' })} merged`,
              merges.map(({ from, to }) => [from, { as: to }]),
            )
            return true
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}
