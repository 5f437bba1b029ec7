import clsx from 'clsx'
import { Package } from 'lucide-react'
import { BlurUntilLoaded, usePictureFailure } from '../../ui/picture.tsx'

/** A small picture of a pack on white, as packs are photographed; a sign in its place where there is none. */
export function Thumbnail({
  url,
  placeholder,
  className,
}: {
  url: string | undefined
  /** A blur of it, to be seen at once. */
  placeholder?: string | undefined
  className?: string
}) {
  const { failed, onError } = usePictureFailure(url)
  const shown = failed ? undefined : url
  const any = shown ?? placeholder
  return (
    <span
      className={clsx(
        'relative flex shrink-0 items-center justify-center overflow-hidden rounded-sm border border-line',
        any ? 'bg-white' : 'bg-sunken',
        className,
      )}
    >
      {any ? (
        <BlurUntilLoaded
          src={shown}
          placeholder={placeholder}
          alt=""
          loading="lazy"
          onError={onError}
          className="size-full object-contain"
        />
      ) : (
        <Package className="size-4 text-ink-faint opacity-60" strokeWidth={1.5} aria-hidden />
      )}
    </span>
  )
}
