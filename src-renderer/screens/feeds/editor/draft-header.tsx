import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import {
  Check,
  CircleAlert,
  CloudOff,
  Ellipsis,
  LoaderCircle,
  MessageSquare,
  Redo2,
  Send,
  Undo2,
} from 'lucide-react'
import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import type { DraftEdit } from '../../../../src-shared/feeds/draft/edits.ts'
import type { Draft } from '../../../../src-shared/feeds/draft/model.ts'
import { client } from '../../../rpc/client.ts'
import { feedKindWords } from '../../../texts/feed-kinds.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { Term } from '../../../ui/overlays/term.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { commandKey } from '../../../ui/text/keys.tsx'
import { wholeNumber } from '../../../ui/text/words.ts'
import { deleteDrafts } from '../list/draft-deletion.ts'
import { NameDialog } from '../list/name-dialog.tsx'
import { feedsBack } from './draft-skeleton.tsx'
import { OthersInDraft } from './review/presence-mark.tsx'
import { ReviewActions } from './review/review-actions.tsx'
import type { Me } from './review/use-me.ts'
import type { SaveState } from './session/autosave.ts'
import type { DraftWork } from './session/use-draft.ts'
import { StepListButton } from './steps/step-list.tsx'

export type DraftView = 'form' | 'grid' | 'preview' | 'xml'
const viewLabels: Record<DraftView, string> = {
  form: t`Form`,
  grid: t`Grid`,
  preview: t`Preview`,
  xml: 'XML',
}

interface DraftHeaderProps {
  draft: Draft
  work: DraftWork
  saveState: SaveState
  views: readonly DraftView[]
  view: DraftView
  onViewChange: (view: DraftView) => void
  /** Number of errors shown. Errors in untouched fields of a new draft are hidden. */
  errors: number
  /** Number of required fields that are empty and untouched. */
  toFill: number
  /** Whether queueing is being prepared. */
  busy: boolean
  onFirstError: () => void
  onQueue: () => void
  /** The signed-in person; absent without a team. */
  me?: Me | undefined
  /** Opens and closes the discussion. */
  onDiscussion?: () => void
}

/** Name, kind and state of a draft, with the actions for it. */
export function DraftHeader(props: DraftHeaderProps) {
  const { draft, work, saveState, views, view, onViewChange, errors, toFill, busy, onFirstError, onQueue } =
    props
  const { me, onDiscussion } = props
  const reasonId = useId()
  // Every item is checked and none has an error.
  const mayQueue = draft.errorCount === 0 && draft.uncheckedCount === 0 && draft.itemCount > 0
  const queueButton = (
    <Button
      variant="primary"
      icon={<Send className="size-4" aria-hidden />}
      disabled={!mayQueue}
      busy={busy}
      aria-describedby={mayQueue ? undefined : reasonId}
      onClick={onQueue}
    >
      <Trans>Queue</Trans>
    </Button>
  )
  return (
    <PageHeader
      back={feedsBack}
      title={draft.name}
      badges={
        <>
          <Badge>{feedKindWords[draft.kind].label}</Badge>
          <Term name={feedKindWords[draft.kind].term} />
          {draft.isTemplate && (
            <Badge tone="accent">
              <Trans>Template</Trans>
            </Badge>
          )}
          {draft.group !== '' && <Badge>{draft.group}</Badge>}
          <SaveBadge state={saveState} />
          <OthersInDraft />
        </>
      }
      actions={
        <>
          {(draft.uncheckedCount > 0 || errors > 0 || toFill > 0) && (
            <span id={reasonId} className="text-xs">
              <BlockedReason draft={draft} errors={errors} toFill={toFill} onFirstError={onFirstError} />
            </span>
          )}
          <span className="flex">
            <IconButton
              label={draft.undo ? t`Undo: ${draft.undo}` : t`Nothing to undo`}
              keys={[commandKey, 'Z']}
              icon={<Undo2 className="size-4" aria-hidden />}
              disabled={!draft.undo && saveState.kind === 'saved'}
              onClick={() => void work.undo()}
            />
            <IconButton
              label={draft.redo ? t`Redo: ${draft.redo}` : t`Nothing to do again`}
              keys={[commandKey, '⇧', 'Z']}
              icon={<Redo2 className="size-4" aria-hidden />}
              disabled={!draft.redo}
              onClick={() => void work.redo()}
            />
            <StepListButton draft={draft} work={work} />
          </span>
          <Segmented
            label={t`View`}
            labelHidden
            value={view}
            onValueChange={onViewChange}
            options={views.map((value) => ({ value, label: viewLabels[value] }))}
          />
          <DraftMenu draft={draft} work={work} />
          {me && onDiscussion && (
            <IconButton
              label={t`Discussion`}
              icon={<MessageSquare className="size-4" aria-hidden />}
              onClick={onDiscussion}
            />
          )}
          {!draft.isTemplate &&
            (me ? <ReviewActions draft={draft} work={work} me={me} queue={queueButton} /> : queueButton)}
        </>
      }
    />
  )
}

/** The reason why the draft cannot be queued, with a link to the first problem. */
function BlockedReason({
  draft,
  errors,
  toFill,
  onFirstError,
}: Pick<DraftHeaderProps, 'draft' | 'errors' | 'toFill' | 'onFirstError'>) {
  if (errors > 0)
    return (
      <button type="button" onClick={onFirstError} className="cursor-default text-bad hover:underline">
        <Trans>
          <Plural value={errors} one="# error" other="# errors" /> to fix first
        </Trans>
        {draft.uncheckedCount > 0 && <span className="text-ink-faint"> · {checkingText(draft)}</span>}
      </button>
    )
  if (toFill > 0)
    return (
      <button type="button" onClick={onFirstError} className="cursor-default text-ink-soft hover:underline">
        <Trans>
          <Plural value={toFill} one="# required field" other="# required fields" /> to fill
        </Trans>
      </button>
    )
  return <span className="text-ink-faint">{checkingText(draft)}</span>
}

/** Progress of the checks of a draft, such as `Checking 3,400 of 10,000…`. */
export const checkingText = ({ itemCount, uncheckedCount }: Draft): string =>
  itemCount > 1
    ? t`Checking ${wholeNumber(itemCount - uncheckedCount)} of ${wholeNumber(itemCount)}…`
    : t`Checking…`

function DraftMenu({ draft, work }: { draft: Draft; work: DraftWork }) {
  const [, navigate] = useLocation()
  const [openDialog, setOpenDialog] = useState<'name' | 'group' | 'template'>()
  const close = () => setOpenDialog(undefined)
  const saveAsTemplate = async (name: string) => {
    const template = await work.attempt(t`The template was not saved`, () =>
      client.feeds.createDraft({ kind: draft.kind, fromDraft: draft.id, name, isTemplate: true }),
    )
    if (template)
      toast.offer(t`Saved the template “${template.name}”`, {
        label: t`Open it`,
        onSelect: () => navigate(`/feeds/${template.id}`),
      })
    return template !== undefined
  }
  const change = async (label: string, edit: DraftEdit) => (await work.edit(label, [edit])) !== undefined
  const remove = async () => {
    // Saves the last typing first, in case the draft is restored.
    await work.flush()
    navigate('/feeds')
    await deleteDrafts([draft])
  }
  return (
    <>
      <Menu
        trigger={<IconButton label={t`More actions`} icon={<Ellipsis className="size-4" aria-hidden />} />}
        actions={[
          { label: t`Rename…`, onSelect: () => setOpenDialog('name') },
          { label: t`Put into a group…`, onSelect: () => setOpenDialog('group') },
          { label: t`Save as a template…`, onSelect: () => setOpenDialog('template') },
          null,
          { label: t`Delete draft`, dangerous: true, onSelect: () => void remove() },
        ]}
      />
      {openDialog === 'name' && (
        <NameDialog
          title={t`Rename the draft`}
          label={t`Name`}
          value={draft.name}
          action={t`Rename`}
          // An unchanged name is not sent, so that a default name stays automatic.
          onName={(name) =>
            name === draft.name ? undefined : change(t`Renamed to “${name}”`, { do: 'rename', name })
          }
          onClose={close}
        />
      )}
      {openDialog === 'group' && (
        <NameDialog
          title={t`Put the draft into a group`}
          label={t`Group`}
          help={t`Drafts of one group stand together in the list. Empty takes it out of its group.`}
          value={draft.group}
          action={t`Save`}
          mayBeEmpty
          onName={(group) =>
            change(group ? t`Put into “${group}”` : t`Taken out of its group`, { do: 'group', group })
          }
          onClose={close}
        />
      )}
      {openDialog === 'template' && (
        <NameDialog
          title={t`Save as a template`}
          label={t`Name of the template`}
          help={t`New drafts can begin as copies of it. This draft stays as it is.`}
          value={draft.name}
          action={t`Save`}
          onName={saveAsTemplate}
          onClose={close}
        />
      )}
    </>
  )
}

/** Save state of the typing in one word. */
function SaveBadge({ state }: { state: SaveState }) {
  return (
    <span role="status" className="flex items-center gap-1 text-xs whitespace-nowrap text-ink-faint">
      {state.kind === 'saved' && (
        <>
          <Check className="size-3.5 text-good" aria-hidden />
          <Trans>Saved</Trans>
        </>
      )}
      {(state.kind === 'unsaved' || state.kind === 'saving') && (
        <>
          <LoaderCircle className="size-3.5 animate-spin" aria-hidden />
          <Trans>Saving…</Trans>
        </>
      )}
      {state.kind === 'failed' && (
        <span className="flex items-center gap-1 text-warn" title={state.message}>
          <CloudOff className="size-3.5" aria-hidden />
          <Trans>Not saved, trying again</Trans>
        </span>
      )}
      {state.kind === 'conflict' && (
        <span className="flex items-center gap-1 text-bad">
          <CircleAlert className="size-3.5" aria-hidden />
          <Trans>Not saved</Trans>
        </span>
      )}
    </span>
  )
}
