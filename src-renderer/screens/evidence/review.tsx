import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ScanSearch } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import {
  type DismissalReason,
  type FindingKey,
  type FindingRow,
  supportingKinds,
} from '../../../src-shared/evidence/model.ts'
import { rpc } from '../../rpc/client.ts'
import { type Command, useCommands } from '../../shell/commands/command-registry.ts'
import { useKeyBindings } from '../../shell/commands/key-bindings.ts'
import { rowCommands } from '../../shell/commands/shortcuts.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../ui/layout/states.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { Kbd } from '../../ui/text/keys.tsx'
import { printedKeys } from '../../ui/text/strokes.ts'
import { wholeNumber } from '../../ui/text/words.ts'
import { DismissDialog } from './dismiss-dialog.tsx'
import { FindingDetail } from './finding-detail.tsx'
import { FindingList, useFindingRows } from './finding-list.tsx'
import { itemHref, itemName, keyOf, keyText } from './finding-words.ts'
import { SelectionBar } from './selection-bar.tsx'
import { isTakeable, taken, takeValue } from './take-value.ts'
import { useDecideMany } from './use-decide-many.ts'
import { useFindingSelection } from './use-finding-selection.ts'
import { type FindingsQuery, useFindings } from './use-findings.ts'

/** The list of findings, and the current one beside it, for the keyboard. */
export function Review({ query, none }: { query: FindingsQuery; none: ReactNode }) {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const scroller = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<{ index: number; key?: string }>({ index: 0 })
  const [visible, setVisible] = useState({ first: 0, last: 0 })
  const [dismissing, setDismissing] = useState<FindingRow>()
  const { total, undecided, findingAt, indexOf, error, retry } = useFindings(
    query,
    visible.first,
    visible.last,
  )
  const selection = useFindingSelection({ findingAt, undecided })
  const [isDismissingMany, setDismissingMany] = useState(false)
  const virtual = useFindingRows(total ?? 0, () => scroller.current)
  const rows = virtual.getVirtualItems()
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0]
  if (rows.length > 0 && (first !== visible.first || last !== visible.last)) setVisible({ first, last })

  // The current finding keeps its place when others come or go. When it goes itself, the next one follows.
  const moved = current.key === undefined ? -1 : indexOf((one) => keyText(keyOf(one)) === current.key)
  const active = Math.min(moved >= 0 ? moved : current.index, Math.max(0, (total ?? 0) - 1))
  const finding = findingAt(active)
  const activeKey = finding && keyText(keyOf(finding))
  if (finding && (active !== current.index || activeKey !== current.key))
    setCurrent({ index: active, key: activeKey })

  const focusList = () => scroller.current?.focus({ preventScroll: true })
  const moveTo = (index: number) => {
    if (total === undefined || total === 0) return
    const next = Math.max(0, Math.min(total - 1, index))
    const target = findingAt(next)
    setCurrent({ index: next, ...(target && { key: keyText(keyOf(target)) }) })
    virtual.scrollToIndex(next)
    focusList()
  }
  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: rpc.evidence.list.key() }),
      queries.invalidateQueries({ queryKey: rpc.evidence.state.key() }),
    ])
  const many = useDecideMany(selection, query.kinds, reload)
  const failed = (message: string) => (reason: unknown) => toast.failed(message, reason)
  const restore = useMutation(
    rpc.evidence.restore.mutationOptions({ onSuccess: reload, onError: failed(t`It was not restored`) }),
  )
  const dismiss = useMutation(
    rpc.evidence.dismiss.mutationOptions({
      async onSuccess(_, { reason: _reason, note: _note, ...key }) {
        // The finding that takes its place is the next one.
        setCurrent(({ index }) => ({ index }))
        await reload()
        setDismissing(undefined)
        toast.offer(t`Dismissed`, undoDecision(key))
      },
      onError: failed(t`It was not dismissed`),
    }),
  )
  const undoDecision = (key: FindingKey) => ({
    label: t`Undo`,
    async onSelect() {
      await restore.mutateAsync(key)
      setCurrent(({ index }) => ({ index, key: keyText(key) }))
      focusList()
    },
  })
  const agree = useMutation(
    rpc.evidence.agree.mutationOptions({
      async onSuccess(_, key) {
        moveTo(active + 1)
        await reload()
        toast.offer(t`Agreed`, undoDecision(key))
      },
      onError: failed(t`It was not marked as agreed`),
    }),
  )
  const take = useMutation({
    mutationFn: (one: FindingRow) => takeValue(one, taken.draft),
    onSuccess({ draft, label, undo }, one) {
      taken.draft = draft
      const key = keyText(keyOf(one))
      taken.findings.set(key, draft)
      moveTo(active + 1)
      toast.offer(
        t`Taken into the draft “${draft.name}”`,
        {
          label: t`Undo`,
          async onSelect() {
            await undo()
            taken.findings.delete(key)
            setCurrent(({ index }) => ({ index, key }))
            focusList()
          },
        },
        label,
      )
    },
    onError: failed(t`The value was not taken`),
  })
  const isBusy = many.busy || dismiss.isPending || agree.isPending || take.isPending || restore.isPending
  const takes = finding !== undefined && isTakeable(finding) && !taken.findings.has(keyText(keyOf(finding)))
  const mayAgreeWithAll = selection.isAll
    ? !query.kinds.some((kind) => supportingKinds.includes(kind))
    : !selection.keys.some(({ kind }) => supportingKinds.includes(kind))
  const agrees =
    finding !== undefined && finding.decision === undefined && !supportingKinds.includes(finding.kind)
  const run = {
    dismiss: () => {
      if (isBusy) return
      if (selection.count > 0) setDismissingMany(true)
      else if (finding) setDismissing(finding)
    },
    restore: () => {
      if (!finding || isBusy) return
      setCurrent(({ index }) => ({ index }))
      restore.mutate(keyOf(finding))
    },
    agree: () => {
      if (isBusy) return
      if (selection.count > 0) many.decide({ decision: 'agreed' })
      else if (finding) agree.mutate(keyOf(finding))
    },
    take: () => finding && takes && !isBusy && take.mutate(finding),
    open: () => finding && navigate(itemHref(finding.item.id)),
  }
  const actions: (Command & { isPrimary?: boolean; isOffered: boolean })[] = [
    {
      ...takeCommand,
      isOffered: takes,
      isPrimary: true,
      run: run.take,
    },
    finding?.decision?.kind === 'agreed'
      ? { ...disagreeCommand, isOffered: true, run: run.restore }
      : { ...agreeCommand, isOffered: agrees, run: run.agree },
    finding?.decision?.kind === 'dismissed'
      ? { ...restoreCommand, isOffered: true, run: run.restore }
      : { ...dismissCommand, isOffered: true, run: run.dismiss },
    { ...openCommand, isOffered: true, run: run.open },
  ]
  const steps: Command[] = [
    { ...previousCommand, run: () => moveTo(active - 1) },
    { ...nextCommand, run: () => moveTo(active + 1) },
  ]
  useCommands(t`Findings`, [...steps, ...actions.filter(({ isOffered }) => isOffered)])

  if (error && total === undefined)
    return <ErrorState title={t`The findings cannot be shown`} error={error} onRetry={retry} />
  if (total === undefined) return null
  if (total === 0) return none
  return (
    <div className="flex min-h-0 flex-1 flex-col md:flex-row max-md:overflow-y-auto">
      <div className="flex min-h-0 shrink-0 flex-col border-line max-md:h-32 max-md:border-b md:w-72 md:border-e xl:w-80">
        {query.decision === undefined && (
          <SelectionBar
            selection={selection}
            undecided={undecided}
            mayAgree={mayAgreeWithAll}
            busy={many.busy}
            onAgree={run.agree}
            onDismiss={run.dismiss}
          />
        )}
        <FindingList
          ref={scroller}
          selection={query.decision === undefined ? selection : undefined}
          virtual={virtual}
          findingAt={findingAt}
          active={active}
          isTaken={(one) => taken.findings.has(keyText(keyOf(one)))}
          onActivate={moveTo}
          onOpen={run.open}
        />
      </div>
      {finding ? (
        <FindingDetail
          finding={finding}
          taken={taken.findings.get(keyText(keyOf(finding)))}
          actions={
            <>
              {actions
                .filter(({ isOffered }) => isOffered)
                .map((command) => (
                  <CommandButton key={command.id} command={command} isPrimary={command.isPrimary} />
                ))}
              <span className="flex-1" />
              <span className="tabular text-xs text-ink-soft" role="status">
                <Trans>
                  {wholeNumber(active + 1)} of {wholeNumber(total)}
                </Trans>
              </span>
              {steps.map((command) => (
                <CommandButton key={command.id} command={command} />
              ))}
            </>
          }
        />
      ) : (
        <div className="flex-1" />
      )}
      {isDismissingMany && (
        <DismissDialog
          title={t`Dismiss ${plural(selection.count, { one: '# finding', other: '# findings' })}`}
          busy={many.busy}
          onClose={() => setDismissingMany(false)}
          onDismiss={(reason, note) =>
            many.decide({ decision: 'dismissed', reason, note }, () => setDismissingMany(false))
          }
        />
      )}
      {dismissing && (
        <DismissDialog
          title={t`Dismiss this finding`}
          description={`${itemName(dismissing)}: ${dismissing.message}`}
          busy={dismiss.isPending}
          onClose={() => setDismissing(undefined)}
          onDismiss={(reason: DismissalReason, note: string) =>
            dismiss.mutate({ ...keyOf(dismissing), reason, note })
          }
        />
      )}
    </div>
  )
}

const previousCommand = { ...rowCommands.previous, label: t`Previous` }
const nextCommand = { ...rowCommands.next, label: t`Next` }
const takeCommand = {
  id: 'take-finding',
  label: t`Take into a draft`,
  words: t`value edit write correct`,
  keys: 'T',
}
const agreeCommand = {
  id: 'agree-finding',
  label: t`Agree`,
  words: t`right confirm correct seen`,
  keys: 'A',
}
const disagreeCommand = {
  id: 'disagree-finding',
  label: t`Take back the agreement`,
  words: t`undo agree back`,
  keys: 'A',
}
const dismissCommand = { id: 'dismiss-finding', label: t`Dismiss…`, words: t`ignore hide wrong`, keys: 'D' }
const restoreCommand = { id: 'restore-finding', label: t`Restore`, words: t`undo dismiss back`, keys: 'D' }
const openCommand = { id: 'open-finding', label: t`Open the item`, words: t`record show`, keys: 'O' }

/** A button for a command, with its keys. */
function CommandButton({ command, isPrimary }: { command: Command; isPrimary?: boolean | undefined }) {
  const { keysOf } = useKeyBindings()
  const keys = keysOf(command)
  return (
    <Button
      size="small"
      variant={isPrimary ? 'primary' : 'secondary'}
      aria-keyshortcuts={keys.replaceAll(' ', '+')}
      onClick={command.run}
    >
      {command.label}
      {keys !== '' && (
        <span aria-hidden className="ms-1">
          <Kbd keys={printedKeys(keys)} />
        </span>
      )}
    </Button>
  )
}

/** Shown instead of an empty list of findings. */
export const NoFindings = ({
  read,
  children,
  action,
}: {
  read: number
  children?: ReactNode
  action?: ReactNode
}) => (
  <EmptyState icon={ScanSearch} title={t`No differences found`} action={action}>
    {children ??
      t`In ${plural(read, { one: '# picture', other: '# pictures' })} that were read. What cannot be read in a picture is not compared.`}
  </EmptyState>
)
