import clsx from 'clsx'
import { Package } from 'lucide-react'
import { usePictureFailure } from '../../ui/use-picture-failure.ts'

/** A small picture of a pack on white, as packs are photographed; a sign in its place where there is none. */
export function Thumbnail({ url, className }: { url: string | undefined; className?: string }) {
  const { failed, onError } = usePictureFailure(url)
  const shown = failed ? undefined : url
  return (
    <span
      className={clsx(
        'flex shrink-0 items-center justify-center overflow-hidden rounded-sm border border-line',
        shown ? 'bg-white' : 'bg-sunken',
        className,
      )}
    >
      {shown ? (
        <img
          src={shown}
          alt=""
          loading="lazy"
          decoding="async"
          onError={onError}
          className="size-full object-contain"
        />
      ) : (
        <Package className="size-4 text-ink-faint opacity-60" strokeWidth={1.5} aria-hidden />
      )}
    </span>
  )
}
