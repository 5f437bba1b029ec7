import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { FilePenLine, X } from 'lucide-react'
import { type Ref, useImperativeHandle } from 'react'
import { useLocation } from 'wouter'
import { maxSearchDraftItems } from '../../../src-shared/feeds/draft/model.ts'
import { client } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { itemDraftKinds } from '../../texts/feed-kinds.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { wholeNumber } from '../../ui/text/words.ts'
import { CompareButton } from '../compare/compare-button.tsx'
import { ExportButton } from '../export/export-button.tsx'
import { DraftingProgress } from '../feeds/editor/drafting-progress.tsx'
import { useDrafting } from '../feeds/editor/use-drafting.ts'
import { firstDraftKind } from '../item/use-create-draft.ts'
import { savedChoices } from './catalog-memory.ts'
import { asSource } from './item-choice.ts'
import { shownColumns } from './list/table/table-columns.tsx'
import type { Choosing } from './use-item-selection.ts'

type DraftKind = (typeof itemDraftKinds)[number]['kind']

export interface ChoiceBarHandle {
  /** Creates the draft of the main button. */
  draft: () => void
}

interface ChoiceBarProps {
  choosing: Choosing
  total: number | undefined
  ref?: Ref<ChoiceBarHandle>
}

/** Number of selected items and the actions for them. */
export function ChoiceBar({ choosing, total, ref }: ChoiceBarProps) {
  const { choice, size } = choosing
  const [, navigate] = useLocation()
  const source = asSource(choice)
  /**
   * Set if "all" is selected: the backend then creates the draft from the query. Otherwise the item ids are
   * sent.
   */
  const selection = 'selection' in source ? source.selection : undefined
  const drafting = useDrafting(selection, (isCreated) => isCreated && choosing.clear())
  const createDraft = useMutation({
    mutationFn: (input: { kind: DraftKind; fromItemIds: string[] }) => client.feeds.createDraft(input),
    onSuccess: (draft) => {
      choosing.clear()
      navigate(`/feeds/${draft.id}`)
    },
    onError: (error) => toast.failed(t`The draft could not be made`, error),
  })
  const isTooMany = size > maxSearchDraftItems
  const draft = (kind: DraftKind) =>
    'itemIds' in source
      ? createDraft.mutate({ kind, fromItemIds: source.itemIds })
      : isTooMany
        ? toast.tell(
            t`Too many items for one draft`,
            t`A draft is made of ${wholeNumber(maxSearchDraftItems)} items at most. Narrow the search and select again.`,
          )
        : drafting.begin(kind)
  const isBlocked = createDraft.isPending || drafting.isPending || size === 0
  useImperativeHandle(ref, () => ({
    draft: () => {
      if (!isBlocked && firstDraftKind) draft(firstDraftKind)
    },
  }))
  return (
    <section
      aria-label={t`Selected items`}
      className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 @max-2xl:contents"
    >
      <span role="status" className="tabular text-sm font-medium whitespace-nowrap">
        <Trans>
          <Plural value={size} one="# item" other="# items" /> selected
        </Trans>
      </span>
      <IconButton
        size="small"
        label={t`Clear the selection`}
        keys={['Esc']}
        icon={<X className="size-4" aria-hidden />}
        onClick={choosing.clear}
      />
      <span className="flex-1" />
      {itemDraftKinds.map(({ kind, label, hint, isFirst }) => (
        <Tooltip key={kind} label={hint}>
          <Button
            size="small"
            variant={isFirst ? 'primary' : 'secondary'}
            busy={createDraft.isPending && createDraft.variables.kind === kind}
            disabled={isBlocked}
            icon={isFirst && <FilePenLine className="size-3.5" aria-hidden />}
            onClick={() => draft(kind)}
          >
            {label}
          </Button>
        </Tooltip>
      ))}
      {choice.kind === 'some' && <CompareButton itemIds={[...choice.ids]} />}
      <ExportButton
        size="small"
        source={source}
        what={choice.kind === 'all' && size === total ? t`of this search` : t`selected`}
        screenColumns={shownColumns(savedChoices().columns).map(({ id }) => id)}
        disabled={size === 0}
      />
      {(drafting.isPending || drafting.error !== null) && (
        <Dialog
          open
          onOpenChange={(open) => {
            if (open) return
            if (drafting.isPending) drafting.stop()
            else drafting.reset()
          }}
          title={t`Draft ${plural(size, { one: '# item', other: '# items' })}`}
          description={t`They become one draft, each item filled with what the catalog has.`}
        >
          {drafting.isPending ? (
            <DraftingProgress drafting={drafting} total={size} />
          ) : (
            <Notice tone="bad" title={t`The draft was not made`}>
              {errorMessage(drafting.error)}
            </Notice>
          )}
        </Dialog>
      )}
    </section>
  )
}
