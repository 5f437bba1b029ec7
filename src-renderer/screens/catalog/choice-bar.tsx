import { useMutation } from '@tanstack/react-query'
import { FilePenLine, X } from 'lucide-react'
import { useLocation } from 'wouter'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { client } from '../../rpc/client.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { counted, wholeNumber } from '../../ui/words.ts'
import { CompareButton } from '../compare/compare-button.tsx'
import { ExportButton } from '../export/export-button.tsx'
import { draftingFromItems } from '../feeds/feed-kinds.ts'
import { asSource, type ItemChoice, mostNamed } from './item-choice.ts'
import { itemIdsBetween } from './use-catalog-rows.ts'
import type { Choosing } from './use-choosing.ts'

/** The identifiers of the selected items, for what needs them one by one. */
async function idsOf(choice: ItemChoice): Promise<string[]> {
  const source = asSource(choice)
  if ('itemIds' in source) return source.itemIds
  if (choice.kind === 'all' && choice.total > mostNamed)
    throw new PlainError(
      'TOO_MANY_ITEMS',
      `A draft is made of ${wholeNumber(mostNamed)} items at most. Narrow the search and select again.`,
    )
  return itemIdsBetween({ selection: source.selection }, 0, mostNamed - 1)
}

/** What is selected, and the actions for all of it. */
export function ChoiceBar({ choosing, total }: { choosing: Choosing; total: number | undefined }) {
  const { choice, size } = choosing
  const [, navigate] = useLocation()
  const createDraft = useMutation({
    mutationFn: async (kind: (typeof draftingFromItems)[number]['kind']) =>
      client.feeds.createDraft({ kind, fromItemIds: await idsOf(choice) }),
    onSuccess: (draft) => {
      choosing.clear()
      navigate(`/feeds/${draft.id}`)
    },
    onError: (error) => toast.failed('The draft could not be made', error),
  })
  return (
    <section
      aria-label="Selected items"
      className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1"
    >
      <span role="status" className="tabular text-sm font-medium whitespace-nowrap">
        {counted(size, 'item')} selected
      </span>
      <IconButton
        size="small"
        label="Clear the selection"
        keys={['Esc']}
        icon={<X className="size-4" aria-hidden />}
        onClick={choosing.clear}
      />
      <span className="flex-1" />
      {draftingFromItems.map(({ kind, label, hint }) => (
        <Tooltip key={kind} label={hint}>
          <Button
            size="small"
            variant={kind === 'update' ? 'primary' : 'secondary'}
            busy={createDraft.isPending && createDraft.variables === kind}
            disabled={createDraft.isPending || size === 0}
            icon={kind === 'update' && <FilePenLine className="size-3.5" aria-hidden />}
            onClick={() => createDraft.mutate(kind)}
          >
            {label}
          </Button>
        </Tooltip>
      ))}
      {choice.kind === 'some' && <CompareButton itemIds={[...choice.ids]} />}
      <ExportButton
        size="small"
        source={asSource(choice)}
        what={choice.kind === 'all' && size === total ? 'of this search' : 'selected'}
        disabled={size === 0}
      />
    </section>
  )
}
