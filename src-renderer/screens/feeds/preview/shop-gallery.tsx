import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { useState } from 'react'
import type { Marked } from '../../../../src-shared/feeds/preview/marked.ts'
import { viewLabel } from '../../../../src-shared/views.ts'
import { AddressPicture } from '../../../pictures/address-picture.tsx'
import { useAddressPicture } from '../../../pictures/use-address-picture.ts'
import { EmptyGallery, Gallery } from '../../../ui/gallery.tsx'
import { Thumbnail } from '../../../ui/thumbnail.tsx'
import { MarkBadge } from './marks.tsx'
import type { ShopPicture } from './preview-content.ts'

/** One large picture with all pictures below it, each with what the feed does to it. */
export function ShopGallery({
  pictures,
  itemName,
}: {
  pictures: readonly Marked<ShopPicture>[]
  itemName: string
}) {
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, pictures.length - 1)
  const current = pictures[at]
  const shown = current?.after ?? current?.before
  if (!current || !shown) return <EmptyGallery className="border-dashed border-line-strong bg-sunken" />
  return (
    <Gallery
      shown={at}
      onShow={setChosen}
      stage={
        <AddressPicture
          key={shown.url}
          url={shown.url}
          view={shown.view}
          itemName={itemName}
          isLarge
          className="aspect-square w-full border-0! p-3"
          isBlock
        />
      }
      caption={
        <>
          <span className={clsx('min-w-0 flex-1', current.mark === 'removed' && 'line-through')}>
            {shown.view ? viewLabel(shown.view) : t`Picture`}
          </span>
          <MarkBadge mark={current.mark} />
        </>
      }
      choices={pictures.map((picture, index) => ({
        // Pictures have no identifier.
        key: index,
        label: labelOf(picture),
        thumbnail: <MarkedThumbnail picture={picture} />,
      }))}
    >
      {current.mark === 'changed' && current.before && (
        <div className="flex items-center gap-2 text-xs text-ink-soft">
          <AddressPicture
            url={current.before.url}
            view={current.before.view}
            className="size-12 opacity-70"
          />
          <span>
            <Trans>Now in the catalog</Trans>
          </span>
        </div>
      )}
    </Gallery>
  )
}

const labelOf = ({ before, after, mark }: Marked<ShopPicture>): string => {
  const { view = '' } = after ?? before ?? {}
  const title = view ? viewLabel(view) : t`Picture`
  return mark === 'added' ? t`${title}, new` : mark === 'removed' ? t`${title}, removed` : title
}

/** Thumbnail with a sign for what the feed does to the picture. */
function MarkedThumbnail({ picture: { before, after, mark } }: { picture: Marked<ShopPicture> }) {
  const found = useAddressPicture((after ?? before)?.url ?? '')
  return (
    <>
      <Thumbnail
        url={found?.thumbnail}
        placeholder={found?.placeholder}
        hasBorder={false}
        className={clsx('size-12 rounded-md p-0.5', mark === 'removed' && 'opacity-40')}
      />
      {mark !== 'same' && (
        <span
          aria-hidden
          className={clsx(
            'absolute -end-1 -top-1 flex size-4 items-center justify-center rounded-full text-2xs font-bold forced-colors:border',
            mark === 'removed'
              ? 'bg-bad-wash text-bad'
              : mark === 'added'
                ? 'bg-good-wash text-good'
                : 'bg-accent-wash text-accent-strong',
          )}
        >
          {mark === 'removed' ? '−' : mark === 'added' ? '+' : '~'}
        </span>
      )}
    </>
  )
}
