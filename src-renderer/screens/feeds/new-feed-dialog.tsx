import { useMutation, useQuery } from '@tanstack/react-query'
import { ClipboardPaste, FileStack, FileUp, History } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { rpc } from '../../rpc/client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SearchField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { counted, relativeTime } from '../../ui/words.ts'
import { Choice } from './choice.tsx'
import { allFeedKinds, feedKindWords } from './feed-kinds.ts'

type Step = 'kind' | 'template' | 'sent'

const titles: Record<Step, { title: string; description: string }> = {
  kind: { title: 'New feed', description: 'What should the service do?' },
  template: { title: 'New from a template', description: 'The draft begins as a copy of it.' },
  sent: { title: 'New from a feed sent before', description: 'The draft begins with what was sent then.' },
}

/** The ways to begin a draft: empty, each kind with what it does, from a template, or from a feed sent before. */
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
      onError: (error) => toast.failed('The draft could not be made', error),
    }),
  )
  const go = (next: Step) => {
    setText('')
    setStep(next)
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} {...titles[step]}>
      {step === 'kind' ? (
        <ul className="flex flex-col gap-2">
          {allFeedKinds.map(({ kind, label, meaning, icon: Icon, newName }) => (
            <Choice
              key={kind}
              icon={<Icon className="size-5" strokeWidth={1.75} aria-hidden />}
              label={label}
              disabled={createDraft.isPending}
              onChoose={() => createDraft.mutate({ kind, name: newName })}
            >
              {meaning}
            </Choice>
          ))}
          <Choice
            icon={<FileStack className="size-5" strokeWidth={1.75} aria-hidden />}
            label="From a template…"
            onChoose={() => go('template')}
          >
            A draft that was saved to begin others with.
          </Choice>
          <Choice
            icon={<History className="size-5" strokeWidth={1.75} aria-hidden />}
            label="From a feed sent before…"
            onChoose={() => go('sent')}
          >
            Its items again, to change them and send them once more.
          </Choice>
          <Choice
            icon={<FileUp className="size-5" strokeWidth={1.75} aria-hidden />}
            label="From a file…"
            onChoose={() => navigate('/import?into=drafts')}
          >
            A workbook, CSV, TSV or JSON Lines: each row becomes an item to create.
          </Choice>
          <Choice
            icon={<ClipboardPaste className="size-5" strokeWidth={1.75} aria-hidden />}
            label="Paste cells…"
            onChoose={() => navigate('/import?into=drafts&paste')}
          >
            Rows copied in Excel or Google Sheets.
          </Choice>
        </ul>
      ) : (
        <div className="flex flex-col gap-3">
          <SearchField
            label={step === 'template' ? 'Find a template' : 'Find a feed'}
            placeholder="Name or product code"
            value={text}
            onValueChange={setText}
          />
          {step === 'template' ? (
            <Templates
              text={text}
              disabled={createDraft.isPending}
              onChoose={({ id, kind, name }) => createDraft.mutate({ kind, name, fromDraft: id })}
            />
          ) : (
            <SentFeeds
              text={text}
              disabled={createDraft.isPending}
              onChoose={({ id, kind, name }) => createDraft.mutate({ kind, name, fromFeed: id })}
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
  onChoose: (source: { id: string; kind: (typeof allFeedKinds)[number]['kind']; name: string }) => void
}

const shownSources = 20

function Templates({ text, disabled, onChoose }: SourceProps) {
  const templates = useQuery(
    rpc.feeds.drafts.queryOptions({ input: { offset: 0, limit: shownSources, text, templates: true } }),
  )
  return (
    <Sources
      isEmpty={templates.data?.total === 0}
      empty="No template. A draft becomes one by “Save as a template” in its menu."
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
            {label} · {counted(draft.itemCount, 'item')}
          </Choice>
        )
      })}
    </Sources>
  )
}

function SentFeeds({ text, disabled, onChoose }: SourceProps) {
  const feeds = useQuery(rpc.outbox.list.queryOptions({ input: { offset: 0, limit: shownSources, text } }))
  return (
    <Sources isEmpty={feeds.data?.feeds.length === 0} empty="No feed in the outbox matches.">
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
            {label} · {counted(feed.itemCount, 'item')} · {relativeTime(feed.createdAt)}
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
