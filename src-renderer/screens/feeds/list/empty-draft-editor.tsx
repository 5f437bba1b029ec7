import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import type { Draft } from '../../../../src-shared/feeds/draft/model.ts'
import { DraftHeader } from '../editor/draft-header.tsx'
import { draftFormPlan } from '../editor/form/draft-form.tsx'
import { everyItem } from '../editor/items/item-filter.ts'
import { ItemsPanel } from '../editor/items/items-panel.tsx'
import { useQueueState } from '../editor/items/use-open-item.ts'
import type { DraftWork } from '../editor/session/use-draft.ts'
import { useUndoKeys } from '../editor/session/use-undo-keys.ts'

/** If the window is too narrow for three columns, they are stacked. */
export const columns =
  'min-h-0 flex-1 max-md:overflow-y-auto md:grid md:grid-cols-[13rem_minmax(0,1fr)_17rem] xl:grid-cols-[16rem_minmax(0,1fr)_20rem]'
export const itemsClass =
  'flex min-h-0 flex-col gap-3 overflow-y-auto border-line bg-surface p-2 max-md:border-b md:border-e'

interface WithoutItemProps {
  draft: Draft
  work: DraftWork
  notice?: ReactNode
  /** Opens an item that was added. */
  open: (key: number) => void
  children: ReactNode
}

/** Editor of a draft without an item to show, with the list to add an item or to undo a removal. */
export function WithoutItem({ draft, work, notice, open, children }: WithoutItemProps) {
  const [filter, setFilter] = useState(everyItem)
  const saveState = useQueueState(work)
  useUndoKeys({ undo: work.undo, redo: work.redo, hasUnsaved: () => false })
  return (
    <div className="flex h-full min-h-0 flex-col">
      <DraftHeader
        draft={draft}
        work={work}
        saveState={saveState}
        views={['form']}
        view="form"
        onViewChange={() => undefined}
        errors={0}
        toFill={0}
        busy={false}
        onFirstError={() => undefined}
        onQueue={() => undefined}
      />
      {notice}
      <div className={columns}>
        <aside aria-label={t`Items and sections`} className={itemsClass}>
          <ItemsPanel
            draft={draft}
            work={work}
            filter={filter}
            onFilter={setFilter}
            openKey={undefined}
            openPosition={1}
            onOpen={open}
            onAdded={open}
            openErrors={undefined}
            openWords={t`the item`}
            newItem={draftFormPlan(draft.kind).newItem}
          />
        </aside>
        {children}
      </div>
    </div>
  )
}
