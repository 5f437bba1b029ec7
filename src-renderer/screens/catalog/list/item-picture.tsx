import clsx from 'clsx'
import type { SyntheticEvent } from 'react'
import { pictureSource } from '../../../rpc/session.ts'
import { usePictureFailure } from '../../../ui/picture.tsx'

interface ItemPictureProps {
  url: string | undefined
  /** A blurred preview, shown until the picture is there. */
  placeholder: string | undefined
  /** A sharper picture for large places; it takes the place of the small one when it is there. */
  isLarge?: boolean
  className?: string
}

/** The address of the picture as large as a screen needs it (1,000 px), beside that of its thumbnail. */
const largeOf = (thumbnail: string): string => thumbnail.replace(/\/thumbnail$/, '/preview')

/** Lucide's "package" as one path: hundreds of them may be in sight. */
const packageIcon =
  'M11 21.73a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73z M12 22V12 M3.29 7 12 12 20.71 7 M7.5 4.27l9 5.15'

/** What came before is covered once the picture is there; nothing has to be drawn anew for that. */
const coverPreview = ({ currentTarget }: SyntheticEvent<HTMLImageElement>): void => {
  currentTarget.style.background = 'white'
}

/**
 * The front of a package on white, or a symbol when there is none. The pictures have their address as key: an element that
 * goes on to another item never shows the picture of the one before.
 */
export function ItemPicture({ url, placeholder, isLarge = false, className }: ItemPictureProps) {
  const { failed, onError } = usePictureFailure(url)
  const shown = failed ? undefined : url
  const image = 'absolute inset-0 size-full object-contain p-[inherit]'
  return (
    <span
      className={clsx(
        'relative flex shrink-0 items-center justify-center overflow-hidden',
        shown || placeholder ? 'bg-white' : 'bg-sunken',
        className,
      )}
    >
      {placeholder && (
        <img
          key={placeholder}
          src={placeholder}
          alt=""
          className={clsx(image, shown ? 'blur-[2px]' : 'opacity-60')}
        />
      )}
      {shown && (
        <img
          key={shown}
          src={pictureSource(shown)}
          alt=""
          decoding="async"
          onLoad={coverPreview}
          onError={onError}
          className={image}
        />
      )}
      {shown && isLarge && (
        <img
          key={`${shown} large`}
          src={pictureSource(largeOf(shown))}
          alt=""
          decoding="async"
          loading="lazy"
          onLoad={coverPreview}
          className={image}
        />
      )}
      {!shown && !placeholder && (
        <svg
          viewBox="0 0 24 24"
          aria-hidden
          className="size-2/5 max-h-10 fill-none stroke-ink-faint stroke-[1.25] opacity-60"
        >
          <path strokeLinecap="round" strokeLinejoin="round" d={packageIcon} />
        </svg>
      )}
    </span>
  )
}
