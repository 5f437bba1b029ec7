import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ClipboardPaste, FileStack, FileUp, History, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { rpc } from '../../../rpc/client.ts'
import { allFeedKinds, feedKindWords } from '../../../texts/feed-kinds.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/inputs/field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { relativeTime } from '../../../ui/text/words.ts'
import { Choice } from '../editor/choice.tsx'

type Step = 'kind' | 'template' | 'sent'

const titles: Record<Step, { title: string; description: string }> = {
  kind: { title: t`New feed`, description: t`What should the service do?` },
  template: { title: t`New from a template`, description: t`The draft begins as a copy of it.` },
  sent: { title: t`New from a feed sent before`, description: t`The draft begins with what was sent then.` },
}

interface StartOption {
  label: string
  meaning: string
  icon: LucideIcon
  to: { step: Step } | { screen: string }
}

const startOptions: StartOption[] = [
  {
    label: t`From a template…`,
    meaning: t`A draft that was saved to begin others with.`,
    icon: FileStack,
    to: { step: 'template' },
  },
  {
    label: t`From a sent feed…`,
    meaning: t`Its items again, to change and send once more.`,
    icon: History,
    to: { step: 'sent' },
  },
  {
    label: t`From a file…`,
    meaning: t`A workbook, CSV, TSV or JSON Lines: each row becomes an item to create.`,
    icon: FileUp,
    to: { screen: '/import?into=drafts' },
  },
  {
    label: t`Paste cells…`,
    meaning: t`Rows copied in Excel or Google Sheets.`,
    icon: ClipboardPaste,
    to: { screen: '/import?into=drafts&paste' },
  },
]

/** Dialog to create a draft: empty, by feed kind, or from a template, a sent feed, a file or pasted cells. */
export function NewFeedDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const [step, setStep] = useState<Step>('kind')
  const [text, setText] = useState('')
  const createDraft = useMutation(
    rpc.feeds.createDraft.mutationOptions({
      onSuccess: (draft) => {
        onClose()
        navigate(`/feeds/${draft.id}`)
      },
      onError: (error) => toast.failed(t`The draft could not be made`, error),
    }),
  )
  const showStep = (next: Step) => {
    setText('')
    setStep(next)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      {...titles[step]}
      actions={
        step !== 'kind' && (
          <Button onClick={() => showStep('kind')}>
            <Trans>Back</Trans>
          </Button>
        )
      }
    >
      {step === 'kind' ? (
        <>
          <ul className="flex flex-col gap-2">
            {allFeedKinds.map(({ kind, label, meaning, icon: Icon }) => (
              <Choice
                key={kind}
                icon={<Icon className="size-5" strokeWidth={1.75} aria-hidden />}
                label={label}
                disabled={createDraft.isPending}
                onChoose={() => createDraft.mutate({ kind })}
              >
                {meaning}
              </Choice>
            ))}
          </ul>
          <h3 className="mt-4 mb-2 text-sm text-ink-soft">
            <Trans>Or begin with what there is</Trans>
          </h3>
          <ul className="grid grid-cols-2 gap-2">
            {startOptions.map(({ label, meaning, icon: Icon, to }) => (
              <Choice
                key={label}
                icon={<Icon className="size-5" strokeWidth={1.75} aria-hidden />}
                label={label}
                onChoose={() => ('step' in to ? showStep(to.step) : navigate(to.screen))}
              >
                {meaning}
              </Choice>
            ))}
          </ul>
        </>
      ) : (
        <div className="flex flex-col gap-3">
          <SearchField
            label={step === 'template' ? t`Find a template` : t`Find a feed`}
            placeholder={t`Name or product code`}
            value={text}
            onValueChange={setText}
          />
          {step === 'template' ? (
            <Templates
              text={text}
              disabled={createDraft.isPending}
              onChoose={({ id, kind }) => createDraft.mutate({ kind, fromDraft: id })}
            />
          ) : (
            <SentFeeds
              text={text}
              disabled={createDraft.isPending}
              onChoose={({ id, kind }) => createDraft.mutate({ kind, fromFeed: id })}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

interface SourceProps {
  text: string
  disabled: boolean
  onChoose: (source: { id: string; kind: (typeof allFeedKinds)[number]['kind'] }) => void
}

const maxSources = 20

function Templates({ text, disabled, onChoose }: SourceProps) {
  const templates = useQuery(
    rpc.feeds.drafts.queryOptions({ input: { offset: 0, limit: maxSources, text, templates: true } }),
  )
  return (
    <Sources
      isEmpty={templates.data?.total === 0}
      empty={t`No template. A draft becomes one by “Save as a template” in its menu.`}
    >
      {(templates.data?.drafts ?? []).map((draft) => {
        const { icon: Icon, label } = feedKindWords[draft.kind]
        return (
          <Choice
            key={draft.id}
            icon={<Icon className="size-5" strokeWidth={1.75} aria-hidden />}
            label={draft.name}
            disabled={disabled}
            onChoose={() => onChoose(draft)}
          >
            {label} · <Plural value={draft.itemCount} one="# item" other="# items" />
          </Choice>
        )
      })}
    </Sources>
  )
}

function SentFeeds({ text, disabled, onChoose }: SourceProps) {
  const feeds = useQuery(
    rpc.outbox.list.queryOptions({ input: { offset: 0, limit: maxSources, text, sent: true } }),
  )
  return (
    <Sources
      isEmpty={feeds.data?.feeds.length === 0}
      empty={text === '' ? t`No feed was sent yet.` : t`No sent feed matches.`}
    >
      {(feeds.data?.feeds ?? []).map((feed) => {
        const { icon: Icon, label } = feedKindWords[feed.kind]
        return (
          <Choice
            key={feed.id}
            icon={<Icon className="size-5" strokeWidth={1.75} aria-hidden />}
            label={feed.name}
            disabled={disabled}
            onChoose={() => onChoose(feed)}
          >
            {label} · <Plural value={feed.itemCount} one="# item" other="# items" /> ·{' '}
            {relativeTime(feed.createdAt)}
          </Choice>
        )
      })}
    </Sources>
  )
}

const Sources = ({ isEmpty, empty, children }: { isEmpty: boolean; empty: string; children: ReactNode }) =>
  isEmpty ? (
    <p className="py-4 text-sm text-ink-faint">{empty}</p>
  ) : (
    <ul className="flex flex-col gap-2">{children}</ul>
  )
