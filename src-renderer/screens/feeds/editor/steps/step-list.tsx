import { Popover } from '@base-ui/react/popover'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { History, Undo2 } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { Draft, DraftStep, StepClashes } from '../../../../../src-shared/feeds/draft/model.ts'
import { rpc } from '../../../../rpc/client.ts'
import { useCommands } from '../../../../shell/commands/command-registry.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../../../ui/layout/states.tsx'
import { usePopupContainer } from '../../../../ui/overlays/popup.tsx'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { dateAndTime, relativeTime, useTick } from '../../../../ui/text/words.ts'
import type { DraftWork } from '../session/use-draft.ts'
import { ClashDialog } from './clash-dialog.tsx'

interface StepListProps {
  draft: Draft
  work: DraftWork
}

/** Button in the draft's header that opens the list of its steps. Each step can be undone alone. */
export function StepListButton({ draft, work }: StepListProps) {
  const container = usePopupContainer()
  const [isOpen, setIsOpen] = useState(false)
  const [asked, setAsked] = useState<{ step: DraftStep; clashes: StepClashes }>()
  useCommands(
    t`This draft`,
    useMemo(
      () => [
        {
          id: 'draft-steps',
          label: t`Show the steps of this draft`,
          words: t`history undo one step alone versions`,
          icon: <History className="size-4" aria-hidden />,
          run: () => setIsOpen(true),
        },
      ],
      [],
    ),
  )
  const undo = async (step: DraftStep) => {
    const outcome = await work.undoStep(step.number)
    if (!outcome) return
    if ('clashes' in outcome) setAsked({ step, clashes: outcome.clashes })
    else toast.done(outcome.changed.draft.undo ?? step.label)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger
        aria-label={t`Steps of this draft`}
        title={t`Steps of this draft`}
        className={clsx(buttonClass({ variant: 'ghost' }), 'w-8 px-0!')}
      >
        <History className="size-4" aria-hidden />
      </Popover.Trigger>
      <Popover.Portal container={container}>
        <Popover.Positioner sideOffset={4} align="end" className="z-20">
          <Popover.Popup className="popup flex max-h-[min(36rem,calc(100vh-6rem))] w-96 max-w-[calc(100vw-2rem)] flex-col">
            <div className="border-b border-line px-4 py-3">
              <Popover.Title className="text-sm font-semibold">
                <Trans>Steps of this draft</Trans>
              </Popover.Title>
              <Popover.Description className="mt-0.5 text-xs text-ink-soft">
                <Trans>Undo takes back one step and keeps the later ones.</Trans>
              </Popover.Description>
            </div>
            <Steps draft={draft} onUndo={undo} onRedo={work.redo} />
            {/* Inside the list, which otherwise closes when the dialog takes the focus. */}
            {asked && (
              <ClashDialog
                {...asked}
                kind={draft.kind}
                onClose={() => setAsked(undefined)}
                onUndo={async (choice) => {
                  const outcome = await work.undoStep(asked.step.number, choice)
                  // The draft was changed since: the clashes are asked again, as they are now.
                  if (outcome && 'clashes' in outcome) setAsked({ ...asked, clashes: outcome.clashes })
                  else setAsked(undefined)
                  if (outcome && 'changed' in outcome)
                    toast.done(outcome.changed.draft.undo ?? asked.step.label)
                }}
              />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface StepsProps {
  draft: Draft
  onUndo: (step: DraftStep) => Promise<void>
  onRedo: () => Promise<void>
}

function Steps({ draft, onUndo, onRedo }: StepsProps) {
  useTick()
  const { data, error, refetch } = useQuery(rpc.feeds.draftSteps.queryOptions({ input: { id: draft.id } }))
  const [busy, setBusy] = useState<number>()
  const list = useRef<HTMLOListElement>(null)
  const act = async (number: number, action: () => Promise<void>) => {
    setBusy(number)
    // An undone step has no button any more. The focus stays in the list.
    list.current?.focus()
    await action()
    setBusy(undefined)
  }
  if (!data)
    return error ? (
      <ErrorState title={t`The steps cannot be shown`} error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="m-4 h-24" />
    )
  // Redo applies the oldest of the undone steps first.
  const redone = data.steps.findLast(({ state }) => state === 'ahead')
  return (
    <ol ref={list} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto py-1 outline-none">
      {data.steps.map((step) => (
        <li
          key={step.number}
          className="flex items-start gap-3 border-b border-line px-4 py-2 last:border-0 [content-visibility:auto]"
        >
          <StepWords step={step} />
          {step === redone ? (
            <Button size="small" busy={busy === step.number} onClick={() => void act(step.number, onRedo)}>
              <Trans>Redo</Trans>
            </Button>
          ) : (
            (step.state === 'done' || step.state === 'partly') && (
              <Button
                size="small"
                icon={<Undo2 className="size-3.5" aria-hidden />}
                busy={busy === step.number}
                disabled={busy !== undefined}
                aria-label={t`Undo “${step.label}” alone`}
                onClick={() => void act(step.number, () => onUndo(step))}
              >
                <Trans>Undo</Trans>
              </Button>
            )
          )}
        </li>
      ))}
      <li className="px-4 py-2 text-sm text-ink-soft">
        <Trans>Draft created</Trans>
        <span className="block text-xs text-ink-faint" title={dateAndTime(data.createdAt)}>
          {relativeTime(data.createdAt)}
        </span>
      </li>
    </ol>
  )
}

function StepWords({ step }: { step: DraftStep }) {
  const { label, at, by, isOwn, items, state, others } = step
  const isApplied = state === 'done' || state === 'partly'
  const details = [
    items > 0 && plural(items, { one: '# item', other: '# items' }),
    isOwn ? t`You` : by,
    relativeTime(at),
  ].filter(Boolean)
  return (
    <div className="min-w-0 flex-1">
      <p
        dir="auto"
        className={clsx('line-clamp-2 text-sm break-words', !isApplied && 'text-ink-faint line-through')}
      >
        {label.trim() || t`Change without a name`}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-faint" title={dateAndTime(at)}>
        {details.join(' · ')}
        {state === 'partly' && (
          <Badge tone="warn">
            <Trans>Undone in part</Trans>
          </Badge>
        )}
        {!isApplied && (
          <Badge>
            <Trans>Undone</Trans>
          </Badge>
        )}
      </p>
      {others.length > 0 && (
        <p dir="auto" className="line-clamp-2 text-xs break-words text-ink-faint">
          <Trans>Also in {others.join(', ')}</Trans>
        </p>
      )}
    </div>
  )
}
