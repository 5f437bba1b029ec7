/** The editor of one draft: items, sections, form or XML, problems; saved by itself, queued when it is right. */
import { useMemo, useRef, useState } from 'react'
import type { Draft } from '../../../src-shared/drafts/model.ts'
import { isError } from '../../../src-shared/problem.ts'
import { locate } from '../../../src-shared/vocabulary/kit/locate.ts'
import { FormStoreProvider } from '../../form/form-store.ts'
import { jumpToField } from '../../form/jump.ts'
import { ProblemStoreProvider, useAllProblems } from '../../form/problem-store.ts'
import { CodeView } from '../../ui/code-view.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DraftForm, draftFormPlan } from './draft-form.tsx'
import { DraftHeader, type DraftView } from './draft-header.tsx'
import { ConflictNotice, GoneNotice } from './draft-notices.tsx'
import { documentOf } from './draft-session.ts'
import { ItemList } from './item-list.tsx'
import { type PlacedProblem, ProblemPanel, placeProblems } from './problem-panel.tsx'
import { QueueDialog } from './queue-dialog.tsx'
import { SectionNav } from './section-nav.tsx'
import { type OpenDraft, useDraft } from './use-draft.ts'
import { useDraftActions } from './use-draft-actions.ts'

interface DraftEditorProps {
  draft: Draft
  namespaceBase: string | undefined
  /** The draft is not there any more: deleted or queued somewhere else. */
  gone: boolean
}

export function DraftEditor({ draft, namespaceBase, gone }: DraftEditorProps) {
  const open = useDraft(draft, namespaceBase)
  return (
    <FormStoreProvider value={open.session.store}>
      <ProblemStoreProvider value={open.session.problems}>
        <Editor draft={draft} open={open} gone={gone} />
      </ProblemStoreProvider>
    </FormStoreProvider>
  )
}

const countBy = <K,>(
  problems: readonly PlacedProblem[],
  key: (problem: PlacedProblem) => K | undefined,
): Map<K, number> => {
  const counts = new Map<K, number>()
  for (const problem of problems) {
    const found = isError(problem) ? key(problem) : undefined
    if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1)
  }
  return counts
}

function Editor({ draft, open, gone }: { draft: Draft; open: OpenDraft; gone: boolean }) {
  const { session, autosave } = open
  const plan = useMemo(() => draftFormPlan(draft.kind), [draft.kind])
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<DraftView>('form')
  const [item, setItem] = useState(0)
  const [goTo, setGoTo] = useState<{ line: number; column?: number }>()
  const all = useAllProblems()
  const problems = useMemo(() => placeProblems(all, plan.itemGroup), [all, plan])
  const marks = useMemo(
    () =>
      all.flatMap(({ line, message, severity = 'error' }) =>
        line === undefined ? [] : [{ line, message, severity }],
      ),
    [all],
  )
  const errors = problems.filter(isError)
  const severalItems = countItems(session.store.value()) > 1

  const openProblem = (problem: PlacedProblem) => {
    if (view === 'xml' || open.unreadable) {
      session.locate()
      const { line = 1, column } =
        session.problems.all().find(({ code, path }) => code === problem.code && path === problem.path) ??
        problem
      setView('xml')
      setGoTo({ line, column })
      return
    }
    session.problems.visit(problem.path)
    setItem(problem.item ?? 0)
    // The form of another item is drawn first.
    requestAnimationFrame(() => scroller.current && jumpToField(scroller.current, problem.path))
  }

  const goToItem = (index: number) => {
    session.settle()
    const path = `${documentOf(draft.kind).root}/item[${index + 1}]`
    const [place] = locate([{ code: '', path, message: '' }], session.xml())
    setGoTo({ line: place?.line ?? 1 })
  }

  const { checking, queueOpen, setQueueOpen, prepareQueue, makeRefresh, refused } = useDraftActions(
    draft,
    open,
  )

  return (
    <div className="flex h-full min-h-0 flex-col">
      <DraftHeader
        draft={draft}
        open={open}
        view={view}
        onViewChange={(next) => {
          if (next === 'xml') session.locate()
          else session.settle()
          setView(next)
        }}
        errorCount={errors.length}
        checking={checking}
        onFirstError={() => errors[0] && openProblem(errors[0])}
        onQueue={() => void prepareQueue()}
      />
      {open.saveState.kind === 'conflict' && <ConflictNotice open={open} />}
      {gone && !queueOpen && <GoneNotice kind={draft.kind} open={open} />}
      {/* Where there is no room for three columns, as in a small window drawn large, they follow one another. */}
      <div className="min-h-0 flex-1 max-md:overflow-y-auto md:grid md:grid-cols-[11.5rem_minmax(0,1fr)_16rem] xl:grid-cols-[13rem_minmax(0,1fr)_19rem]">
        <aside
          aria-label="Items and sections"
          className="flex min-h-0 flex-col gap-4 overflow-y-auto border-line bg-surface p-2 max-md:border-b md:border-r"
        >
          {plan.several && !open.unreadable && (
            <ItemList
              selected={item}
              onSelect={(index) => {
                setItem(index)
                if (view === 'xml') goToItem(index)
                else scroller.current?.scrollTo({ top: 0 })
              }}
              tall={view === 'xml' || plan.sections === undefined}
              errors={countBy(problems, (problem) => problem.item)}
              newItem={plan.newItem}
            />
          )}
          {view === 'form' && plan.sections && (
            <SectionNav
              sections={plan.sections}
              errors={countBy(problems, (problem) => (problem.item === item ? problem.section : undefined))}
              scroller={scroller}
            />
          )}
        </aside>
        {view === 'form' ? (
          <div ref={scroller} className="relative min-h-0 overflow-y-auto p-4">
            <div className="mx-auto max-w-4xl">
              {open.unreadable ? (
                <Notice tone="warn" title="The XML cannot be read at the moment" className="mb-4">
                  The form shows the last version that could be read. Mend the XML to go on here.
                </Notice>
              ) : null}
              <fieldset disabled={open.unreadable} inert={open.unreadable} className="min-w-0">
                <DraftForm kind={draft.kind} plan={plan} index={item} />
              </fieldset>
            </div>
          </div>
        ) : (
          <div className="min-h-0 bg-surface">
            <CodeView
              label="XML of the feed"
              value={open.xml}
              onChange={(text) => text !== session.xml() && session.editXml(text)}
              marks={marks}
              goTo={goTo}
              className="h-full max-md:h-96"
            />
          </div>
        )}
        <aside className="flex min-h-0 flex-col border-line bg-surface max-md:border-t md:border-l">
          <ProblemPanel
            problems={problems}
            severalItems={severalItems}
            showLines={view === 'xml'}
            onOpen={openProblem}
            onMakeRefresh={draft.kind === 'create' ? () => void makeRefresh() : undefined}
          />
        </aside>
      </div>
      <QueueDialog
        open={queueOpen}
        onOpenChange={setQueueOpen}
        draft={draft}
        name={open.name}
        value={session.store.value()}
        xml={open.xml}
        revision={autosave.revision()}
        problems={all}
        onRefused={refused}
      />
    </div>
  )
}

const countItems = (value: unknown): number =>
  typeof value === 'object' && value !== null && 'item' in value && Array.isArray(value.item)
    ? value.item.length
    : 0
