import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Pin, PinOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ItemView } from '../../../src-shared/catalog/model.ts'
import type { ItemPictureState } from '../../../src-shared/media/model.ts'
import type { Problem } from '../../../src-shared/problem.ts'
import {
  item as description,
  grocery,
  type Item,
  type Product,
  product,
} from '../../../src-shared/vocabulary/elements/item.ts'
import type { Nutrition } from '../../../src-shared/vocabulary/elements/nutrition.ts'
import { type SectionId, sections } from '../../../src-shared/vocabulary/elements/sections.ts'
import type { Parsed } from '../../../src-shared/vocabulary/kit/kit.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Folded } from '../../ui/layout/folded.tsx'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { Panel, Section } from '../../ui/layout/panel.tsx'
import { ErrorState } from '../../ui/layout/states.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { CopyFields } from '../../ui/text/copy-field.tsx'
import { byteSize, dateAndTime } from '../../ui/text/words.ts'
import { hasContent } from './field-text.ts'
import { Ingredients } from './ingredients.tsx'
import { ItemCompleteness } from './item-completeness.tsx'
import { ItemDraftsAndFeeds } from './item-drafts-and-feeds.tsx'
import { ItemEvidence } from './item-evidence.tsx'
import { KeyFacts } from './key-facts.tsx'
import { NutritionLabels } from './nutrition/nutrition-labels.tsx'
import { PackageDrawing } from './package-drawing.tsx'
import { PictureGallery } from './pictures/picture-gallery.tsx'
import { itemPictures } from './pictures/pictures.ts'
import { IdentifiersAsideProvider, identifiersOf, RecordFields, UnknownContent } from './record-fields.tsx'

/**
 * The record as a product sheet. Pictures and nutrition labels on the left; on the right the key facts, the
 * descriptions for shoppers, and a collapsed section with the technical fields.
 */
export function ItemOverview({ view, parsed }: { view: ItemView; parsed: Parsed<Item> }) {
  const item = parsed.value
  if (!item) {
    return (
      <ErrorState
        title={t`The record could not be read`}
        error={
          new Error(
            t`${parsed.problems[0]?.message ?? t`Its XML is not well-formed.`} The XML tab shows it as it is kept.`,
          )
        }
      />
    )
  }
  const products = item.products ?? []
  return (
    <IdentifiersAsideProvider value={true}>
      <CopyFields className="@container">
        <div className="grid grid-cols-1 gap-4 p-4 @lg:grid-cols-[14rem_minmax(0,1fr)] @xl:p-6 @2xl:grid-cols-[minmax(15rem,1fr)_minmax(0,2fr)] @3xl:gap-6 @6xl:grid-cols-[24rem_minmax(0,1fr)] print:block">
          <aside
            aria-label={t`Pictures and nutrition`}
            className="flex min-w-0 flex-col gap-6 print:float-start print:me-6 print:w-56"
          >
            <div className="flex flex-col gap-2">
              <PictureGallery
                pictures={itemPictures(view.id, view.pictures, item)}
                itemName={item.name || t`Item ${view.id}`}
              />
              <PictureStorage itemId={view.id} />
            </div>
            {products.map((one, index) => {
              const panels = (one.grocery?.nutritions ?? []).filter(hasContent)
              // Keyed by index: `id` and `sequence` of products may be missing or duplicated.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              return panels.length > 0 && <NutritionLabels key={index} panels={panels as Nutrition[]} />
            })}
          </aside>
          <div className="flex min-w-0 flex-col gap-4 print:block print:*:mb-4 print:*:flow-root">
            <KeyFacts item={item} />
            <ItemCompleteness itemId={view.id} />
            <ItemEvidence itemId={view.id} />
            <ItemDraftsAndFeeds item={item} />
            {products.map((one, index) => (
              <ProductPanel
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                key={index}
                product={one}
                title={
                  products.length > 1 ? t`Product ${index + 1} of ${products.length}` : labelOf('product')
                }
              />
            ))}
            <SectionPanel
              item={item}
              section="identity"
              except={['id', 'name', 'upcs', 'companyTrackingId']}
            />
            <SectionPanel item={item} section="package">
              {item.packageData && <PackageDrawing data={item.packageData} />}
            </SectionPanel>
            <SectionPanel item={item} section="contentPlus" />
            <SectionPanel item={item} section="parties" />
            <RecordPanel item={item} receivedAt={view.receivedAt} />
            <Remarks problems={parsed.problems} />
          </div>
        </div>
      </CopyFields>
    </IdentifiersAsideProvider>
  )
}

const labelOf = (id: SectionId): string => sections.find((section) => section.id === id)?.label ?? id

/** The members of one section. Renders nothing if none has a value. */
function SectionPanel({
  item,
  section,
  except = [],
  children,
}: {
  item: Item
  section: SectionId
  except?: readonly string[]
  /** Rendered before the fields. */
  children?: ReactNode
}) {
  const keys = description.members
    .filter((member) => member.section === section && !except.includes(member.key))
    .map((member) => member.key)
  const value: Record<string, unknown> = item
  if (!keys.some((key) => hasContent(value[key]))) return null
  return (
    <Panel title={section === 'identity' ? t`Descriptions and categories` : labelOf(section)}>
      {children}
      <RecordFields group={description} value={value} only={keys} under={labelOf(section)} />
    </Panel>
  )
}

function ProductPanel({ product: one, title }: { product: Product; title: string }) {
  return (
    <Panel title={title}>
      <div className="flex flex-col gap-4">
        {one.grocery?.ingredients && <Ingredients text={one.grocery.ingredients} />}
        {one.grocery && hasContent({ ...one.grocery, ingredients: undefined, nutritions: undefined }) && (
          <Section title={labelOf('grocery')}>
            <RecordFields group={grocery} value={one.grocery} except={['ingredients', 'nutritions']} />
          </Section>
        )}
        <RecordFields group={product} value={one} except={['grocery']} />
      </div>
    </Panel>
  )
}

/** Technical fields, collapsed because they are rarely read. */
function RecordPanel({ item, receivedAt }: { item: Item; receivedAt: string }) {
  const keys = description.members.filter((member) => member.section === 'record').map((member) => member.key)
  return (
    <Panel>
      <Folded
        title={t`Record and identifiers`}
        summary={
          <Trans>
            Received here{' '}
            <time dateTime={receivedAt} title={receivedAt}>
              {dateAndTime(receivedAt)}
            </time>
          </Trans>
        }
      >
        <div className="flex flex-col gap-2 pt-3">
          <RecordFields group={description} value={item} only={[...keys, 'companyTrackingId']} />
          <KeyValue entries={identifiersOf(description, item)} />
        </div>
      </Folded>
      <UnknownContent unknown={item.unknown} />
    </Panel>
  )
}

/** Validation problems: parts of the record that the vocabulary does not describe or allow. */
function Remarks({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <Panel
      title={t`Remarks`}
      description={t`Parts that the specification does not describe or allow. They are kept as received.`}
    >
      <ul className="flex flex-col gap-1.5 text-sm">
        {problems.map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never changed
          <li key={index}>
            {problem.message}{' '}
            <code className="font-mono text-xs break-all text-ink-faint">{problem.path}</code>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** How many of the item's pictures are stored on this computer, with buttons to download and pin them. */
function PictureStorage({ itemId }: { itemId: string }) {
  const queries = useQueryClient()
  const input = { itemId }
  const state = useQuery(rpc.media.item.queryOptions({ input }))
  const updateState = (next: ItemPictureState) =>
    void queries.setQueryData(rpc.media.item.queryKey({ input }), next)
  const pin = useMutation(
    rpc.media.setPinned.mutationOptions({
      onSuccess: updateState,
      onError: (error) => void toast.failed(t`The item was not pinned`, error),
    }),
  )
  const fetchNow = useMutation(
    rpc.media.fetchItem.mutationOptions({
      onSuccess(next) {
        updateState(next)
        const [failure] = next.failures
        if (failure) toast.failed(t`Some pictures were not fetched`, new Error(failure.reason))
        else toast.done(t`All pictures are on this computer`)
      },
      onError: (error) => void toast.failed(t`The pictures could not be fetched`, error),
    }),
  )
  // Without a service, pictures are never downloaded or removed, so there are no buttons.
  if (!state.data?.fetches || state.data.named === 0) return null
  const { named, kept, bytes, pinned, fetching, failures } = state.data
  const [failure] = failures
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line bg-surface px-3 py-2 print:hidden">
      <p className="text-xs text-ink-soft" aria-live="polite">
        <Trans>
          {kept === named ? t`All ${named}` : t`${kept} of ${named}`} on this computer
          {bytes > 0 && `, ${byteSize(bytes)}`}
          {pinned && t`, pinned`}
        </Trans>
      </p>
      {failure && <p className="text-xs text-bad">{failure.reason}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          busy={pin.isPending}
          icon={
            pinned ? <PinOff className="size-3.5" aria-hidden /> : <Pin className="size-3.5" aria-hidden />
          }
          onClick={() => pin.mutate({ itemId, pinned: !pinned })}
        >
          {pinned ? t`Unpin pictures` : t`Pin pictures`}
        </Button>
        {kept < named && (
          <Button
            size="small"
            busy={fetching || fetchNow.isPending}
            icon={<Download className="size-3.5" aria-hidden />}
            onClick={() => fetchNow.mutate({ itemId })}
          >
            <Trans>Get pictures now</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
