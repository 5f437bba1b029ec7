import clsx from 'clsx'
import { type SyntheticEvent, useState } from 'react'
import { type BackendState, useBackendState } from '../rpc/changes.ts'
import { pictureSource } from '../rpc/session.ts'

interface ThumbnailProps {
  url: string | undefined
  /** A blurred preview, shown until the picture is loaded. */
  placeholder?: string | undefined
  /** Also loads the picture at 1,000 px, which then covers the small one. */
  isLarge?: boolean
  /** Loads immediately, for lists that contain only the visible rows. */
  isEager?: boolean
  hasBorder?: boolean
  className?: string
}

const previewOf = (thumbnail: string): string => thumbnail.replace(/\/thumbnail$/, '/preview')

/** Lucide's "package" icon as one path, because hundreds of them may be visible. */
const packageIcon =
  'M11 21.73a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73z M12 22V12 M3.29 7 12 12 20.71 7 M7.5 4.27l9 5.15'

/** Hides everything below a loaded picture with a white background, without rendering again. */
const coverBelow = ({ currentTarget }: SyntheticEvent<HTMLImageElement>): void => {
  currentTarget.style.background = 'white'
}

/**
 * The front of a package on white, or an icon if there is no picture. The URL is the key of each `img`, so
 * that a recycled row never shows the picture of another item.
 */
export function Thumbnail({
  url,
  placeholder,
  isLarge = false,
  isEager = false,
  hasBorder = true,
  className,
}: ThumbnailProps) {
  const { failed, onError } = usePictureFailure(url)
  const shown = failed ? undefined : url
  const image = 'absolute inset-0 size-full object-contain p-[inherit]'
  return (
    <span
      className={clsx(
        'relative flex shrink-0 items-center justify-center overflow-hidden',
        shown || placeholder ? 'bg-white' : 'bg-sunken',
        hasBorder && 'rounded-sm border border-line',
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
          loading={isEager ? 'eager' : 'lazy'}
          onLoad={coverBelow}
          onError={onError}
          className={image}
        />
      )}
      {shown && isLarge && (
        <img
          key={`${shown} large`}
          src={pictureSource(previewOf(shown))}
          alt=""
          decoding="async"
          loading="lazy"
          onLoad={coverBelow}
          className={image}
        />
      )}
      {!shown && !placeholder && (
        <svg
          viewBox="0 0 24 24"
          aria-hidden
          className="size-2/5 max-h-10 min-h-4 min-w-4 fill-none stroke-ink-faint stroke-[1.25] opacity-60"
        >
          <path strokeLinecap="round" strokeLinejoin="round" d={packageIcon} />
        </svg>
      )}
    </span>
  )
}

/**
 * Whether the picture at a URL failed to load, and a function that reports a failure. The failure is reset
 * when the URL changes, or when the backend, which serves the pictures, is reachable again.
 */
export function usePictureFailure(url: string | undefined): { failed: boolean; onError: () => void } {
  const backendState = useBackendState()
  const [failure, setFailure] = useState<{ url: string | undefined; backendState: BackendState }>()
  const failed = failure !== undefined && failure.url === url && failure.backendState === backendState
  return { failed, onError: () => setFailure({ url, backendState }) }
}
