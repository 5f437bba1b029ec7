import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Images } from 'lucide-react'
import { useState } from 'react'
import type { Marked } from '../../../../src-shared/feeds/preview/marked.ts'
import { viewLabel } from '../../../../src-shared/views.ts'
import { AddressPicture } from '../../../pictures/address-picture.tsx'
import { useAddressPicture } from '../../../pictures/use-address-picture.ts'
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
  if (!current || !shown)
    return (
      <div className="flex aspect-square flex-col items-center justify-center gap-2 rounded-lg border border-dashed border-line-strong bg-sunken text-ink-faint">
        <Images className="size-8" strokeWidth={1.25} aria-hidden />
        <p className="text-sm">
          <Trans>No pictures</Trans>
        </p>
      </div>
    )
  return (
    <section aria-label={t`Pictures`} className="flex flex-col gap-2">
      <figure className="overflow-hidden rounded-lg border border-line bg-surface">
        <AddressPicture
          key={shown.url}
          url={shown.url}
          view={shown.view}
          itemName={itemName}
          isLarge
          className="aspect-square w-full border-0! p-3"
          isBlock
        />
        <figcaption className="flex min-h-8 flex-wrap items-center gap-2 border-t border-line px-3 py-1.5 text-xs text-ink-soft">
          <span className={clsx('min-w-0 flex-1', current.mark === 'removed' && 'line-through')}>
            {shown.view ? viewLabel(shown.view) : t`Picture`}
          </span>
          <MarkBadge mark={current.mark} />
        </figcaption>
      </figure>
      {pictures.length > 1 && (
        <ul className="flex flex-wrap gap-2">
          {pictures.map((picture, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pictures have no identifier
            <li key={index}>
              <Choice picture={picture} isCurrent={index === at} onChoose={() => setChosen(index)} />
            </li>
          ))}
        </ul>
      )}
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
    </section>
  )
}

function Choice({
  picture: { before, after, mark },
  isCurrent,
  onChoose,
}: {
  picture: Marked<ShopPicture>
  isCurrent: boolean
  onChoose: () => void
}) {
  const { url = '', view = '' } = after ?? before ?? {}
  const found = useAddressPicture(url)
  const title = view ? viewLabel(view) : t`Picture`
  const label = mark === 'added' ? t`${title}, new` : mark === 'removed' ? t`${title}, removed` : title
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={isCurrent || undefined}
      title={label}
      onClick={onChoose}
      className={clsx(
        'relative flex rounded-md border',
        isCurrent ? 'border-accent outline-1 outline-accent' : 'border-line hover:border-edge',
      )}
    >
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
    </button>
  )
}
