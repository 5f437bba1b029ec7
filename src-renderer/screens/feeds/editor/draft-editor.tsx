/**
 * The editor of one draft: its items, the form or XML of one of them, and its problems. Changes are saved
 * automatically; a draft without errors can be queued.
 */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import type { Draft } from '../../../../src-shared/feeds/draft/model.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import { isError } from '../../../../src-shared/problem.ts'
import { CatalogDifferencesProvider } from '../../../form/catalog-differences.ts'
import { FormStoreProvider, useDeferredSlice } from '../../../form/form-store.ts'
import { jumpToField } from '../../../form/jump.ts'
import { ProblemStoreProvider } from '../../../form/problem-store.ts'
import { client, rpc } from '../../../rpc/client.ts'
import { EmptyState, ErrorState } from '../../../ui/layout/states.tsx'
import { columns, itemsClass, WithoutItem } from '../list/empty-draft-editor.tsx'
import { firstFieldOf, firstWithError } from '../list/use-draft-rows.ts'
import { DraftPreview } from '../preview/draft-preview.tsx'
import { usePreviewCommand } from '../preview/use-preview-command.ts'
import { UnchangedItems } from './before/unchanged-items.tsx'
import { DraftHeader, type DraftView } from './draft-header.tsx'
import { DraftSkeleton } from './draft-skeleton.tsx'
import { firstView } from './first-view.ts'
import { DraftForm, draftFormPlan } from './form/draft-form.tsx'
import { ItemConflictNotice } from './form/item-conflict.tsx'
import { ItemXml } from './form/item-xml.tsx'
import { countMissing, isUntouched, progressOf } from './form/required-fields.ts'
import { SectionNav } from './form/section-nav.tsx'
import { UnreadableFieldset } from './form/unreadable-fieldset.tsx'
import { useCatalogDifferences } from './form/use-catalog-differences.ts'
import { useFieldInAddress, useFieldToOpen } from './form/use-field-in-address.ts'
import { useFirstField } from './form/use-first-field.ts'
import { everyItem, type ItemFilter } from './items/item-filter.ts'
import { itemName, spokenItem } from './items/item-name.ts'
import { ItemsPanel } from './items/items-panel.tsx'
import { useChosenItem } from './items/use-chosen-item.ts'
import { useOpenItem, useSaveState } from './items/use-open-item.ts'
import { DraftCompleteness } from './problems/draft-completeness.tsx'
import { DraftSpelling } from './problems/draft-spelling.tsx'
import type { PlacedProblem } from './problems/problem-panel.tsx'
import { ProblemsAside } from './problems/problems-aside.tsx'
import { useShownProblems } from './problems/use-shown-problems.ts'
import { QueueDialog } from './queue/queue-dialog.tsx'
import { useQueueing } from './queue/use-queueing.ts'
import { DiscussionPanel } from './review/discussion-panel.tsx'
import { OthersProvider } from './review/presence-mark.tsx'
import { useMe } from './review/use-me.ts'
import { usePresence } from './review/use-presence.ts'
import { type ItemSession, titleAndCode } from './session/draft-session.ts'
import { type DraftWork, useDraftWork } from './session/use-draft.ts'
import { useUndoKeys } from './session/use-undo-keys.ts'
import { useDraftCommands } from './use-draft-commands.ts'

/** Props of a view of all items. */
export interface DraftGridViewProps {
  draft: Draft
  work: DraftWork
  filter: ItemFilter
  onFilter: (filter: ItemFilter) => void
  /** Opens an item in the form. */
  openItem: (key: number) => void
  newItem: () => PayloadItem
}

interface DraftEditorProps {
  draft: Draft
  namespaceBase: string | undefined
  /** Shown above the editor, for example if the draft was deleted. */
  notice?: ReactNode
  /** Renders all items as a grid. If absent, there is no grid view. */
  grid?: (place: DraftGridViewProps) => ReactNode
}

export function DraftEditor({ draft, namespaceBase, notice, grid }: DraftEditorProps) {
  const work = useDraftWork(draft.id)
  const { chosen, asked, choose } = useChosenItem(draft.id)
  const first = useQuery(
    rpc.feeds.draftRows.queryOptions({
      input: { id: draft.id, selection: {}, offset: 0, limit: 1, columns: [] },
    }),
  )
  const key = chosen ?? first.data?.rows[0]?.key
  const open = useOpenItem(draft, key, namespaceBase, work)
  const { isRemoved, position } = open
  // If the item was removed, the item now at its position is shown.
  useEffect(() => {
    if (!isRemoved) return
    const offset = Math.max(0, Math.min(position, draft.itemCount) - 1)
    client.feeds
      .draftRows({ id: draft.id, selection: {}, offset, limit: 1, columns: [] })
      .then(({ rows }) => choose(rows[0]?.key))
      .catch(() => choose(undefined))
  }, [isRemoved, position, draft.id, draft.itemCount, choose])

  const { session } = open
  const startView = grid ? firstView(draft, chosen !== undefined) : 'form'
  const layout = { draft, work, notice, grid, open: choose, asked }
  if (session && draft.itemCount > 0)
    return (
      <FormStoreProvider value={session.store}>
        <ProblemStoreProvider value={session.problems}>
          <Editor
            {...layout}
            startView={startView}
            session={session}
            isCurrent={open.isCurrent && !isRemoved}
            position={position}
          />
        </ProblemStoreProvider>
      </FormStoreProvider>
    )
  const error = isRemoved ? null : (open.error ?? first.error)
  if (draft.itemCount > 0 && !error) return <DraftSkeleton name={draft.name} notice={notice} />
  return (
    <WithoutItem {...layout}>
      {draft.itemCount > 0 && error ? (
        <ErrorState title={t`The item cannot be shown`} error={error} />
      ) : (
        <EmptyState title={t`This draft holds no items`}>
          <Trans>Add one at the left, or undo what removed them.</Trans>
        </EmptyState>
      )}
    </WithoutItem>
  )
}

interface EditorProps {
  draft: Draft
  startView: DraftView
  work: DraftWork
  notice?: ReactNode
  grid?: DraftEditorProps['grid']
  open: (key: number) => void
  /** Key of the item that was asked for last. */
  asked: RefObject<number | undefined>
}

function Editor({
  draft,
  startView,
  work,
  notice,
  grid,
  open,
  asked,
  session,
  isCurrent,
  position,
}: EditorProps & { session: ItemSession; isCurrent: boolean; position: number }) {
  const plan = useMemo(() => draftFormPlan(draft.kind), [draft.kind])
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<DraftView>(startView)
  const [filter, setFilter] = useState(everyItem)
  const [goTo, setGoTo] = useState<{ line: number; column?: number }>()
  const saveState = useSaveState(session, work)
  const value = useDeferredSlice(['item', 0]) as PayloadItem
  const { shown, hidden } = useShownProblems(session.problems, plan.itemGroup)
  const errors = shown.filter(isError)
  const progress = useMemo(() => progressOf(draft.kind, value), [draft.kind, value])
  const toFill =
    hidden === 0
      ? 0
      : Math.max(1, countMissing(progress) - errors.filter(({ code }) => code.endsWith('_REQUIRED')).length)
  const isOnly = draft.itemCount === 1

  const openItem = async (key: number) => {
    if (key !== session.key && !(await work.flush())) return
    open(key)
    scroller.current?.scrollTo({ top: 0 })
  }
  const openField = (path: string) => {
    session.problems.visit(path)
    setView('form')
    // If another view was open, the form is rendered first.
    requestAnimationFrame(() => scroller.current && jumpToField(scroller.current, path))
  }
  const openProblem = (problem: PlacedProblem) => {
    if (view === 'xml' || session.isUnreadable()) {
      session.locate()
      const { line = 1, column } =
        session.problems.all().find(({ code, path }) => code === problem.code && path === problem.path) ??
        problem
      setView('xml')
      setGoTo({ line, column })
      return
    }
    openField(problem.path)
  }
  useFieldInAddress(scroller)
  const focusField = useFieldToOpen(scroller, session.key)
  const focusAdded = useFirstField(scroller, session.key, isOnly && isUntouched(draft.kind, value))
  const openFirst = () => {
    session.problems.visitAll()
    if (isOnly || errors.length > 0 || hidden > 0) {
      const first = errors[0]?.path ?? session.problems.all().find(isError)?.path
      setView((current) => (current === 'xml' ? 'xml' : 'form'))
      if (first !== undefined)
        requestAnimationFrame(() => scroller.current && jumpToField(scroller.current, first))
      return
    }
    setFilter({ text: '', problem: 'any' })
    void firstWithError(draft.id).then(async (key) => {
      if (key !== undefined) await openItem(key)
    })
  }
  const openFieldOf = async (problem: Parameters<typeof firstFieldOf>[1]) => {
    const field = await firstFieldOf(draft.id, problem)
    if (field?.key === session.key) openField(field.path)
    if (!field || field.key === session.key) return
    setView('form')
    focusField(field)
    await openItem(field.key)
  }
  const changeView = (next: DraftView) => {
    void session.flush()
    setView(next)
  }
  usePreviewCommand(() => changeView(view === 'preview' ? 'form' : 'preview'))
  const queueing = useQueueing(draft.id, work, openFirst)
  useDraftCommands({
    draftId: draft.id,
    filter,
    openKey: session.key,
    position,
    asked,
    openItem,
    scroller,
  })
  useUndoKeys({
    undo: () => void work.undo(),
    redo: () => void work.redo(),
    hasUnsaved: () => session.saveState().kind !== 'saved',
  })
  const errorsBySection = new Map<string, number>()
  for (const { section } of errors)
    if (section !== undefined) errorsBySection.set(section, (errorsBySection.get(section) ?? 0) + 1)
  const me = useMe()
  const others = usePresence(draft.id, session.key, me)
  const isAskedFor = new URLSearchParams(useSearch()).has('discussion')
  const [showDiscussion, setShowDiscussion] = useState(isAskedFor)
  const showSections = view === 'form' && plan.sections
  const differences = useCatalogDifferences(draft, session.key, view === 'form')

  return (
    <OthersProvider value={others}>
      <div className="flex h-full min-h-0 flex-col">
        <DraftHeader
          draft={draft}
          work={work}
          saveState={saveState}
          views={grid ? ['form', 'grid', 'preview', 'xml'] : ['form', 'preview', 'xml']}
          view={view}
          onViewChange={changeView}
          errors={isOnly ? errors.length : draft.errorCount}
          toFill={isOnly ? toFill : 0}
          busy={queueing.busy}
          onFirstError={openFirst}
          me={me}
          onDiscussion={() => setShowDiscussion(!showDiscussion)}
          onQueue={() => {
            session.problems.visitAll()
            void queueing.prepare()
          }}
        />
        {notice}
        <ItemConflictNotice session={session} />
        <UnchangedItems draft={draft} work={work} />
        <div className="relative flex min-h-0 flex-1">
          {view === 'grid' && grid ? (
            <div className="min-h-0 min-w-0 flex-1">
              {grid({
                draft,
                work,
                filter,
                onFilter: setFilter,
                openItem: (key) => {
                  setView('form')
                  void openItem(key)
                },
                newItem: () => plan.newItem,
              })}
            </div>
          ) : (
            <div className={`${columns} min-w-0 print:block`}>
              <aside aria-label={t`Items and sections`} className={`${itemsClass} print:hidden`}>
                <ItemsPanel
                  draft={draft}
                  work={work}
                  filter={filter}
                  onFilter={setFilter}
                  openKey={session.key}
                  openPosition={position}
                  onOpen={(key) => void openItem(key)}
                  onAdded={(key) => {
                    focusAdded(key)
                    void openItem(key)
                  }}
                  openErrors={hidden > 0 ? errors.length : undefined}
                  openWords={spokenItem({ ...titleAndCode(value, session.called), position })}
                  newItem={plan.newItem}
                />
                {showSections && (
                  <SectionNav
                    sections={showSections}
                    errors={errorsBySection}
                    progress={progress}
                    scroller={scroller}
                  />
                )}
              </aside>
              {view === 'form' ? (
                <div ref={scroller} className="relative min-h-0 overflow-y-auto p-4">
                  <div className="mx-auto max-w-4xl">
                    <UnreadableFieldset session={session} isCurrent={isCurrent}>
                      <CatalogDifferencesProvider value={differences}>
                        <DraftForm key={session.key} kind={draft.kind} plan={plan} />
                      </CatalogDifferencesProvider>
                    </UnreadableFieldset>
                  </div>
                </div>
              ) : view === 'preview' ? (
                <div ref={scroller} className="relative min-h-0 overflow-y-auto p-4">
                  <DraftPreview
                    key={session.key}
                    id={draft.id}
                    itemKey={session.key}
                    name={itemName({ ...titleAndCode(value, session.called), position })}
                  />
                </div>
              ) : (
                <ItemXml draft={draft} session={session} goTo={goTo} />
              )}
              <aside
                aria-label={t`Problems`}
                className="flex min-h-0 flex-col border-line bg-surface max-md:border-t md:border-s"
              >
                <ProblemsAside
                  draft={draft}
                  work={work}
                  session={session}
                  problems={shown}
                  toFill={toFill}
                  showLines={view === 'xml'}
                  onOpen={openProblem}
                  onFill={openFirst}
                  onField={openField}
                  onFieldOf={(problem) => void openFieldOf(problem)}
                  onShow={(problem) => setFilter({ text: '', problem })}
                />
                <DraftSpelling draft={draft} work={work} onItem={(key) => void openItem(key)} />
                <DraftCompleteness
                  draft={draft}
                  value={value}
                  onField={openField}
                  onItem={(key) => void openItem(key)}
                />
              </aside>
            </div>
          )}
          {me && showDiscussion && (
            <DiscussionPanel
              draft={draft}
              me={me}
              item={{
                key: session.key,
                name: itemName({ ...titleAndCode(value, session.called), position }),
              }}
              onItem={(key) => void openItem(key)}
              onClose={() => setShowDiscussion(false)}
            />
          )}
        </div>
        {queueing.asked && (
          <QueueDialog {...queueing.asked} work={work} onClose={queueing.close} onRefused={openFirst} />
        )}
      </div>
    </OthersProvider>
  )
}
