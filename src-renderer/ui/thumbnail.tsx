import clsx from 'clsx'
import { Package } from 'lucide-react'
import { BlurUntilLoaded, usePictureFailure } from './picture.tsx'

/** A small picture of the package on white, or a symbol when there is no picture. */
export function Thumbnail({
  url,
  placeholder,
  className,
}: {
  url: string | undefined
  /** A blurred preview, shown until the picture is loaded. */
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
